#include <algorithm>

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

base::Result<SlicedDim> SliceEntry(const SliceArguments& a, size_t entry, size_t dim) {
  const bool step_known = !a.strides || a.strides->Knows(entry);
  const int64_t step = a.strides ? a.strides->Or(entry, 1) : 1;
  if (step == 0) return base::InnerError(base::Text("the stride of dimension ", dim, " is 0"));
  if (Has(a.shrink_axis_mask, entry)) return PickOne(a, entry, dim);
  const bool from_start = Has(a.begin_mask, entry);
  const bool to_end = Has(a.end_mask, entry);
  SlicedDim sliced;
  sliced.view = {ir::kUnknownDim, 0, step, dim};
  const bool known =
      step_known && a.x[dim] >= 0 && (from_start || a.begin.Knows(entry)) && (to_end || a.end.Knows(entry));
  if (!known) return sliced;
  sliced.view = SliceDim(a.x[dim], from_start ? std::nullopt : std::optional(a.begin[entry]),
                         to_end ? std::nullopt : std::optional(a.end[entry]), step);
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
    for (SlicedDim& dim : plan) dim.view.count = ir::kUnknownDim;
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
