#include "ops/slice.h"

#include "ops/dims.h"
#include "ops/value_rule.h"

namespace ge::ops {
namespace {

base::Status SetSliced(ShapeContext& c, ir::Shape shape) {
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

// Some of each dimension.
ir::Shape PartOf(const ir::Shape& x) {
  ir::Shape part = x;
  for (size_t i = 0; i < x.size() && !x.IsUnknownRank(); ++i) part.Set(i, UpToDim(x[i]));
  return part;
}

template <typename Context>
void ReadMasks(const Context& c, SliceArguments& arguments) {
  arguments.begin_mask = c.template Attr<int64_t>("begin_mask");
  arguments.end_mask = c.template Attr<int64_t>("end_mask");
  arguments.ellipsis_mask = c.template Attr<int64_t>("ellipsis_mask");
  arguments.new_axis_mask = c.template Attr<int64_t>("new_axis_mask");
  arguments.shrink_axis_mask = c.template Attr<int64_t>("shrink_axis_mask");
}

base::Status SetPlanned(ShapeContext& c, const SliceArguments& arguments) {
  base::Result<std::vector<SlicedDim>> plan = PlanSlices(arguments);
  if (!plan.ok()) return c.Error(plan.status().message());
  Dims dims;
  for (const SlicedDim& dim : *plan) {
    if (!dim.dropped) dims.push_back(dim.view.count);
  }
  return SetSliced(c, ir::Shape(dims));
}

// When not even the number of entries is known, masks that change the rank leave nothing to say.
base::Status SetOpen(ShapeContext& c, const SliceArguments& masks) {
  const bool same_rank = masks.new_axis_mask == 0 && masks.shrink_axis_mask == 0;
  const ir::Shape& x = c.InputShape(0);
  return SetSliced(c, same_rank ? PartOf(x) : ir::Shape::UnknownRank());
}

// `axes` and `strides` are ports, -1 where the operator has none.
base::Status Slice(ShapeContext& c, int32_t axes, int32_t strides) {
  SliceArguments arguments;
  ReadMasks(c, arguments);
  const std::optional<IntList> begin = IntsOrUnknown(c, 1);
  const std::optional<IntList> end = IntsOrUnknown(c, 2);
  if (!begin || !end || c.InputShape(0).IsUnknownRank()) return SetOpen(c, arguments);
  arguments.x = c.InputShape(0);
  arguments.begin = *begin;
  arguments.end = *end;
  if (c.HasInput(axes)) {
    arguments.axes = IntsOrUnknown(c, axes);
    if (!arguments.axes) return SetOpen(c, arguments);
  }
  if (c.HasInput(strides)) {
    arguments.strides = IntsOrUnknown(c, strides);
    if (!arguments.strides) return SetOpen(c, arguments);
  }
  return SetPlanned(c, arguments);
}

GE_SHAPE(StridedSlice) { return Slice(c, -1, 3); }
GE_SHAPE(StridedSliceV2) { return Slice(c, 3, 4); }
GE_SHAPE(StridedSliceV3) { return Slice(c, 3, 4); }

GE_SHAPE(StridedSliceD) {
  SliceArguments arguments;
  ReadMasks(c, arguments);
  if (c.InputShape(0).IsUnknownRank()) return SetOpen(c, arguments);
  arguments.x = c.InputShape(0);
  arguments.begin = IntList(c.IntsAttr("begin"));
  arguments.end = IntList(c.IntsAttr("end"));
  arguments.strides = IntList(c.IntsAttr("strides"));
  return SetPlanned(c, arguments);
}

// --- offset and size; a size of -1 is what is left

base::Status SliceBySize(ShapeContext& c, const IntList& offsets, const IntList& sizes) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetSliced(c, UnknownDims(sizes.size()));
  if (offsets.size() != x.size() || sizes.size() != x.size()) {
    return c.Error("has ", offsets.size(), " offsets and ", sizes.size(), " sizes, x is ", x);
  }
  Dims dims = PartOf(x).dims();
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t offset = offsets.Or(i, ir::kUnknownDim);
    if (offsets.Knows(i) && (offset < 0 || (x[i] >= 0 && offset > x[i]))) {
      return c.Error("offset ", offset, " is outside of dimension ", i, " of x ", x);
    }
    if (!sizes.Knows(i)) {
      if (!Differ(dims[i], sizes.Dim(i))) dims[i] = MeetDims(dims[i], sizes.Dim(i));
      continue;
    }
    if (sizes[i] < -1) return c.Error("size ", sizes[i], " of dimension ", i, " is negative");
    if (sizes[i] >= 0) {
      dims[i] = sizes[i];
    } else if (offsets.Knows(i)) {
      dims[i] = MapDim(x[i], [offset](int64_t dim) { return dim - offset; });
    }
    if (offsets.Knows(i) && x[i] >= 0 && dims[i] > x[i] - offset) {
      return c.Error("offset ", offset, " and size ", dims[i], " leave dimension ", i, " of x ", x);
    }
  }
  return SetSliced(c, ir::Shape(dims));
}

base::Status SliceByInputs(ShapeContext& c, const std::optional<IntList>& sizes) {
  const std::optional<IntList> offsets = IntsOrUnknown(c, 1);
  if (offsets && sizes) return SliceBySize(c, *offsets, *sizes);
  return SetSliced(c, PartOf(c.InputShape(0)));
}

GE_SHAPE(Slice) { return SliceByInputs(c, IntsOrUnknown(c, 2)); }
GE_SHAPE(SliceDV2) { return SliceByInputs(c, IntList(c.IntsAttr("size"))); }
GE_SHAPE(SliceD) { return SliceBySize(c, IntList(c.IntsAttr("offsets")), IntList(c.IntsAttr("size"))); }

GE_SHAPE(SliceLastDim) {
  ir::Shape shape = c.InputShape(0);
  if (shape.IsUnknownRank() || shape.empty()) return SetSliced(c, std::move(shape));
  const int64_t step = c.Attr<int64_t>("stride");
  if (step <= 0) return c.Error("stride is ", step);
  const int64_t start = c.Attr<int64_t>("start");
  const int64_t end = c.Attr<int64_t>("end");
  const bool known = shape.back() >= 0;
  shape.Set(shape.size() - 1, known ? SliceDim(shape.back(), start, end, step).count : UpToDim(shape.back()));
  return SetSliced(c, std::move(shape));
}

base::Status SameShape(ShapeContext& c) { return c.SetOutput(0, c.Input(0)); }
const ShapeRegistration kSameShape({"Roll", "RollV2", "ReverseV2", "ReverseV2D", "ReverseSequence"},
                                   SameShape);

// --- values

void TakePlanned(ValueContext& c, const SliceArguments& arguments) {
  const base::Result<std::vector<SlicedDim>> plan = PlanSlices(arguments);
  if (!plan.ok()) return;
  StridedView view;
  for (const SlicedDim& dim : *plan) {
    if (dim.view.count < 0) return;
    if (!dim.is_new) view.dims.push_back(dim.view);
  }
  c.Set(0, TakeView(*c.InputValue(0), arguments.x, view));
}

void TakeSlice(ValueContext& c, int32_t axes, int32_t strides) {
  const std::optional<IntList> begin = c.Ints(1);
  const std::optional<IntList> end = c.Ints(2);
  if (c.InputValue(0) == nullptr || !begin || !end) return;
  SliceArguments arguments;
  ReadMasks(c, arguments);
  arguments.x = c.Input(0).shape;
  arguments.begin = *begin;
  arguments.end = *end;
  if (c.HasInput(axes)) arguments.axes = c.Ints(axes);
  if (c.HasInput(strides)) arguments.strides = c.Ints(strides);
  const bool known =
      arguments.axes.has_value() == c.HasInput(axes) && arguments.strides.has_value() == c.HasInput(strides);
  if (known) TakePlanned(c, arguments);
}

GE_VALUE(StridedSlice) { TakeSlice(c, -1, 3); }
GE_VALUE(StridedSliceV2) { TakeSlice(c, 3, 4); }

GE_VALUE(Slice) {
  const std::optional<IntList> offsets = c.Ints(1);
  if (c.InputValue(0) == nullptr || !offsets || !offsets->AllKnown() || c.OutputElements(0) < 0) return;
  if (offsets->size() != c.Input(0).shape.size()) return;
  StridedView view;
  for (size_t i = 0; i < offsets->size(); ++i)
    view.dims.push_back({c.Output(0).shape[i], (*offsets)[i], 1, i});
  c.Set(0, TakeView(*c.InputValue(0), c.Input(0).shape, view));
}

}  // namespace
}  // namespace ge::ops
