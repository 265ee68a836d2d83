#pragma once

#include <cstdint>

#include "base/data_type.h"

namespace ge::cpu::compute {

// Converts `count` elements. Floats become integers by truncation, anything but 0 becomes true. False when
// there is no such conversion.
bool CastElements(base::DataType from, const void* x, base::DataType to, void* y, int64_t count);

}  // namespace ge::cpu::compute
