#include "kernels/activation.h"

#include <cmath>

#include "kernels/attr.h"
#include "kernels/map.h"
#include "compute/vector_math.h"

namespace ge::cpu::kernels {

namespace {

using ActivationTypes = Joined<FloatTypes, Types<int32_t, int64_t, int16_t, int8_t>>::type;
constexpr ir::DataTypeSet kActivations = ActivationTypes::kSet;

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
  return Map<ActivationTypes>(c, [](auto x) { return Relu(x); });
}
GE_KERNEL(Relu6, kActivations) {
  return Map<ActivationTypes>(c, [](auto x) {
    using T = decltype(x);
    return Within(T(0), x, T(6));
  });
}
GE_KERNEL(LeakyRelu, kFloats) {
  GE_ASSIGN_OR_RETURN(const float slope, AttrOf<float>(c, "negative_slope"));
  return Map<FloatTypes>(c, [slope](auto x) { return LeakyRelu(x, decltype(x)(slope)); });
}
GE_KERNEL(Sigmoid, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return Sigmoid(x); });
}
GE_KERNEL(HardSigmoid, kFloats) {
  GE_ASSIGN_OR_RETURN(const float alpha, AttrOf<float>(c, "alpha"));
  GE_ASSIGN_OR_RETURN(const float beta, AttrOf<float>(c, "beta"));
  return Map<FloatTypes>(c, [alpha, beta](auto x) {
    using T = decltype(x);
    return HardSigmoid(x, T(alpha), T(beta));
  });
}
GE_KERNEL(HardSwish, kFloats) {
  const auto* alpha = c.Attr<float>(kGateAlpha);
  const auto* beta = c.Attr<float>(kGateBeta);
  if (alpha == nullptr || beta == nullptr) return Map<FloatTypes>(c, [](auto x) { return HardSwish(x); });
  return Map<FloatTypes>(c, [alpha = *alpha, beta = *beta](auto x) {
    using T = decltype(x);
    return x * HardSigmoid(x, T(alpha), T(beta));
  });
}
GE_KERNEL(Swish, kFloats) {
  GE_ASSIGN_OR_RETURN(const float scale, AttrOf<float>(c, "scale"));
  return Map<FloatTypes>(c, [scale](auto x) { return Swish(x, decltype(x)(scale)); });
}
GE_KERNEL(Gelu, kFloats) { return ExactGelu(c); }
GE_KERNEL(GeluV2, kFloats) {
  GE_ASSIGN_OR_RETURN(const std::string approximate, AttrOf<std::string>(c, "approximate"));
  if (approximate == "none") return ExactGelu(c);
  if (approximate == "tanh") return TanhGelu(c);
  return Refuse(c, "approximate must be none or tanh, given ", approximate);
}

}  // namespace ge::cpu::kernels
