#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "compute/vector_math.h"

// What the element functions are made of. Integers wrap round; computing in the unsigned type makes that
// defined.
namespace ge::cpu::compute {

template <typename T>
inline constexpr bool kIsInteger = std::is_integral_v<T>;
template <typename T>
using Unsigned = std::make_unsigned_t<T>;

template <typename T>
inline T Plus(T x, T y) {
  if constexpr (kIsInteger<T>)
    return static_cast<T>(static_cast<Unsigned<T>>(x) + static_cast<Unsigned<T>>(y));
  else
    return x + y;
}

template <typename T>
inline T Minus(T x, T y) {
  if constexpr (kIsInteger<T>)
    return static_cast<T>(static_cast<Unsigned<T>>(x) - static_cast<Unsigned<T>>(y));
  else
    return x - y;
}

template <typename T>
inline T Times(T x, T y) {
  if constexpr (kIsInteger<T>)
    return static_cast<T>(static_cast<Unsigned<T>>(x) * static_cast<Unsigned<T>>(y));
  else
    return x * y;
}

template <typename T>
inline T Negative(T x) {
  if constexpr (kIsInteger<T>)
    return Minus(T{0}, x);
  else
    return -x;
}

template <typename T>
inline T Magnitude(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else if constexpr (std::is_signed_v<T>)
    return x < 0 ? Negative(x) : x;
  else
    return x;
}

// Holds x between two bounds; NaN stays.
template <typename T>
inline T Within(T low, T x, T high) {
  const T raised = x < low ? low : x;
  return raised > high ? high : raised;
}

// Integers truncate toward zero; a division by zero gives 0, as the smallest number by -1 gives itself.
template <typename T>
inline T Quotient(T x, T y) {
  if constexpr (kIsInteger<T>) {
    if (y == 0) return 0;
    if constexpr (std::is_signed_v<T>) {
      if (y == -1) return Negative(x);
    }
    return x / y;
  } else {
    return x / y;
  }
}

template <typename T>
inline T Remainder(T x, T y) {
  if constexpr (kIsInteger<T>) {
    if (y == 0) return 0;
    if constexpr (std::is_signed_v<T>) {
      if (y == -1) return 0;
    }
    return x % y;
  } else {
    return std::fmod(x, y);
  }
}

template <typename T>
inline T FloorRemainder(T x, T y) {
  const T rest = Remainder(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? Plus(rest, y) : rest;
}

template <typename T>
inline T FloorQuotient(T x, T y) {
  if constexpr (kIsInteger<T>) {
    const T quotient = Quotient(x, y);
    return y != 0 && Remainder(x, y) != 0 && (x < 0) != (y < 0) ? Minus(quotient, T{1}) : quotient;
  } else {
    return std::floor(x / y);
  }
}

template <typename T>
inline T TruncatedQuotient(T x, T y) {
  if constexpr (kIsInteger<T>)
    return Quotient(x, y);
  else
    return std::trunc(x / y);
}

// log(1 + e^x), with what 1 + e^-|x| loses put right (Goldberg, What every computer scientist should know
// about floating-point arithmetic, theorem 4).
template <typename T>
inline T Softplus(T x) {
  const T small = Exp(-Magnitude(x));
  const T sum = T(1) + small;
  const T log = sum == T(1) ? small : Log(sum) * (small / (sum - T(1)));
  return (x < 0 ? T(0) : x) + log;
}

template <typename T>
inline T IntegerPower(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) return base == 1 ? 1 : (base == -1 ? ((exponent & 1) != 0 ? -1 : 1) : 0);
  }
  Unsigned<T> result = 1;
  auto square = static_cast<Unsigned<T>>(base);
  for (auto left = static_cast<Unsigned<T>>(exponent); left != 0; left = left >> 1U) {
    if ((left & 1U) != 0) result *= square;
    square *= square;
  }
  return static_cast<T>(result);
}

template <typename T>
inline T Power(T base, T exponent) {
  if constexpr (kIsInteger<T>)
    return IntegerPower(base, exponent);
  else
    return std::pow(base, exponent);
}

}  // namespace ge::cpu::compute
