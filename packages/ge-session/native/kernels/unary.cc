#include <cmath>

#include "kernels/elementwise.h"
#include "kernels/float_elements.h"

namespace ge::cpu::kernels {

namespace {

// The natural logarithm of the attribute `base`, of which -1 stands for e.
base::Result<float> LogOfBase(const ir::Node& node) {
  GE_ASSIGN_OR_RETURN(const float base, AttrOf<float>(node, "base"));
  if (base == -1.0F) return 1.0F;
  if (base > 0.0F) return std::log(base);
  return Refuse(node, "base must be greater than 0, or -1 for e, given ", base);
}

// `function` of scale * x + shift and a base; `plain` where those leave x as it is.
base::Result<Term> Exponential(ElementCall& c, Function function, Function plain) {
  GE_ASSIGN_OR_RETURN(const float log_base, LogOfBase(c.node()));
  GE_ASSIGN_OR_RETURN(const float scale, AttrOf<float>(c.node(), "scale"));
  GE_ASSIGN_OR_RETURN(const float shift, AttrOf<float>(c.node(), "shift"));
  if (log_base == 1 && scale == 1 && shift == 0) return c.Call(plain);
  return c.Call(function, {scale, shift, log_base});
}

// x and the attribute `value` combined. Integers in double, so that they meet it exactly.
base::Result<Term> WithValue(ElementCall& c, Function function) {
  GE_ASSIGN_OR_RETURN(const float value, AttrOf<float>(c.node(), "value"));
  const Term x = c.Input(0);
  const bool is_float = (ir::Holding(x.type) & kFloats) != 0;
  const base::DataType type = is_float ? x.type : base::DataType::kDouble;
  ElementWriter& writer = c.writer();
  return writer.Cast(writer.Call(function, writer.Cast(x, type), writer.Literal(type, value)), x.type);
}

}  // namespace

GE_ELEMENT(Sqrt, kFloats, kSqrt)
GE_ELEMENT(Rsqrt, kFloats, kRsqrt)
GE_ELEMENT(Reciprocal, kFloats, kReciprocal)
GE_ELEMENT(Square, kNumbers, kSquare)
GE_ELEMENT(Tanh, kFloats, kTanh)
GE_ELEMENT(Abs, kNumbers, kAbs)
GE_ELEMENT(Neg, kNumbers, kNeg)
GE_ELEMENT(Floor, kFloats, kFloor)
GE_ELEMENT(Ceil, kFloats, kCeil)
GE_ELEMENT(Round, kFloats, kRint)
GE_ELEMENT(Rint, kFloats, kRint)
GE_ELEMENT(Trunc, kFloatsUpTo32, kTrunc)
GE_ELEMENT(Inv, kFloats, kReciprocal)
GE_ELEMENT(Expm1, kFloats, kExpm1)
GE_ELEMENT(Log1p, kFloats, kLog1p)
GE_ELEMENT(Sign, kNumbers, kSign)
GE_ELEMENT(Sin, kFloats, kSin)
GE_ELEMENT(Cos, kFloats, kCos)
GE_ELEMENT(Tan, kFloats, kTan)
GE_ELEMENT(Asin, kFloats, kAsin)
GE_ELEMENT(Acos, kFloats, kAcos)
GE_ELEMENT(Atan, kFloats, kAtan)
GE_ELEMENT(Sinh, kFloats, kSinh)
GE_ELEMENT(Cosh, kFloats, kCosh)
GE_ELEMENT(Asinh, kFloats, kAsinh)
GE_ELEMENT(Acosh, kFloats, kAcosh)
GE_ELEMENT(Atanh, kFloats, kAtanh)

GE_ELEMENTWISE(Exp, kFloats) { return Exponential(c, Function::kExpOf, Function::kExp); }
GE_ELEMENTWISE(Log, kFloats) { return Exponential(c, Function::kLogOf, Function::kLog); }
GE_ELEMENTWISE(Muls, kNumbers) { return WithValue(c, Function::kMul); }
GE_ELEMENTWISE(Adds, kNumbers) { return WithValue(c, Function::kAdd); }

}  // namespace ge::cpu::kernels
