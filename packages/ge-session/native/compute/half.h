#pragma once

#include "base/half.h"

namespace ge::cpu::compute {

using base::FloatBits;
using base::FloatFromBits;

// IEEE binary16. Only stored: arithmetic is done in float.
struct Half {
  uint16_t bits;

  Half() = default;
  Half(float value) : bits(base::HalfFromFloat(value)) {}       // NOLINT(google-explicit-constructor)
  operator float() const { return base::FloatFromHalf(bits); }  // NOLINT(google-explicit-constructor)
};

// The upper half of a float. Only stored: arithmetic is done in float.
struct BFloat16 {
  uint16_t bits;

  BFloat16() = default;
  BFloat16(float value) : bits(base::BFloat16FromFloat(value)) {}   // NOLINT(google-explicit-constructor)
  operator float() const { return base::FloatFromBFloat16(bits); }  // NOLINT(google-explicit-constructor)
};

}  // namespace ge::cpu::compute
