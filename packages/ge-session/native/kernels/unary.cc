#include <cmath>

#include "kernels/attr.h"
#include "kernels/map.h"
#include "compute/vector_math.h"

namespace ge::cpu::kernels {

namespace {

template <typename T>
T Negative(T x) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(uint64_t{0} - static_cast<uint64_t>(x));
  else
    return -x;
}

// base^(scale * x + shift); a base of -1 stands for e.
struct PowerOf {
  float scale;
  float shift;
  float log_base;

  template <typename T>
  T operator()(T x) const {
    return Exp((x * T(scale) + T(shift)) * T(log_base));
  }
};

// log of (scale * x + shift) to a base, of which -1 stands for e.
struct LogTo {
  float scale;
  float shift;
  float log_base;

  template <typename T>
  T operator()(T x) const {
    return Log(x * T(scale) + T(shift)) / T(log_base);
  }
};

// The natural logarithm of the attribute `base`.
base::Result<float> LogOfBase(const RunContext& c) {
  GE_ASSIGN_OR_RETURN(const float base, AttrOf<float>(c, "base"));
  if (base == -1.0F) return 1.0F;
  if (base > 0.0F) return std::log(base);
  return Refuse(c, "base must be greater than 0, or -1 for e, given ", base);
}

// x and the attribute `value` combined. In double, so that integers meet it exactly.
template <typename Op>
base::Status MapWithValue(RunContext& c, const Op& op) {
  GE_ASSIGN_OR_RETURN(const float value, AttrOf<float>(c, "value"));
  return Map<NumberTypes>(
      c, [wide = double{value}, op](auto x) { return static_cast<decltype(x)>(op(x, wide)); });
}

}  // namespace

GE_KERNEL(Sqrt, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::sqrt(x); });
}
GE_KERNEL(Rsqrt, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return 1 / std::sqrt(x); });
}
GE_KERNEL(Reciprocal, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return 1 / x; });
}
GE_KERNEL(Square, kNumbers) {
  return Map<NumberTypes>(c, [](auto x) {
    if constexpr (std::is_integral_v<decltype(x)>)
      return static_cast<uint64_t>(x) * static_cast<uint64_t>(x);
    else
      return x * x;
  });
}
GE_KERNEL(Tanh, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return Tanh(x); });
}
GE_KERNEL(Exp, kFloats) {
  GE_ASSIGN_OR_RETURN(const float log_base, LogOfBase(c));
  GE_ASSIGN_OR_RETURN(const float scale, AttrOf<float>(c, "scale"));
  GE_ASSIGN_OR_RETURN(const float shift, AttrOf<float>(c, "shift"));
  return Map<FloatTypes>(c, PowerOf{scale, shift, log_base});
}
GE_KERNEL(Log, kFloats) {
  GE_ASSIGN_OR_RETURN(const float log_base, LogOfBase(c));
  GE_ASSIGN_OR_RETURN(const float scale, AttrOf<float>(c, "scale"));
  GE_ASSIGN_OR_RETURN(const float shift, AttrOf<float>(c, "shift"));
  return Map<FloatTypes>(c, LogTo{scale, shift, log_base});
}
GE_KERNEL(Abs, kNumbers) {
  return Map<NumberTypes>(c, [](auto x) {
    if constexpr (std::is_floating_point_v<decltype(x)>)
      return std::fabs(x);
    else
      return x < 0 ? Negative(x) : x;
  });
}
GE_KERNEL(Neg, kNumbers) {
  return Map<NumberTypes>(c, [](auto x) { return Negative(x); });
}
GE_KERNEL(Floor, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::floor(x); });
}
GE_KERNEL(Ceil, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::ceil(x); });
}

GE_KERNEL(Round, kFloats) {
  // Halves to the even neighbour.
  return Map<FloatTypes>(c, [](auto x) { return std::nearbyint(x); });
}
GE_KERNEL(Sign, kNumbers) {
  return Map<NumberTypes>(c, [](auto x) {
    using T = decltype(x);
    return x > 0 ? T(1) : (x < 0 ? T(-1) : x);  // NaN stays
  });
}

GE_KERNEL(Sin, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::sin(x); });
}
GE_KERNEL(Cos, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::cos(x); });
}
GE_KERNEL(Tan, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::tan(x); });
}
GE_KERNEL(Asin, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::asin(x); });
}
GE_KERNEL(Acos, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::acos(x); });
}
GE_KERNEL(Atan, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::atan(x); });
}
GE_KERNEL(Sinh, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::sinh(x); });
}
GE_KERNEL(Cosh, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::cosh(x); });
}
GE_KERNEL(Asinh, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::asinh(x); });
}
GE_KERNEL(Acosh, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::acosh(x); });
}
GE_KERNEL(Atanh, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return std::atanh(x); });
}

GE_KERNEL(Muls, kNumbers) {
  return MapWithValue(c, [](auto x, double value) { return x * value; });
}
GE_KERNEL(Adds, kNumbers) {
  return MapWithValue(c, [](auto x, double value) { return x + value; });
}

}  // namespace ge::cpu::kernels
