#include "kernels/elementwise.h"

namespace ge::cpu::kernels {

namespace {

constexpr ir::DataTypeSet kActivations = kFloats | Types<int32_t, int64_t, int16_t, int8_t>::kSet;

}  // namespace

GE_ELEMENT(Relu, kActivations, kRelu)
GE_ELEMENT(Sigmoid, kFloats, kSigmoid)
GE_ELEMENT(HardSwish, kFloats, kHardSwish)
GE_ELEMENT(Gelu, kFloats, kGelu)

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

}  // namespace ge::cpu::kernels
