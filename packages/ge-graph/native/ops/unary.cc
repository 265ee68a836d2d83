#include <cmath>

#include "ops/broadcast.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput(
    {"Abs",       "AbsGrad",  "Acos",       "AcosGrad",       "Acosh",    "AcoshGrad", "Adds",
     "Asin",      "AsinGrad", "Asinh",      "AsinhGrad",      "Atan",     "AtanGrad",  "Atanh",
     "Ceil",      "CeilV2",   "Cos",        "Cosh",           "Exp",      "Expm1",     "Floor",
     "Inv",       "InvGrad",  "Log",        "Log1p",          "Log1pV2",  "Muls",      "Neg",
     "OnesLike",  "Power",    "Reciprocal", "ReciprocalGrad", "Rint",     "Round",     "Rsqrt",
     "RsqrtGrad", "Sign",     "Sin",        "Sinh",           "Sqrt",     "SqrtGrad",  "Square",
     "SquareV2",  "Tan",      "TanV2",      "Tanh",           "TanhGrad", "Trunc",     "TruncV2",
     "ZerosLike"},
    SameAsInput);

GE_SHAPE(Pows) { return Broadcast(c); }

template <double (*kReals)(double)>
std::optional<Element> Real(const Element& x, bool real) {
  if (!real) return std::nullopt;
  return Element::Real(kReals(x.real));
}

std::optional<Element> Negated(const Element& x, bool real) {
  if (real) return Element::Real(-x.real);
  if (x.integer == INT64_MIN) return std::nullopt;
  return Element::Int(-x.integer);
}

std::optional<Element> Magnitude(const Element& x, bool real) {
  if (real) return Element::Real(std::fabs(x.real));
  return x.integer < 0 ? Negated(x, false) : Element::Int(x.integer);
}

double Inverse(double x) { return 1 / x; }

GE_VALUE(Neg) { MapElements(c, Negated); }
GE_VALUE(Abs) { MapElements(c, Magnitude); }
GE_VALUE(Sqrt) { MapElements(c, Real<std::sqrt>); }
GE_VALUE(Floor) { MapElements(c, Real<std::floor>); }
GE_VALUE(Ceil) { MapElements(c, Real<std::ceil>); }
GE_VALUE(Reciprocal) { MapElements(c, Real<Inverse>); }

}  // namespace
}  // namespace ge::ops
