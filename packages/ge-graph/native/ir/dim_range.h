#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/api.h"
#include "ir/shape.h"

namespace ge::ir {

// How long a dimension may be, both ends included.
struct DimRange {
  static constexpr int64_t kOpen = INT64_MAX;
  int64_t min = 0;
  int64_t max = kOpen;
};

// While shapes are inferred, a dimension that is not known may say how long it can be: in the place of -1
// then stands one number, far below all others, that holds both ends. Whatever treats negative dimensions as
// not known is right with it. Such dimensions do not leave inference: descriptors of a graph have -1 and a
// `shape_range`.

// The dimension that may be so long: a number when both ends are one, -1 when nothing is known. Ends that do
// not fit make the range wider.
GE_API int64_t DimOf(DimRange range);
// {n, n} of a number, [0, open] of -1.
GE_API DimRange RangeOf(int64_t dim);
// Whether it is a dimension that is not known and has an end that is.
GE_API bool HasRange(int64_t dim);

// A `shape_range` of descriptors: min and max of each dimension, max -1 where it is open.
using ShapeRange = std::vector<std::pair<int64_t, int64_t>>;

// The shape with the ranges in its dimensions that are -1. Ranges that do not fit the shape say nothing.
GE_API Shape WithRange(const Shape& shape, const ShapeRange& range);
// The shape with -1 for what is not known, and its range; that is empty when no dimension has one.
GE_API std::pair<Shape, ShapeRange> SplitRange(const Shape& shape);

}  // namespace ge::ir
