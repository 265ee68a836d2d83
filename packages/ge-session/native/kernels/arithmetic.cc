#include "kernels/elementwise.h"

namespace ge::cpu::kernels {

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

}  // namespace ge::cpu::kernels
