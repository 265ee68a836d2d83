#include "kernels/elementwise.h"
#include "kernels/float_elements.h"

namespace ge::cpu::kernels {

namespace {

// Float lanes round once where an operator is one formula, as if its parts had no types of their own.
Term InFloat(ElementCall& c, Term x) {
  return c.writer().Cast(x, x.type == base::DataType::kDouble ? x.type : base::DataType::kFloat);
}
Term InFloat(ElementCall& c, size_t i) { return InFloat(c, c.Input(i)); }

// input + value * function(x1, x2)
base::Result<Term> AddScaled(ElementCall& c, Function function) {
  ElementWriter& writer = c.writer();
  const Term part = writer.Call(function, InFloat(c, 1), InFloat(c, 2));
  const Term sum =
      writer.Call(Function::kAdd, InFloat(c, 0), writer.Call(Function::kMul, InFloat(c, 3), part));
  return writer.Cast(sum, c.Input(0).type);
}

}  // namespace

// Bool: sum is "or", product is "and".
GE_ELEMENT2(Add, kPlain, kAdd)
GE_ELEMENT2(Sub, kNumbers, kSub)
GE_ELEMENT2(RealDiv, kNumbers, kDiv)
GE_ELEMENT2(Div, kNumbers, kDiv)
GE_ELEMENT2(Maximum, kPlain, kMaximum)
GE_ELEMENT2(Minimum, kPlain, kMinimum)

// Operands of several types are computed in the result's.
GE_ELEMENTWISE(Mul, kPlain) { return c.writer().Call(Function::kMul, c.InResultType(0), c.InResultType(1)); }

GE_ELEMENTWISE(Pow, kNumbers) {
  // The exponents that a constant mostly holds need no call for each element.
  static constexpr std::pair<double, Function> kQuick[] = {{1, Function::kSame},
                                                           {2, Function::kSquare},
                                                           {3, Function::kCube},
                                                           {-1, Function::kReciprocal},
                                                           {0.5, Function::kPowHalf}};
  const Term base = c.InResultType(0);
  const std::optional<double> exponent = c.Number(1);
  for (const auto& [number, function] : kQuick) {
    if (exponent == number && (ir::Holding(base.type) & kFloats) != 0) return c.writer().Call(function, base);
  }
  return c.writer().Call(Function::kPow, base, c.InResultType(1));
}

GE_ELEMENT2(FloorDiv, kNumbers, kFloorDiv)
GE_ELEMENT2(FloorMod, kNumbers, kFloorMod)
GE_ELEMENT2(Mod, kNumbers, kRem)
GE_ELEMENT2(TruncateMod, kNumbers, kRem)
GE_ELEMENT2(TruncateDiv, kNumbers, kTruncateDiv)
GE_ELEMENT2(DivNoNan, kNumbers, kDivNoNan)
GE_ELEMENT2(SquaredDifference, kNumbers, kSquaredDifference)
GE_ELEMENT2(Xlogy, kFloats, kXlogy)
GE_ELEMENT2(Xdivy, kFloats, kXdivy)
GE_ELEMENT2(Atan2, kFloats, kAtan2)

GE_ELEMENTWISE(Addcmul, kFloats) { return AddScaled(c, Function::kMul); }
GE_ELEMENTWISE(Addcdiv, kFloats) { return AddScaled(c, Function::kDiv); }
GE_ELEMENTWISE(Axpy, kFloatsUpTo32) {
  GE_ASSIGN_OR_RETURN(const float alpha, AttrOf<float>(c.node(), "alpha"));
  ElementWriter& writer = c.writer();
  const Term scaled =
      writer.Call(Function::kMul, InFloat(c, 1), writer.Literal(base::DataType::kFloat, alpha));
  return writer.Cast(writer.Call(Function::kAdd, InFloat(c, 0), scaled), c.Input(0).type);
}
GE_ELEMENTWISE(Lerp, kFloatsUpTo32) {
  ElementWriter& writer = c.writer();
  const Term way = writer.Call(Function::kSub, InFloat(c, 1), InFloat(c, 0));
  const Term step = writer.Call(Function::kMul, InFloat(c, 2), way);
  return writer.Cast(writer.Call(Function::kAdd, InFloat(c, 0), step), c.Input(0).type);
}

}  // namespace ge::cpu::kernels
