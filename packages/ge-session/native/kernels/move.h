#pragma once

#include <cstdint>

#include "compute/element.h"
#include "kernels/compute_names.h"

namespace ge::cpu::kernels {

// Data types whose elements take whole bytes: kernels that only move elements take them all.
inline constexpr ir::DataTypeSet kFixedSize = [] {
  using base::DataType;
  ir::DataTypeSet set = kPlain;
  for (const DataType type :
       {DataType::kQint8, DataType::kQuint8, DataType::kQint16, DataType::kQuint16, DataType::kQint32,
        DataType::kComplex32, DataType::kComplex64, DataType::kComplex128, DataType::kHifloat8,
        DataType::kFloat8E5M2, DataType::kFloat8E4M3FN, DataType::kFloat8E8M0}) {
    set |= ir::Holding(type);
  }
  return set;
}();

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
