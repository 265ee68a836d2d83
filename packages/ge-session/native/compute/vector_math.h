#pragma once

#include <cmath>

#include "compute/half.h"

// Transcendental functions that vectorise: float versions without branches and calls, within a few units in
// the last place; NaN and infinities as in <cmath>. Double goes to <cmath>.
namespace ge::cpu::compute {

inline double Exp(double x) { return std::exp(x); }
inline double Log(double x) { return std::log(x); }
inline double Tanh(double x) { return std::tanh(x); }
inline double Erf(double x) { return std::erf(x); }
inline double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// e^x = 2^n * e^r with |r| <= ln(2)/2.
inline float Exp(float x) {
  constexpr float kRound = 12582912.0F;  // adding 1.5 * 2^23 rounds to a whole number in the low bits
  float bounded = x < -104.0F ? -104.0F : x;
  bounded = bounded > 89.0F ? 89.0F : bounded;
  const float shifted = bounded * 1.44269504F + kRound;
  const int32_t n = static_cast<int32_t>(FloatBits(shifted)) - static_cast<int32_t>(FloatBits(kRound));
  const float whole = shifted - kRound;
  const float r = (bounded - whole * 0.693359375F) + whole * 2.12194440e-4F;
  float p = 1.0F / 5040;
  p = p * r + 1.0F / 720;
  p = p * r + 1.0F / 120;
  p = p * r + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  p = p * r * r + r + 1.0F;
  // Two factors, so that subnormal results and infinity come out by themselves.
  const int32_t half = n >> 1;
  const float low = FloatFromBits(static_cast<uint32_t>(half + 127) << 23);
  const float high = FloatFromBits(static_cast<uint32_t>(n - half + 127) << 23);
  return p * low * high;
}

inline float Sigmoid(float x) { return 1.0F / (1.0F + Exp(-x)); }

inline float Tanh(float x) {
  const float magnitude = std::fabs(x);
  const float s = x * x;
  float p = 0.00204660045F;
  p = p * s - 0.00806767121F;
  p = p * s + 0.0216538459F;
  p = p * s - 0.0539374985F;
  p = p * s + 0.133331224F;
  p = p * s - 0.333333284F;
  const float small = x + x * s * p;
  const float large = std::copysign(1.0F - 2.0F / (Exp(2.0F * magnitude) + 1.0F), x);
  return magnitude < 0.625F ? small : large;
}

// log(x) = e*ln(2) + 2*atanh(f/(2+f)) with 1+f in [sqrt(1/2), sqrt(2)).
inline float Log(float x) {
  const bool subnormal = x < 1.17549435e-38F;
  const float scaled = subnormal ? x * 8388608.0F : x;
  const uint32_t bits = FloatBits(scaled) - 0x3f3504f3U;
  const int32_t exponent = (static_cast<int32_t>(bits) >> 23) - (subnormal ? 23 : 0);
  const float f = FloatFromBits((bits & 0x007fffffU) + 0x3f3504f3U) - 1.0F;
  const float s = f / (2.0F + f);
  const float z = s * s;
  float p = 2.0F / 9;
  p = p * z + 2.0F / 7;
  p = p * z + 2.0F / 5;
  p = p * z + 2.0F / 3;
  const float whole = static_cast<float>(exponent);
  const float finite = whole * 0.693359375F + (f - (f - z * p) * s + whole * -2.12194440e-4F);
  const float edge = x == 0 ? -INFINITY : (x < 0 ? NAN : x);  // +infinity and NaN stay
  return x > 0 && x < INFINITY ? finite : edge;
}

// Power series below 1; above, 1 - e^(-x^2) * g(t) with t = 1/(1 + x/2).
inline float Erf(float x) {
  const float magnitude = std::fabs(x);
  const float s = x * x;
  float p = -1.0F / 6894720;
  p = p * s + 1.0F / 685440;
  p = p * s - 1.0F / 75600;
  p = p * s + 1.0F / 9360;
  p = p * s - 1.0F / 1320;
  p = p * s + 1.0F / 216;
  p = p * s - 1.0F / 42;
  p = p * s + 1.0F / 10;
  p = p * s - 1.0F / 3;
  const float small = (x + x * s * p) * 1.12837917F;
  const float t = 1.0F / (1.0F + 0.5F * magnitude);
  float g = -0.0790944547F;
  g = g * t + 0.369212508F;
  g = g * t - 0.639847934F;
  g = g * t + 0.431191444F;
  g = g * t - 0.11989852F;
  g = g * t + 0.237970024F;
  g = g * t + 0.235013187F;
  g = g * t + 0.283404171F;
  g = g * t + 0.282030761F;
  const float large = std::copysign(1.0F - Exp(-s) * g * t, x);
  const float tail = magnitude < 4.2F ? large : std::copysign(1.0F, x);
  return magnitude < 1.0F ? small : (magnitude >= 1.0F ? tail : x);  // NaN stays
}

}  // namespace ge::cpu::compute
