#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

// Their prototypes give `bool` to the comparisons' results.
const ShapeRegistration kBroadcast({"Equal", "NotEqual", "Greater", "GreaterEqual", "Less", "LessEqual",
                                    "ApproximateEqual", "IsClose", "LogicalAnd", "LogicalOr", "BitwiseAnd",
                                    "BitwiseOr", "BitwiseXor", "LeftShift", "RightShift", "Heaviside"},
                                   Broadcast);
const ShapeRegistration kSameAsInput({"LogicalNot", "Invert", "InvertV2", "NanToNum", "ClipByValue",
                                      "ClipByValueV2"},
                                     SameAsInput);

base::Status ShapeOfInput(ShapeContext& c) { return c.SetOutput(0, c.InputShape(0)); }
const ShapeRegistration kPredicate({"IsFinite", "IsInf", "IsNan", "IsNegInf", "IsPosInf", "Signbit"},
                                   ShapeOfInput);

GE_SHAPE(MaskedFill) {
  GE_RETURN_IF_ERROR(BroadcastShape(c, 0));
  return c.SetType(0, c.Input(0).type);
}

// All three stretch to the result, which has the type of the values.
GE_SHAPE(SelectV2) {
  GE_RETURN_IF_ERROR(BroadcastShape(c, 0));
  return c.SetType(0, c.Input(1).type);
}

// The condition selects elements, or, as a vector, whole rows.
GE_SHAPE(Select) { return c.SetOutput(0, c.Input(1)); }

template <bool (*kIntegers)(int64_t, int64_t), bool (*kReals)(double, double)>
std::optional<Element> Compare(const Element& a, const Element& b, bool real) {
  return Element::Int(real ? kReals(a.real, b.real) : kIntegers(a.integer, b.integer));
}

template <typename T>
bool IsEqual(T a, T b) {
  return a == b;
}
template <typename T>
bool IsUnequal(T a, T b) {
  return a != b;
}
template <typename T>
bool IsGreater(T a, T b) {
  return a > b;
}
template <typename T>
bool IsGreaterEqual(T a, T b) {
  return a >= b;
}
template <typename T>
bool IsLess(T a, T b) {
  return a < b;
}
template <typename T>
bool IsLessEqual(T a, T b) {
  return a <= b;
}

std::optional<Element> Both(const Element& a, const Element& b, bool) {
  return Element::Int(a.integer != 0 && b.integer != 0);
}
std::optional<Element> Either(const Element& a, const Element& b, bool) {
  return Element::Int(a.integer != 0 || b.integer != 0);
}
std::optional<Element> Not(const Element& x, bool) { return Element::Int(x.integer == 0); }

GE_VALUE(Equal) { MapPairs(c, Compare<IsEqual<int64_t>, IsEqual<double>>); }
GE_VALUE(NotEqual) { MapPairs(c, Compare<IsUnequal<int64_t>, IsUnequal<double>>); }
GE_VALUE(Greater) { MapPairs(c, Compare<IsGreater<int64_t>, IsGreater<double>>); }
GE_VALUE(GreaterEqual) { MapPairs(c, Compare<IsGreaterEqual<int64_t>, IsGreaterEqual<double>>); }
GE_VALUE(Less) { MapPairs(c, Compare<IsLess<int64_t>, IsLess<double>>); }
GE_VALUE(LessEqual) { MapPairs(c, Compare<IsLessEqual<int64_t>, IsLessEqual<double>>); }
GE_VALUE(LogicalAnd) { MapPairs(c, Both); }
GE_VALUE(LogicalOr) { MapPairs(c, Either); }
GE_VALUE(LogicalNot) { MapElements(c, Not); }

// Element by element, where the three have one shape or the condition is a single element.
GE_VALUE(SelectV2) {
  const Value* condition = c.InputValue(0);
  if (condition == nullptr || c.OutputElements(0) < 0) return;
  Value result(static_cast<size_t>(c.OutputElements(0)));
  for (size_t i = 0; i < result.size(); ++i) {
    if (condition->size() != 1 && condition->size() != result.size()) return;
    const Element& chosen = (*condition)[condition->size() == 1 ? 0 : i];
    if (!chosen.known) continue;
    const Value* from = c.InputValue(chosen.integer != 0 ? 1 : 2);
    if (from == nullptr || (from->size() != 1 && from->size() != result.size())) continue;
    result[i] = (*from)[from->size() == 1 ? 0 : i];
  }
  c.Set(0, std::move(result));
}

// --- eight signs in a byte

// In `size` rows.
base::Status InRows(ShapeContext& c, int64_t count, base::DataType type) {
  const int64_t rows = c.Attr<int64_t>("size");
  if (rows < 1) return c.Error("size is ", rows);
  if (count >= 0 && count % rows != 0)
    return c.Error("x ", c.InputShape(0), " does not divide into ", rows, " rows");
  return c.SetOutput(0, {rows, DivideDims(count, rows)}, type);
}

GE_SHAPE(SignBitsPack) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 1));
  return InRows(c, MapDim(x[0], [](int64_t count) { return count / 8 + (count % 8 != 0 ? 1 : 0); }),
                base::DataType::kUint8);
}

GE_SHAPE(SignBitsUnpack) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 1));
  return InRows(c, MulDims(x[0], 8), c.Attr<base::DataType>("dtype"));
}

}  // namespace
}  // namespace ge::ops
