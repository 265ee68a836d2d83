#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "kernels/kernel.h"

// Inputs and attributes that hold shapes, axes and indices.
namespace ge::cpu::kernels {

// The elements of an int32 or int64 input.
base::Result<std::vector<int64_t>> Integers(const RunContext& c, int32_t input);
// Its only element.
base::Result<int64_t> Integer(const RunContext& c, int32_t input);

// An attribute list; empty when the node has none.
const std::vector<int64_t>& IntegersAttr(const ir::Node& node, base::Name name);
int64_t IntegerAttr(const ir::Node& node, base::Name name, int64_t otherwise);

// Counts a negative axis from the end; fails when it is not in [-rank, rank).
base::Result<size_t> Axis(const RunContext& c, int64_t axis, size_t rank);

// Elements in the dimensions [first, last).
int64_t ElementsBetween(const ir::Shape& shape, size_t first, size_t last);

}  // namespace ge::cpu::kernels
