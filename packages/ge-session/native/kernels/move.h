#pragma once

#include <cstdint>

#include "kernels/element.h"

namespace ge::cpu::kernels {

struct Word16 {
  uint64_t parts[2];
};

// Calls `f(Element<W>())` with an unsigned word of that many bits, for kernels that only move elements.
// False for elements of another size.
template <typename F>
bool VisitWord(int32_t bits, F&& f) {
  switch (bits) {
    case 8:
      f(Element<uint8_t>());
      return true;
    case 16:
      f(Element<uint16_t>());
      return true;
    case 32:
      f(Element<uint32_t>());
      return true;
    case 64:
      f(Element<uint64_t>());
      return true;
    case 128:
      f(Element<Word16>());
      return true;
    default:
      return false;
  }
}

}  // namespace ge::cpu::kernels
