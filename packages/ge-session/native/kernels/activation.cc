#include "kernels/elementwise.h"
#include "kernels/float_elements.h"

namespace ge::cpu::kernels {

namespace {

constexpr ir::DataTypeSet kActivations = kFloats | Types<int32_t, int64_t, int16_t, int8_t>::kSet;

}  // namespace

GE_ELEMENT(Relu, kActivations, kRelu)
GE_ELEMENT(Sigmoid, kFloats, kSigmoid)
GE_ELEMENT(HardSwish, kFloats, kHardSwish)
GE_ELEMENT(Gelu, kFloats, kGelu)

GE_ELEMENT(Mish, kFloatsUpTo32, kMish)
GE_ELEMENT(Softplus, kFloats, kSoftplus)
GE_ELEMENT(Softsign, kFloats, kSoftsign)
GE_ELEMENT(LogSigmoid, kFloatsUpTo32, kLogSigmoid)
GE_ELEMENT(SquaredRelu, kFloatsUpTo32, kSquaredRelu)

GE_ELEMENTWISE(Relu6, kActivations) { return c.Call(Function::kClip, {0, 6}); }
GE_ELEMENTWISE(LeakyRelu, kFloats) {
  GE_ASSIGN_OR_RETURN(const float slope, AttrOf<float>(c.node(), "negative_slope"));
  return c.Call(Function::kLeakyRelu, {slope});
}
GE_ELEMENTWISE(HardSigmoid, kFloats) {
  GE_ASSIGN_OR_RETURN(const float alpha, AttrOf<float>(c.node(), "alpha"));
  GE_ASSIGN_OR_RETURN(const float beta, AttrOf<float>(c.node(), "beta"));
  return c.Call(Function::kHardSigmoid, {alpha, beta});
}
GE_ELEMENTWISE(Swish, kFloats) {
  GE_ASSIGN_OR_RETURN(const float scale, AttrOf<float>(c.node(), "scale"));
  return c.Call(Function::kSwish, {scale});
}
GE_ELEMENTWISE(GeluV2, kFloats) {
  GE_ASSIGN_OR_RETURN(const std::string approximate, AttrOf<std::string>(c.node(), "approximate"));
  if (approximate == "none") return c.Call(Function::kGelu);
  if (approximate == "tanh") return c.Call(Function::kGeluTanh);
  return Refuse(c.node(), "approximate must be none or tanh, given ", approximate);
}

// Klambauer et al., Self-Normalizing Neural Networks, arXiv:1706.02515.
GE_ELEMENTWISE(Selu, kFloats) {
  return c.Call(Function::kElu, {1.6732632423543772848170429916717, 1, 1.0507009873554804934193349852946});
}
GE_ELEMENTWISE(Elu, kFloats) {
  GE_ASSIGN_OR_RETURN(const float alpha, AttrOf<float>(c.node(), "alpha"));
  GE_ASSIGN_OR_RETURN(const float input_scale, AttrOf<float>(c.node(), "input_scale"));
  GE_ASSIGN_OR_RETURN(const float scale, AttrOf<float>(c.node(), "scale"));
  return c.Call(Function::kElu, {alpha, input_scale, scale});
}
GE_ELEMENTWISE(CeluV2, kFloatsUpTo32) {
  GE_ASSIGN_OR_RETURN(const float alpha, AttrOf<float>(c.node(), "alpha"));
  if (alpha == 0) return Refuse(c.node(), "alpha must not be 0");
  return c.Call(Function::kCelu, {alpha});
}
GE_ELEMENTWISE(HardShrink, kFloatsUpTo32) {
  GE_ASSIGN_OR_RETURN(const float lambda, AttrOf<float>(c.node(), "lambd"));
  return c.Call(Function::kHardShrink, {lambda});
}
GE_ELEMENTWISE(SoftShrink, kFloatsUpTo32) {
  GE_ASSIGN_OR_RETURN(const float lambda, AttrOf<float>(c.node(), "lambd"));
  return c.Call(Function::kSoftShrink, {lambda});
}
GE_ELEMENTWISE(Shrink, kFloatsUpTo32) {
  GE_ASSIGN_OR_RETURN(const float lambda, AttrOf<float>(c.node(), "lambd"));
  GE_ASSIGN_OR_RETURN(const float bias, AttrOf<float>(c.node(), "bias"));
  return c.Call(Function::kShrink, {lambda, bias});
}
GE_ELEMENTWISE(SoftplusV2, kFloatsUpTo32) {
  GE_ASSIGN_OR_RETURN(const float beta, AttrOf<float>(c.node(), "beta"));
  GE_ASSIGN_OR_RETURN(const float threshold, AttrOf<float>(c.node(), "threshold"));
  return c.Call(Function::kSoftplusTo, {beta, threshold});
}
GE_ELEMENTWISE(SiluMul, kFloatsUpTo32) {
  return c.writer().Call(Function::kMul, c.Call(Function::kSwish, {1}), c.Input(1));
}

}  // namespace ge::cpu::kernels
