#include <cmath>

#include "kernels/attr.h"
#include "kernels/map.h"
#include "kernels/vector_math.h"

namespace ge::cpu::kernels {

namespace {

using ActivationTypes = Joined<FloatTypes, Types<int32_t, int64_t, int16_t, int8_t>>::type;
constexpr ir::DataTypeSet kActivations = ActivationTypes::kSet;

// Holds x between two bounds; NaN stays.
template <typename T>
T Within(T low, T x, T high) {
  const T raised = x < low ? low : x;
  return raised > high ? high : raised;
}

// x times the share of a normal distribution below x ...
base::Status ExactGelu(RunContext& c) {
  return Map<FloatTypes>(c, [](auto x) {
    using T = decltype(x);
    return T(0.5) * x * (T(1) + Erf(x * T(0.70710678118654752440)));
  });
}

// ... and an approximation of it (Hendrycks and Gimpel, arXiv:1606.08415).
base::Status TanhGelu(RunContext& c) {
  return Map<FloatTypes>(c, [](auto x) {
    using T = decltype(x);
    return T(0.5) * x * (T(1) + Tanh(T(0.79788456080286535588) * (x + T(0.044715) * x * x * x)));
  });
}

}  // namespace

GE_KERNEL(Relu, kActivations) {
  return Map<ActivationTypes>(c, [](auto x) { return x < 0 ? decltype(x)(0) : x; });
}
GE_KERNEL(Relu6, kActivations) {
  return Map<ActivationTypes>(c, [](auto x) {
    using T = decltype(x);
    return Within(T(0), x, T(6));
  });
}
GE_KERNEL(LeakyRelu, kFloats) {
  GE_ASSIGN_OR_RETURN(const float slope, AttrOf<float>(c, "negative_slope"));
  return Map<FloatTypes>(c, [slope](auto x) { return x < 0 ? decltype(x)(slope) * x : x; });
}
GE_KERNEL(Sigmoid, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return Sigmoid(x); });
}
GE_KERNEL(HardSigmoid, kFloats) {
  GE_ASSIGN_OR_RETURN(const float alpha, AttrOf<float>(c, "alpha"));
  GE_ASSIGN_OR_RETURN(const float beta, AttrOf<float>(c, "beta"));
  return Map<FloatTypes>(c, [alpha, beta](auto x) {
    using T = decltype(x);
    return Within(T(0), T(alpha) * x + T(beta), T(1));
  });
}
GE_KERNEL(HardSwish, kFloats) {
  return Map<FloatTypes>(c, [](auto x) {
    using T = decltype(x);
    return x * Within(T(0), x + T(3), T(6)) / T(6);
  });
}
GE_KERNEL(Swish, kFloats) {
  GE_ASSIGN_OR_RETURN(const float scale, AttrOf<float>(c, "scale"));
  return Map<FloatTypes>(c, [scale](auto x) { return x * Sigmoid(decltype(x)(scale) * x); });
}
GE_KERNEL(Gelu, kFloats) { return ExactGelu(c); }
GE_KERNEL(GeluV2, kFloats) {
  GE_ASSIGN_OR_RETURN(const std::string approximate, AttrOf<std::string>(c, "approximate"));
  if (approximate == "none") return ExactGelu(c);
  if (approximate == "tanh") return TanhGelu(c);
  return Refuse(c, "approximate must be none or tanh, given ", approximate);
}

}  // namespace ge::cpu::kernels
