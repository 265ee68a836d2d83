#include <cmath>

#include "ops/broadcast.h"

namespace ge::ops {
namespace {

const ShapeRegistration kBroadcast(
    {"Add",         "AddV2",    "Sub",           "SubV2",       "Div",
     "DivNoNan",    "DivV2",    "DivV3",         "RealDiv",     "FloorDiv",
     "TruncateDiv", "FloorMod", "Mod",           "TruncateMod", "Maximum",
     "MaximumV2",   "Minimum",  "MulNoNan",      "MulV2",       "SquaredDifference",
     "Atan2",       "Xdivy",    "Xlogy",         "Xlog1py",     "LogAddExp",
     "Gcd",         "Axpy",     "AxpyV3",        "Lerp",        "Addcmul",
     "FusedMulAdd", "AddN",     "AccumulateNV2", "MaxN",        "Eltwise",
     "Mul",         "Pow"},
    Broadcast);
const ShapeRegistration kLikeInput({"BiasAdd", "Bias", "Scale", "MaskedScale"}, SameAsInput);

// `value` may be of another type than the tensors.
GE_SHAPE(Addcdiv) { return BroadcastShape(c, 0); }

base::Status BothLikeInput(ShapeContext& c) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetOutput(1, c.Input(0));
}
const ShapeRegistration kBothLikeInput({"AxpyWithSoftmaxAndDropOutDoMask"}, BothLikeInput);

// An integer result that does not fit 64 bits is not known.
using Checked = bool (*)(int64_t, int64_t, int64_t*);

template <Checked kIntegers, double (*kReals)(double, double)>
std::optional<Element> Compute(const Element& a, const Element& b, bool real) {
  if (real) return Element::Real(kReals(a.real, b.real));
  int64_t result = 0;
  if (kIntegers(a.integer, b.integer, &result)) return std::nullopt;
  return Element::Int(result);
}

bool AddInts(int64_t a, int64_t b, int64_t* result) { return __builtin_add_overflow(a, b, result); }
bool SubInts(int64_t a, int64_t b, int64_t* result) { return __builtin_sub_overflow(a, b, result); }
bool MulInts(int64_t a, int64_t b, int64_t* result) { return __builtin_mul_overflow(a, b, result); }
bool Divides(int64_t a, int64_t b) { return b != 0 && !(a == INT64_MIN && b == -1); }
bool DivInts(int64_t a, int64_t b, int64_t* result) {
  if (!Divides(a, b)) return true;
  *result = a / b;
  return false;
}
bool FloorDivInts(int64_t a, int64_t b, int64_t* result) {
  if (!Divides(a, b)) return true;
  *result = a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
  return false;
}
// The sign of the divisor, as Python has it.
bool ModInts(int64_t a, int64_t b, int64_t* result) {
  if (!Divides(a, b)) return true;
  *result = a % b;
  if (*result != 0 && (*result < 0) != (b < 0)) *result += b;
  return false;
}
bool MaxInts(int64_t a, int64_t b, int64_t* result) {
  *result = a > b ? a : b;
  return false;
}
bool MinInts(int64_t a, int64_t b, int64_t* result) {
  *result = a < b ? a : b;
  return false;
}
double AddReals(double a, double b) { return a + b; }
double SubReals(double a, double b) { return a - b; }
double MulReals(double a, double b) { return a * b; }
double DivReals(double a, double b) { return a / b; }
double FloorDivReals(double a, double b) { return std::floor(a / b); }
double ModReals(double a, double b) { return a - std::floor(a / b) * b; }
double MaxReals(double a, double b) { return a > b ? a : b; }
double MinReals(double a, double b) { return a < b ? a : b; }

template <Checked kIntegers, double (*kReals)(double, double), bool kMonotone = true>
void Map(ValueContext& c) {
  MapPairs(c, Compute<kIntegers, kReals>, kMonotone);
}

const ValueRegistration kAdd({"Add", "AddV2"}, Map<AddInts, AddReals>);
const ValueRegistration kSub({"Sub"}, Map<SubInts, SubReals>);
const ValueRegistration kMul({"Mul"}, Map<MulInts, MulReals>);
const ValueRegistration kDiv({"Div", "RealDiv", "TruncateDiv"}, Map<DivInts, DivReals>);
const ValueRegistration kFloorDiv({"FloorDiv"}, Map<FloorDivInts, FloorDivReals>);
const ValueRegistration kMod({"FloorMod", "Mod"}, Map<ModInts, ModReals, false>);
const ValueRegistration kMax({"Maximum"}, Map<MaxInts, MaxReals>);
const ValueRegistration kMin({"Minimum"}, Map<MinInts, MinReals>);

}  // namespace
}  // namespace ge::ops
