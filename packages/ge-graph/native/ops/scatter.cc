#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

// What is scattered into keeps its shape.
const ShapeRegistration kSameAsInput({"IndexAdd",
                                      "IndexFill",
                                      "IndexFillD",
                                      "IndexPut",
                                      "IndexPutV2",
                                      "InplaceAdd",
                                      "InplaceAddD",
                                      "InplaceIndexAdd",
                                      "InplaceIndexFill",
                                      "InplaceSub",
                                      "InplaceSubD",
                                      "InplaceUpdate",
                                      "InplaceUpdateD",
                                      "MaskedScatter",
                                      "Scatter",
                                      "ScatterAdd",
                                      "ScatterAddWithAxis",
                                      "ScatterDiv",
                                      "ScatterElements",
                                      "ScatterElementsV2",
                                      "ScatterMax",
                                      "ScatterMin",
                                      "ScatterMul",
                                      "ScatterNdAdd",
                                      "ScatterNdMax",
                                      "ScatterNdMin",
                                      "ScatterNdSub",
                                      "ScatterNdUpdate",
                                      "ScatterNonAliasingAdd",
                                      "ScatterSub",
                                      "ScatterUpdate",
                                      "TensorScatterAdd",
                                      "TensorScatterMax",
                                      "TensorScatterMin",
                                      "TensorScatterSub",
                                      "TensorScatterUpdate"},
                                     SameAsInput);
const ShapeRegistration kSameAsInputs({"ScatterList"}, SameAsInputs);

GE_SHAPE(ScatterNd) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeFromInput(c, 2));
  return c.SetOutput(0, std::move(shape), c.Input(1).type);
}

GE_SHAPE(ScatterNdD) {
  GE_RETURN_IF_ERROR(CheckDims(c, c.IntsAttr("shape")));
  return c.SetOutput(0, ir::Shape(c.IntsAttr("shape")), c.Input(1).type);
}

// Rows of x with one number are joined: as many rows as there are numbers.
base::Status Segments(ShapeContext& c, int64_t count, size_t covered) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return c.SetOutput(0, x, c.Input(0).type);
  if (covered > x.size()) return c.Error("segment_ids has ", covered, " dimensions, x is ", x);
  Dims dims{count};
  dims.insert(dims.end(), x.begin() + covered, x.end());
  return c.SetOutput(0, ir::Shape(dims), c.Input(0).type);
}

base::Status SortedSegments(ShapeContext& c) { return Segments(c, ir::kUnknownDim, 1); }
const ShapeRegistration kSorted({"SegmentSum", "SegmentMax", "SparseSegmentMean", "SparseSegmentSum"},
                                SortedSegments);

base::Status UnsortedSegments(ShapeContext& c) {
  const ir::Shape& ids = c.InputShape(1);
  if (ids.IsUnknownRank()) return c.SetOutput(0, ids, c.Input(0).type);
  const std::optional<int64_t> count = c.KnownInt(2);
  if (count && *count < 0) return c.Error("num_segments is ", *count);
  return Segments(c, count.value_or(ir::kUnknownDim), ids.size());
}
const ShapeRegistration kUnsorted({"UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd",
                                   "UnsortedSegmentSum"},
                                  UnsortedSegments);

}  // namespace
}  // namespace ge::ops
