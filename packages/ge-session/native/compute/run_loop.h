#pragma once

#include <cstdint>

#include "compute/simd.h"

namespace ge::cpu::compute {

// Elements that a thread should get at least.
inline constexpr int64_t kElementGrain = 16384;

// Loops over 32-bit elements are compiled for each instruction set; the others once, to keep the library
// small.
template <typename T, typename Body>
void RunLoop(const Body& body) {
  if constexpr (sizeof(T) == sizeof(float)) {
    Vectorised(body);
  } else {
    body();
  }
}

}  // namespace ge::cpu::compute
