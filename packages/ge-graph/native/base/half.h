#pragma once

#include <cstdint>
#include <cstring>

namespace ge::base {

inline uint32_t FloatBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
inline float FloatFromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// IEEE binary16, one number at a time. Rounds to nearest, ties to even; a NaN keeps its sign and becomes
// quiet.
inline float FloatFromHalf(uint16_t half) {
  const uint32_t magnitude = (half & 0x7fffU) << 13;
  const uint32_t special = magnitude >= (0x7c00U << 13) ? 0x7f800000U : 0U;
  const float scaled = FloatFromBits(magnitude) * FloatFromBits(0x77800000U);  // times 2^112
  return FloatFromBits(FloatBits(scaled) | special | (half & 0x8000U) << 16);
}
inline uint16_t HalfFromFloat(float value) {
  const uint32_t magnitude = FloatBits(value) & 0x7fffffffU;
  const auto sign = static_cast<uint16_t>(FloatBits(value) >> 16 & 0x8000U);
  if (magnitude > 0x7f800000U) return sign | 0x7e00U;
  if (magnitude >= 0x47800000U) return sign | 0x7c00U;
  // Below 2^-14 the sum with 0.5 rounds at the weight of the smallest half.
  const uint32_t rounded = magnitude < 0x38800000U
                               ? FloatBits(FloatFromBits(magnitude) + 0.5F) - 0x3f000000U
                               : (magnitude + 0xc8000fffU + ((magnitude >> 13) & 1U)) >> 13;
  return static_cast<uint16_t>(sign | rounded);
}

// The upper half of a float.
inline float FloatFromBFloat16(uint16_t bits) { return FloatFromBits(uint32_t{bits} << 16); }

}  // namespace ge::base
