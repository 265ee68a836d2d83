#include <cmath>

#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"Fills", "FillDiagonal", "FillDiagonalV2"}, SameAsInput);

base::Status SetFilled(ShapeContext& c, ir::Shape shape, int32_t value) {
  return c.SetOutput(0, std::move(shape), c.Input(value).type);
}

GE_SHAPE(Fill) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeFromInput(c, 0));
  return SetFilled(c, std::move(shape), 1);
}

GE_SHAPE(FillD) {
  GE_RETURN_IF_ERROR(CheckDims(c, c.IntsAttr("dims")));
  return SetFilled(c, ir::Shape(c.IntsAttr("dims")), 0);
}

GE_SHAPE(FillV2) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeFromInput(c, 0));
  return c.SetOutput(0, std::move(shape), base::DataType::kFloat);
}

GE_SHAPE(FillV2D) {
  GE_RETURN_IF_ERROR(CheckDims(c, c.IntsAttr("dims")));
  return c.SetOutput(0, ir::Shape(c.IntsAttr("dims")), base::DataType::kFloat);
}

// --- stretching

base::Status DoesNotStretch(const ShapeContext& c, const ir::Shape& shape) {
  return c.Error("x ", c.InputShape(0), " does not stretch to ", shape);
}

// Both x and the shape stretch.
base::Status StretchBoth(ShapeContext& c, const ir::Shape& shape) {
  std::optional<ir::Shape> joined = BroadcastShapes(c.InputShape(0), shape);
  return joined ? SetFilled(c, *std::move(joined), 0) : DoesNotStretch(c, shape);
}

// Only x stretches; -1 keeps its dimension.
base::Status StretchTo(ShapeContext& c, const IntList& asked) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetFilled(c, UnknownDims(asked.size()), 0);
  Dims dims(asked.size(), ir::kUnknownDim);
  const size_t lead = dims.size() - x.size();
  if (x.size() > dims.size()) return DoesNotStretch(c, UnknownDims(dims.size()));
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t from = i < lead ? 1 : x[i - lead];
    if (!asked.Knows(i)) {
      dims[i] = BroadcastDim(from, asked.Dim(i)).value_or(ir::kUnknownDim);
      continue;
    }
    dims[i] = asked[i] == -1 ? from : asked[i];
    const bool fits = from == dims[i] || ir::RangeOf(from).min <= 1 || !Differ(from, dims[i]);
    if (!fits || asked[i] < -1)
      return c.Error("x ", x, " does not stretch to ", dims[i], " in dimension ", i);
  }
  return SetFilled(c, ir::Shape(dims), 0);
}

GE_SHAPE(Expand) {
  GE_ASSIGN_OR_RETURN(const ir::Shape shape, ShapeFromInput(c, 1));
  return StretchBoth(c, shape);
}
GE_SHAPE(ExpandD) { return StretchBoth(c, ir::Shape(c.IntsAttr("shape"))); }

GE_SHAPE(BroadcastTo) {
  const std::optional<IntList> asked = IntsOrUnknown(c, 1);
  return asked ? StretchTo(c, *asked) : SetFilled(c, ir::Shape::UnknownRank(), 0);
}
GE_SHAPE(BroadcastToD) { return StretchTo(c, IntList(c.IntsAttr("shape"))); }

// --- repeating

base::Status Repeat(ShapeContext& c, const IntList& multiples) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetFilled(c, x, 0);
  if (multiples.size() < x.size()) {
    return c.Error("has ", multiples.size(), " multiples for the ", x.size(), " dimensions of x ", x);
  }
  Dims dims(multiples.size());
  const size_t lead = dims.size() - x.size();
  for (size_t i = 0; i < dims.size(); ++i) {
    if (multiples.Knows(i) && multiples[i] < 0) return c.Error("cannot repeat x ", multiples[i], " times");
    dims[i] = MulDims(i < lead ? 1 : x[i - lead], multiples.Dim(i));
  }
  return SetFilled(c, ir::Shape(dims), 0);
}

GE_SHAPE(Tile) {
  const std::optional<IntList> multiples = IntsOrUnknown(c, 1);
  return multiples ? Repeat(c, *multiples) : SetFilled(c, ir::Shape::UnknownRank(), 0);
}
GE_SHAPE(TileD) { return Repeat(c, IntList(c.IntsAttr("multiples"))); }

GE_SHAPE(TileWithAxis) {
  ir::Shape shape = c.InputShape(0);
  if (shape.IsUnknownRank()) return SetFilled(c, shape, 0);
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("axis"), shape.size()));
  shape.Set(axis, MulDims(shape[axis], c.Attr<int64_t>("tiles")));
  return SetFilled(c, std::move(shape), 0);
}

// --- one dimension of a size that is asked for

