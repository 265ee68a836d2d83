#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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

// Arithmetic on dimensions: not known when one of the two is not, or when the result does not fit.
int64_t AddDims(int64_t a, int64_t b);
int64_t MulDims(int64_t a, int64_t b);
// Whether both are known, and not the same.
inline bool Differ(int64_t a, int64_t b) { return a >= 0 && b >= 0 && a != b; }

// The data type whose number an Int attribute holds.
base::Result<base::DataType> TypeAttr(const ShapeContext& c, base::Name name);

}  // namespace ge::ops
