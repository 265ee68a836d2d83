#include <algorithm>

#include "ops/broadcast.h"
#include "ops/dims.h"
#include "ops/value_rule.h"

namespace ge::ops {
namespace {

base::Status SetGathered(ShapeContext& c, ir::Shape shape) {
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

// x[0..axis), then the indices behind their batch dimensions, then x(axis..end).
base::Status GatherAlong(ShapeContext& c, int64_t given_axis, int64_t given_batch) {
  const ir::Shape& x = c.InputShape(0);
  const ir::Shape& indices = c.InputShape(1);
  if (x.IsUnknownRank() || indices.IsUnknownRank()) return SetGathered(c, ir::Shape::UnknownRank());
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, given_axis, x.size()));
  const int64_t batch = given_batch < 0 ? given_batch + static_cast<int64_t>(indices.size()) : given_batch;
  if (batch < 0 || batch > static_cast<int64_t>(std::min(axis, indices.size()))) {
    return c.Error("batch_dims ", given_batch, " does not fit axis ", axis, " and indices ", indices);
  }
  Dims dims(x.begin(), x.begin() + axis);
  dims.insert(dims.end(), indices.begin() + batch, indices.end());
  dims.insert(dims.end(), x.begin() + axis + 1, x.end());
  return SetGathered(c, ir::Shape(dims));
}

// Where the axis is not known, only the rank is.
GE_SHAPE(GatherV2) {
  const int64_t batch = c.Attr<int64_t>("batch_dims");
  const std::optional<int64_t> axis = c.KnownInt(2);
  if (axis) return GatherAlong(c, *axis, batch);
  const ir::Shape& x = c.InputShape(0);
  const ir::Shape& indices = c.InputShape(1);
  if (x.IsUnknownRank() || indices.IsUnknownRank() || x.empty() || batch != 0) {
    return SetGathered(c, ir::Shape::UnknownRank());
  }
  return SetGathered(c, UnknownDims(x.size() + indices.size() - 1));
}

GE_SHAPE(GatherV2D) { return GatherAlong(c, c.Attr<int64_t>("axis"), 0); }
GE_SHAPE(Gather) { return GatherAlong(c, c.Attr<int64_t>("batch_dims"), c.Attr<int64_t>("batch_dims")); }
// Weights of n-grams, each at its place.
GE_SHAPE(TfIdfVectorizer) {
  const ir::Shape& input = c.InputShape(0);
  const Dims& places = c.IntsAttr("ngram_indexes");
  const int64_t last = places.empty() ? -1 : *std::max_element(places.begin(), places.end());
  const int64_t width = AddDims(last, 1);
  if (input.IsUnknownRank()) return c.SetOutput(0, input, base::DataType::kFloat);
  if (input.size() > 2) return c.Error("input is ", input, ", expected at most 2 dimensions");
  return c.SetOutput(0, input.size() == 2 ? ir::Shape{input[0], width} : ir::Shape{width},
                     base::DataType::kFloat);
}

GE_SHAPE(Embedding) { return GatherAlong(c, 0, 0); }

// Rows of the table, added up for each bag: a row of the indices, or what lies between two offsets.
GE_SHAPE(EmbeddingBag) {
  GE_ASSIGN_OR_RETURN(const ir::Shape table, ShapeOfRank(c, 0, 2));
  const ir::Shape& indices = c.InputShape(1);
  const ir::Shape& offsets = c.InputShape(2);
  int64_t bags = !indices.IsUnknownRank() && indices.size() == 2 ? indices[0] : ir::kUnknownDim;
  if (c.HasInput(2) && offsets.size() == 1 && !offsets.IsUnknownRank() && indices.size() == 1) {
    const int64_t last = c.Attr<bool>("include_last_offset") ? 1 : 0;
    bags = MapDim(offsets[0], [last](int64_t count) { return count - last; });
  }
  GE_RETURN_IF_ERROR(SetGathered(c, {bags, table[1]}));
  const base::DataType type = c.Input(1).type;
  GE_RETURN_IF_ERROR(c.SetOutput(1, {CountDim(indices)}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(2, {bags}, type));
  const bool largest = c.Attr<std::string>("mode") == "max";
  return c.SetOutput(3, largest ? ir::Shape{bags, table[1]} : ir::Shape{bags}, type);
}

// Every step of one sequence with every step of the other, for all pairs of the batch in one dimension.
GE_SHAPE(DynSeqOuter) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x1, ShapeOfRank(c, 0, 2));
  GE_ASSIGN_OR_RETURN(const ir::Shape x2, ShapeOfRank(c, 1, 2));
  if (Differ(x1[1], x2[1])) return c.Error("x1 is ", x1, ", x2 is ", x2, ": their steps differ in size");
  return SetGathered(c, {ir::kUnknownDim, MeetDims(x1[1], x2[1])});
}

// The last dimension of the indices says how many dimensions of x an index covers.
GE_SHAPE(GatherNd) {
  const ir::Shape& x = c.InputShape(0);
  const ir::Shape& indices = c.InputShape(1);
  if (indices.IsUnknownRank() || x.IsUnknownRank()) return SetGathered(c, ir::Shape::UnknownRank());
  if (indices.empty()) return c.Error("indices is a scalar");
  const int64_t depth = indices.back();
  if (depth < 0) return SetGathered(c, ir::Shape::UnknownRank());
  if (depth > static_cast<int64_t>(x.size())) {
    return c.Error("indices ", indices, " cover ", depth, " dimensions, x is ", x);
  }
  Dims dims(indices.begin(), indices.end() - 1);
  dims.insert(dims.end(), x.begin() + depth, x.end());
  return SetGathered(c, ir::Shape(dims));
}

GE_SHAPE(GatherElements) {
  const ir::Shape& x = c.InputShape(0);
  const ir::Shape& index = c.InputShape(1);
  if (!x.IsUnknownRank() && !index.IsUnknownRank()) {
    if (x.size() != index.size()) return c.Error("ranks differ: x is ", x, ", index is ", index);
    if (!x.empty()) GE_RETURN_IF_ERROR(AxisOf(c, c.Attr<int64_t>("dim"), x.size()).status());
  }
  return SetGathered(c, index);
}
GE_SHAPE(GatherD) { return SetGathered(c, c.InputShape(2)); }

base::Status SomeElements(ShapeContext& c) {
  const std::optional<ir::Shape> both = BroadcastShapes(c.InputShape(0), c.InputShape(1));
  return SetGathered(c, {UpToDim(both ? CountDim(*both) : ir::kUnknownDim)});
}
const ShapeRegistration kSome({"MaskedSelect", "MaskedSelectV2"}, SomeElements);

// Elements picked from a vector: shapes are vectors.
void Pick(ValueContext& c) {
  const Value* x = c.InputValue(0);
  const Value* indices = c.InputValue(1);
  if (x == nullptr || indices == nullptr || IsReal(c.Input(1).type) || c.Input(0).shape.size() != 1) return;
  const auto count = static_cast<int64_t>(x->size());
  Value picked(indices->size());
  for (size_t i = 0; i < picked.size(); ++i) {
    const Element& index = (*indices)[i];
    if (!index.known || index.integer < -count || index.integer >= count) continue;
    picked[i] = (*x)[static_cast<size_t>(index.integer < 0 ? index.integer + count : index.integer)];
  }
  c.Set(0, std::move(picked));
}
const ValueRegistration kPick({"GatherV2", "Gather", "GatherV2D"}, Pick);

}  // namespace
}  // namespace ge::ops
