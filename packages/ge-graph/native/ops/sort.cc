#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"HardMax", "SortV2"}, SameAsInput);

// --- the largest k along an axis, and where they are

base::Status SetTop(ShapeContext& c, const std::optional<IntList>& ks, base::DataType indices) {
  const bool given = ks && ks->size() == 1;
  const bool known = given && ks->Knows(0);
  const int64_t k = given ? ks->Dim(0) : ir::kUnknownDim;
  ir::Shape shape = c.InputShape(0);
  if (!shape.IsUnknownRank()) {
    GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("dim"), shape.size()));
    if (known && (k < 0 || (shape[axis] >= 0 && k > shape[axis]))) {
      return c.Error("k is ", k, ", dimension ", axis, " of x is ", shape[axis]);
    }
    const int64_t limit = UpToDim(shape[axis]);
    shape.Set(axis, known || Differ(k, limit) ? k : MeetDims(k, limit));
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, shape, c.Input(0).type));
  return c.SetOutput(1, std::move(shape), indices);
}

base::Status Top(ShapeContext& c) { return SetTop(c, c.Ints(1), base::DataType::kInt32); }
const ShapeRegistration kTop({"TopK", "TopKV3", "TopKV2D"}, Top);
GE_SHAPE(TopKD) { return SetTop(c, IntList(Dims{c.Attr<int64_t>("k")}), base::DataType::kInt32); }
GE_SHAPE(TopKV2) {
  GE_ASSIGN_OR_RETURN(const base::DataType indices, TypeAttr(c, "indices_dtype"));
  return SetTop(c, c.Ints(1), indices);
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
  return c.SetOutput(0, {UpToDim(CountDim(c.InputShape(0))), RankDim(c.InputShape(0))},
                     base::DataType::kInt64);
}

GE_SHAPE(NonZero) {
  const int64_t rank = RankDim(c.InputShape(0));
  const int64_t found = UpToDim(CountDim(c.InputShape(0)));
  const ir::Shape shape = c.Attr<bool>("transpose") ? ir::Shape{rank, found} : ir::Shape{found, rank};
  return c.SetOutput(0, shape, c.Attr<base::DataType>("dtype"));
}

// The different elements, for each element of x the one it is, and how often each comes.
base::Status Different(ShapeContext& c) {
  const base::DataType type = c.Attr<base::DataType>("out_idx");
  const int64_t count = CountDim(c.InputShape(0));
  const int64_t different = ir::DimOf({ir::RangeOf(count).min > 0 ? 1 : 0, ir::RangeOf(count).max});
  GE_RETURN_IF_ERROR(c.SetOutput(0, {different}, c.Input(0).type));
  GE_RETURN_IF_ERROR(c.SetOutput(1, {count}, type));
  for (int32_t i = 2; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, {different}, type));
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
