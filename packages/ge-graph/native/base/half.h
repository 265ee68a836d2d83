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

// IEEE binary16. Rounds to nearest, ties to even; a NaN keeps its sign and becomes quiet. Without branches,
// so that loops over it vectorise.
inline float FloatFromHalf(uint16_t half) {
  const uint32_t magnitude = (half & 0x7fffU) << 13;
  const uint32_t special = magnitude >= (0x7c00U << 13) ? 0x7f800000U : 0U;
  const float scaled = FloatFromBits(magnitude) * FloatFromBits(0x77800000U);  // times 2^112
  return FloatFromBits(FloatBits(scaled) | special | (half & 0x8000U) << 16);
}
inline uint16_t HalfFromFloat(float value) {
  const uint32_t bits = FloatBits(value);
  const uint32_t magnitude = bits & 0x7fffffffU;
  // Below 2^-14 the sum with 0.5 rounds at the weight of the smallest half.
  const uint32_t tiny = FloatBits(FloatFromBits(magnitude) + 0.5F) - 0x3f000000U;
  const uint32_t normal = (magnitude + 0xc8000fffU + ((magnitude >> 13) & 1U)) >> 13;
  const uint32_t large = magnitude > 0x7f800000U ? 0x7e00U : 0x7c00U;
  const uint32_t finite = magnitude < 0x38800000U ? tiny : normal;
  return static_cast<uint16_t>((magnitude >= 0x47800000U ? large : finite) | (bits >> 16 & 0x8000U));
}

// The upper half of a float. Rounds to nearest, ties to even; a NaN keeps its sign.
inline float FloatFromBFloat16(uint16_t bits) { return FloatFromBits(uint32_t{bits} << 16); }
inline uint16_t BFloat16FromFloat(float value) {
  const uint32_t bits = FloatBits(value);
  const uint32_t rounded = (bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16;
  return static_cast<uint16_t>((bits & 0x7fffffffU) > 0x7f800000U ? 0x7fc0U | bits >> 16 : rounded);
}

}  // namespace ge::base