base::Status Sized(ShapeContext& c, int64_t axis, int64_t size) {
  ir::Shape shape = c.InputShape(0);
  if (size < 0) return c.Error("asks for a dimension of ", size);
  if (shape.IsUnknownRank()) return SetFilled(c, shape, 0);
  GE_ASSIGN_OR_RETURN(const size_t place, AxisOf(c, axis, shape.size()));
  shape.Set(place, size);
  return SetFilled(c, std::move(shape), 0);
}
GE_SHAPE(FillWindowCache) { return Sized(c, c.Attr<int64_t>("axis"), c.Attr<int64_t>("cache_depth")); }
GE_SHAPE(RepeatWithPad) { return Sized(c, c.Attr<int64_t>("axis"), c.Attr<int64_t>("capacity")); }

// --- sequences

// Elements from start to limit in steps of delta; -1 when that is not known.
int64_t RangeCount(double start, double limit, double delta, bool closed) {
  const double steps = (limit - start) / delta;
  const double count = closed ? std::floor(steps) + 1 : std::ceil(steps);
  if (!(count < 9.0e15)) return ir::kUnknownDim;
  return count > 0 ? static_cast<int64_t>(count) : 0;
}

GE_SHAPE(Range) {
  const std::optional<double> start = c.KnownReal(0);
  const std::optional<double> limit = c.KnownReal(1);
  const std::optional<double> delta = c.KnownReal(2);
  int64_t count = ir::kUnknownDim;
  if (delta && *delta == 0) return c.Error("delta is 0");
  const bool closed = c.Attr<bool>("is_closed");
  if (start && limit && delta) count = RangeCount(*start, *limit, *delta, closed);
  const std::optional<IntList> limits = c.Ints(1);
  if (start && delta && *delta > 0 && limits && limits->size() == 1 && ir::HasRange(limits->Dim(0))) {
    count = MapDim(limits->Dim(0),
                   [&](int64_t end) { return RangeCount(*start, static_cast<double>(end), *delta, closed); });
  }
  return SetFilled(c, {count}, 0);
}

GE_SHAPE(LinSpace) {
  const std::optional<int64_t> count = c.KnownInt(2);
  if (count && *count < 0) return c.Error("num is ", *count);
  return SetFilled(c, {count.value_or(ir::kUnknownDim)}, 0);
}

GE_SHAPE(Eye) {
  GE_ASSIGN_OR_RETURN(const base::DataType type, TypeAttr(c, "dtype"));
  const int64_t rows = c.Attr<int64_t>("num_rows");
  const int64_t columns = c.Attr<int64_t>("num_columns");
  Dims dims = c.IntsAttr("batch_shape");
  dims.push_back(rows);
  dims.push_back(columns == 0 ? rows : columns);
  GE_RETURN_IF_ERROR(CheckDims(c, dims));
  return c.SetOutput(0, ir::Shape(dims), type);
}

// --- one-hot: a new dimension of `depth` at the axis, -1 being the last one of the result

base::Status OneHotShape(ShapeContext& c, int64_t depth, int32_t on_value) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetFilled(c, x, on_value);
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("axis"), x.size() + 1));
  Dims dims = x.dims();
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), depth);
  return SetFilled(c, ir::Shape(dims), on_value);
}

GE_SHAPE(OneHot) {
  const std::optional<int64_t> depth = c.KnownInt(1);
  if (depth && *depth < 0) return c.Error("depth is ", *depth);
  return OneHotShape(c, depth.value_or(ir::kUnknownDim), 2);
}
GE_SHAPE(OneHotD) { return OneHotShape(c, c.Attr<int64_t>("depth"), 1); }

// --- values

GE_VALUE(Fill) {
  const Value* value = c.InputValue(1);
  const int64_t count = c.OutputElements(0);
  if (value != nullptr && value->size() == 1 && count >= 0) {
    c.Set(0, Value(static_cast<size_t>(count), value->front()));
  }
}

void StretchOne(ValueContext& c) {
  const Value* x = c.InputValue(0);
  const int64_t count = c.OutputElements(0);
  if (x == nullptr || count < 0) return;
  if (static_cast<int64_t>(x->size()) == count) c.Set(0, *x);
  if (x->size() == 1) c.Set(0, Value(static_cast<size_t>(count), x->front()));
}
const ValueRegistration kStretched({"Expand", "BroadcastTo"}, StretchOne);

// Only of integers: how reals are added up is the kernel's matter.
GE_VALUE(Range) {
  const Value* start = c.InputValue(0);
  const Value* delta = c.InputValue(2);
  const int64_t count = c.OutputElements(0);
  if (count < 0 || start == nullptr || delta == nullptr || IsReal(c.Output(0).type)) return;
  if (start->size() != 1 || delta->size() != 1 || !start->front().known || !delta->front().known) return;
  Value value;
  int64_t next = start->front().integer;
  bool fits = true;
  for (int64_t i = 0; i < count; ++i) {
    value.push_back(fits ? Element::Int(next) : Element());
    fits = fits && !__builtin_add_overflow(next, delta->front().integer, &next);
  }
  c.Set(0, std::move(value));
}

}  // namespace
}  // namespace ge::ops
