#pragma once

#include <optional>
#include <vector>

#include "base/status.h"
#include "ir/shape.h"
#include "ops/strided.h"

namespace ge::ops {

// The arguments of the strided slices. Without axes, entry i is for dimension i, as far as the masks do not
// say otherwise; the masks are bits by entry.
struct SliceArguments {
  ir::Shape x;  // of known rank
  IntList begin;
  IntList end;
  std::optional<IntList> strides;  // none: all 1
  std::optional<IntList> axes;
  int64_t begin_mask = 0;
  int64_t end_mask = 0;
  int64_t ellipsis_mask = 0;
  int64_t new_axis_mask = 0;
  int64_t shrink_axis_mask = 0;
};

// One dimension of x, or a new one.
struct SlicedDim {
  StridedView::Dim view;  // count below 0: not known, then start does not count
  bool is_new = false;    // a new dimension of 1
  bool dropped = false;   // one index was picked: not a dimension of the result
};

// The dimensions in the order of the result, dropped ones at their place. The error's text is for after the
// node's name.
base::Result<std::vector<SlicedDim>> PlanSlices(const SliceArguments& arguments);

// The slice of one dimension; begin and end count from the back when negative and are cut to the dimension,
// step is not 0. A bound that is not given is the end of the dimension on its side.
StridedView::Dim SliceDim(int64_t dim, std::optional<int64_t> begin, std::optional<int64_t> end,
                          int64_t step);

}  // namespace ge::ops
