#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/dim_range.h"
#include "ops/shape_rule.h"

namespace ge::ops {

using Dims = std::vector<int64_t>;

// The axis counted from the front. Fails when it is not in [-rank, rank).
base::Result<size_t> AxisOf(const ShapeContext& c, int64_t axis, size_t rank);
// For each dimension whether it is one of the axes. An axis may not come twice.
base::Result<std::vector<bool>> MarkAxes(const ShapeContext& c, const Dims& axes, size_t rank);

// The elements of input i, which is a vector of integers or a single one; those that are not known are so in
// the list. None when not even their number is known.
std::optional<IntList> IntsOrUnknown(const ShapeContext& c, int32_t i);

// The shape that input i's elements are, unknown as far as they are. Fails when one of them is negative.
base::Result<ir::Shape> ShapeFromInput(const ShapeContext& c, int32_t i);
base::Status CheckDims(const ShapeContext& c, const Dims& dims);

// As many dimensions, none of them known.
ir::Shape UnknownDims(size_t rank);
// The shape of input i, which must have this many dimensions; none of them known when their number is not.
base::Result<ir::Shape> ShapeOfRank(const ShapeContext& c, int32_t i, size_t rank);

// Arithmetic on dimensions: not known when one of the two is not, or when the result does not fit; as far as
// they have ranges (ir/dim_range.h), so has the result.
int64_t AddDims(int64_t a, int64_t b);
int64_t MulDims(int64_t a, int64_t b);
// Parts of the dimension where it must divide into parts of this size, which is not 0.
int64_t DivideDims(int64_t a, int64_t by);
// What `grow` makes of the dimension, which never gets shorter as the dimension gets longer.
template <typename Grow>
int64_t MapDim(int64_t dim, Grow grow) {
  if (dim >= 0) return grow(dim);
  if (!ir::HasRange(dim)) return ir::DimOf({std::max<int64_t>(grow(int64_t{0}), 0), ir::DimRange::kOpen});
  const ir::DimRange range = ir::RangeOf(dim);
  const int64_t min = std::max<int64_t>(grow(range.min), 0);
  return ir::DimOf({min, range.max == ir::DimRange::kOpen ? range.max : std::max(grow(range.max), min)});
}
int64_t MinDims(int64_t a, int64_t b);
// At most as long as the dimension: what is picked from it.
int64_t UpToDim(int64_t dim);
// As many elements as the shape has.
int64_t CountDim(const ir::Shape& shape);
// Whether the two cannot be the same.
bool Differ(int64_t a, int64_t b);
// What holds for two dimensions that must be the same, and do not differ.
int64_t MeetDims(int64_t a, int64_t b);
// What holds whichever of the two it is.
int64_t JoinDims(int64_t a, int64_t b);

// The data type whose number an Int attribute holds.
base::Result<base::DataType> TypeAttr(const ShapeContext& c, base::Name name);

}  // namespace ge::ops
