#pragma once

#include <type_traits>

#include "compute/element/block.h"
#include "compute/simd.h"

namespace ge::cpu::compute {

// Loops over 32-bit lanes are compiled for each instruction set; the others once, to keep the library small.
template <typename T, typename Body>
void RunLoop(const Body& body) {
  if constexpr (sizeof(T) == sizeof(float)) {
    Vectorised(body);
  } else {
    body();
  }
}

// The lane's C++ type as a tag: `f(Element<T>())`.
template <typename F>
Block ForLane(Lane lane, F&& f) {
  switch (lane) {
    case Lane::kFloat:
      return f(Element<float>());
    case Lane::kDouble:
      return f(Element<double>());
    case Lane::kInt32:
      return f(Element<int32_t>());
    case Lane::kInt64:
      return f(Element<int64_t>());
    case Lane::kUint64:
      return f(Element<uint64_t>());
  }
  return nullptr;
}

}  // namespace ge::cpu::compute
