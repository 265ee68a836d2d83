#include <cmath>

#include "kernels/map.h"
#include "kernels/vector_math.h"

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
  const float base = *c.Attr<float>("base");
  if (base == -1.0F) return 1.0F;
  if (base > 0.0F) return std::log(base);
  return Refuse(c, "base must be greater than 0, or -1 for e, given ", base);
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
  return Map<FloatTypes>(c, PowerOf{*c.Attr<float>("scale"), *c.Attr<float>("shift"), log_base});
}
GE_KERNEL(Log, kFloats) {
  GE_ASSIGN_OR_RETURN(const float log_base, LogOfBase(c));
  return Map<FloatTypes>(c, LogTo{*c.Attr<float>("scale"), *c.Attr<float>("shift"), log_base});
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

}  // namespace ge::cpu::kernels
