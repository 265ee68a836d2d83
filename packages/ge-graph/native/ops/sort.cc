#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"HardMax", "SortV2"}, SameAsInput);

// --- the largest k along an axis, and where they are

base::Status SetTop(ShapeContext& c, std::optional<int64_t> k, base::DataType indices) {
  ir::Shape shape = c.InputShape(0);
  if (!shape.IsUnknownRank()) {
    GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("dim"), shape.size()));
    if (k && (*k < 0 || (shape[axis] >= 0 && *k > shape[axis]))) {
      return c.Error("k is ", *k, ", dimension ", axis, " of x is ", shape[axis]);
    }
    shape.Set(axis, k.value_or(ir::kUnknownDim));
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, shape, c.Input(0).type));
  return c.SetOutput(1, std::move(shape), indices);
}

base::Status Top(ShapeContext& c) { return SetTop(c, c.KnownInt(1), base::DataType::kInt32); }
const ShapeRegistration kTop({"TopK", "TopKV3", "TopKV2D"}, Top);
GE_SHAPE(TopKD) { return SetTop(c, c.Attr<int64_t>("k"), base::DataType::kInt32); }
GE_SHAPE(TopKV2) {
  GE_ASSIGN_OR_RETURN(const base::DataType indices, TypeAttr(c, "indices_dtype"));
  return SetTop(c, c.KnownInt(1), indices);
}

GE_SHAPE(Sort) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetOutput(1, c.InputShape(0), c.Attr<base::DataType>("y2_dtype"));
}

// --- as many results as the elements say

int64_t RankDim(const ir::Shape& shape) {
  return shape.IsUnknownRank() ? ir::kUnknownDim : static_cast<int64_t>(shape.size());
}

GE_SHAPE(Where) {
  return c.SetOutput(0, {ir::kUnknownDim, RankDim(c.InputShape(0))}, base::DataType::kInt64);
}

GE_SHAPE(NonZero) {
  const int64_t rank = RankDim(c.InputShape(0));
  const ir::Shape shape =
      c.Attr<bool>("transpose") ? ir::Shape{rank, ir::kUnknownDim} : ir::Shape{ir::kUnknownDim, rank};
  return c.SetOutput(0, shape, c.Attr<base::DataType>("dtype"));
}

// The different elements, for each element of x the one it is, and how often each comes.
base::Status Different(ShapeContext& c) {
  const base::DataType type = c.Attr<base::DataType>("out_idx");
  GE_RETURN_IF_ERROR(c.SetOutput(0, {ir::kUnknownDim}, c.Input(0).type));
  const int64_t count = c.InputShape(0).Elements();
  GE_RETURN_IF_ERROR(c.SetOutput(1, {count}, type));
  for (int32_t i = 2; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, {ir::kUnknownDim}, type));
  return {};
}
const ShapeRegistration kDifferent({"Unique", "UniqueWithCounts", "UniqueWithCountsAndSorting"}, Different);

// --- a number for each element

GE_SHAPE(Bucketize) { return c.SetOutput(0, c.InputShape(0), c.Attr<base::DataType>("dtype")); }
GE_SHAPE(SearchSorted) { return c.SetOutput(0, c.InputShape(1), c.Attr<base::DataType>("dtype")); }

base::Status WithinTop(ShapeContext& c) { return c.SetOutput(0, c.InputShape(1), base::DataType::kBool); }
const ShapeRegistration kWithinTop({"InTopK", "InTopKD", "InTopKV2"}, WithinTop);

}  // namespace
}  // namespace ge::ops
