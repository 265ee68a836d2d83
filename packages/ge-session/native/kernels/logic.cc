#include "kernels/elementwise.h"
#include "kernels/select.h"

namespace ge::cpu::kernels {

namespace {

// NaN in x stays.
base::Result<Term> ClipByBounds(ElementCall& c) {
  for (const size_t i : {size_t{1}, size_t{2}}) {
    if (c.Input(i).type != c.Input(0).type) {
      return Refuse(c.node(), "the bounds must have the data type of x, ", c.Input(0).type, ", given ",
                    c.Input(i).type);
    }
  }
  ElementWriter& writer = c.writer();
  return writer.Call(Function::kLower, writer.Call(Function::kRaise, c.Input(0), c.Input(1)), c.Input(2));
}

}  // namespace

GE_ELEMENT2(Equal, kPlain, kEqual)
GE_ELEMENT2(NotEqual, kPlain, kNotEqual)
GE_ELEMENT2(Greater, kNumbers, kGreater)
GE_ELEMENT2(GreaterEqual, kNumbers, kGreaterEqual)
GE_ELEMENT2(Less, kNumbers, kLess)
GE_ELEMENT2(LessEqual, kNumbers, kLessEqual)
GE_ELEMENT(LogicalNot, kBools, kNot)
GE_ELEMENT2(LogicalAnd, kPlain, kAnd)
GE_ELEMENT2(LogicalOr, kPlain, kOr)

GE_ELEMENT2(BitwiseAnd, kIntegers, kBitAnd)
GE_ELEMENT2(BitwiseOr, kIntegers, kBitOr)
GE_ELEMENT2(BitwiseXor, kIntegers, kBitXor)
GE_ELEMENT(Invert, kIntegers, kInvert)
GE_ELEMENT(IsNan, kFloats, kIsNan)
GE_ELEMENT(IsInf, kFloats, kIsInf)
GE_ELEMENT(IsFinite, kFloats, kIsFinite)

GE_ELEMENTWISE(ClipByValue, kNumbers) { return ClipByBounds(c); }
GE_ELEMENTWISE(ClipByValueV2, kNumbers) { return ClipByBounds(c); }

GE_KERNEL(Select, kBools) { return SelectBy(c, true); }
GE_KERNEL(SelectV2, kBools) { return SelectBy(c, false); }

}  // namespace ge::cpu::kernels
