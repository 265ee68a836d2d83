#include <algorithm>
#include <cstdlib>

#include "ops/dims.h"
#include "ops/slice.h"

namespace ge::ops {
namespace {

bool Has(int64_t mask, size_t i) { return i < 64 && ((mask >> i) & 1) != 0; }

// Where begin or end lies once it is counted from the front and cut to the dimension.
int64_t Clamped(int64_t bound, int64_t dim, int64_t step) {
  if (bound < 0) bound += dim;
  return step > 0 ? std::clamp<int64_t>(bound, 0, dim) : std::clamp<int64_t>(bound, -1, dim - 1);
}

base::Result<SlicedDim> PickOne(const SliceArguments& a, size_t entry, size_t dim) {
  SlicedDim picked;
  picked.dropped = true;
  picked.view = {ir::kUnknownDim, 0, 1, dim};
  if (!a.begin.Knows(entry) || a.x[dim] < 0) return picked;
  const int64_t begin = a.begin[entry];
  if (begin < -a.x[dim] || begin >= a.x[dim]) {
    return base::InnerError(base::Text("index ", begin, " is outside of dimension ", dim, " of x ", a.x));
  }
  picked.view.count = 1;
  picked.view.start = begin < 0 ? begin + a.x[dim] : begin;
  return picked;
}

// How many a slice can take of a dimension whose length is not known.
int64_t RangeOfSlice(int64_t dim, std::optional<int64_t> begin, std::optional<int64_t> end, int64_t step) {
  constexpr int64_t kFar = int64_t{1} << 40;
  if (begin) begin = std::clamp(*begin, -kFar, kFar);
  if (end) end = std::clamp(*end, -kFar, kFar);
  const bool forward = step > 0;
  const int64_t from = begin.value_or(forward ? 0 : -1);
  const bool from_front = from >= 0;
  const bool to_front = end ? *end >= 0 : !forward;
  const ir::DimRange length = ir::RangeOf(dim);
  const auto count = [&](int64_t whole) { return SliceDim(whole, begin, end, step).count; };
  if (from_front == to_front) {  // a dimension that reaches beyond both bounds gives no more as it grows
    const int64_t farthest = std::max(std::abs(from), std::abs(end.value_or(0))) + 1;
    return ir::DimOf({count(length.min), std::max(count(std::min(length.max, farthest)), count(length.min))});
  }
  if (from_front == forward) return MapDim(dim, count);
  // The bounds pass each other as it grows.
  const int64_t most = forward ? std::min(-from, *end) : std::min(from + 1, -*end - 1);
  return UpToDim(std::min(length.max, most <= 0 ? 0 : (most - 1) / std::abs(std::max(step, -kFar)) + 1));
}

base::Result<SlicedDim> SliceEntry(const SliceArguments& a, size_t entry, size_t dim) {
  const bool step_known = !a.strides || a.strides->Knows(entry);
  const int64_t step = a.strides ? a.strides->Or(entry, 1) : 1;
  if (step == 0) return base::InnerError(base::Text("the stride of dimension ", dim, " is 0"));
  if (Has(a.shrink_axis_mask, entry)) return PickOne(a, entry, dim);
  const bool from_start = Has(a.begin_mask, entry);
  const bool to_end = Has(a.end_mask, entry);
  SlicedDim sliced;
  sliced.view = {UpToDim(a.x[dim]), 0, step, dim};
  const bool known = step_known && (from_start || a.begin.Knows(entry)) && (to_end || a.end.Knows(entry));
  if (!known) return sliced;
  const auto begin = from_start ? std::nullopt : std::optional(a.begin[entry]);
  const auto end = to_end ? std::nullopt : std::optional(a.end[entry]);
  if (a.x[dim] < 0) {
    sliced.view.count = RangeOfSlice(a.x[dim], begin, end, step);
    return sliced;
  }
  sliced.view = SliceDim(a.x[dim], begin, end, step);
  sliced.view.source_dim = dim;
  return sliced;
}

SlicedDim Whole(const SliceArguments& a, size_t dim) {
  SlicedDim whole;
  whole.view = {a.x[dim], 0, 1, dim};
  return whole;
}

base::Result<std::vector<SlicedDim>> PlanByAxes(const SliceArguments& a) {
  std::vector<SlicedDim> plan;
  for (size_t i = 0; i < a.x.size(); ++i) plan.push_back(Whole(a, i));
  const auto rank = static_cast<int64_t>(a.x.size());
  if (!a.axes->AllKnown()) {
    for (SlicedDim& dim : plan) dim.view.count = UpToDim(dim.view.count);
    return plan;
  }
  if (a.axes->size() != a.begin.size()) {
    return base::InnerError(base::Text("has ", a.axes->size(), " axes and ", a.begin.size(), " begins"));
  }
  for (size_t i = 0; i < a.axes->size(); ++i) {
    const int64_t axis = (*a.axes)[i];
    if (axis < -rank || axis >= rank) {
      return base::InnerError(base::Text("axis ", axis, " is not one of ", rank, " dimensions"));
    }
    const auto dim = static_cast<size_t>(axis < 0 ? axis + rank : axis);
    GE_ASSIGN_OR_RETURN(plan[dim], SliceEntry(a, i, dim));
  }
  return plan;
}

base::Result<std::vector<SlicedDim>> PlanByPlace(const SliceArguments& a) {
  size_t taken = 0;
  bool ellipsis = false;
  for (size_t i = 0; i < a.begin.size(); ++i) {
    if (Has(a.ellipsis_mask, i)) {
      if (ellipsis) return base::InnerError("has more than one ellipsis");
      ellipsis = true;
    } else if (!Has(a.new_axis_mask, i)) {
      ++taken;
    }
  }
  if (taken > a.x.size()) {
    return base::InnerError(base::Text("slices ", taken, " dimensions, x is ", a.x));
  }
  std::vector<SlicedDim> plan;
  size_t dim = 0;
  for (size_t i = 0; i < a.begin.size(); ++i) {
    if (Has(a.ellipsis_mask, i)) {
      for (size_t k = taken; k < a.x.size(); ++k) plan.push_back(Whole(a, dim++));
    } else if (Has(a.new_axis_mask, i)) {
      plan.push_back({{1, 0, 1, 0}, true, false});
    } else {
      GE_ASSIGN_OR_RETURN(SlicedDim sliced, SliceEntry(a, i, dim++));
      plan.push_back(sliced);
    }
  }
  while (dim < a.x.size()) plan.push_back(Whole(a, dim++));
  return plan;
}

}  // namespace

StridedView::Dim SliceDim(int64_t dim, std::optional<int64_t> begin, std::optional<int64_t> end,
                          int64_t step) {
  step = std::max(step, -INT64_MAX);
  const int64_t first = begin ? Clamped(*begin, dim, step) : (step > 0 ? 0 : dim - 1);
  const int64_t last = end ? Clamped(*end, dim, step) : (step > 0 ? dim : -1);
  const int64_t length = step > 0 ? last - first : first - last;
  const int64_t stride = step > 0 ? step : -step;
  return {length <= 0 ? 0 : (length - 1) / stride + 1, first, step, 0};
}

base::Result<std::vector<SlicedDim>> PlanSlices(const SliceArguments& a) {
  if (a.begin.size() != a.end.size() || (a.strides && a.strides->size() != a.begin.size())) {
    return base::InnerError(base::Text("has ", a.begin.size(), " begins, ", a.end.size(), " ends and ",
                                       a.strides ? a.strides->size() : a.begin.size(), " strides"));
  }
  return a.axes ? PlanByAxes(a) : PlanByPlace(a);
}

}  // namespace ge::ops
