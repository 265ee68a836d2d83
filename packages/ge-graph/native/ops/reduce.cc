#include <algorithm>

#include "ops/dims.h"
#include "ops/value_rule.h"

namespace ge::ops {
namespace {

ir::Shape Without(const ir::Shape& x, const std::vector<bool>& reduced, bool keep) {
  Dims dims;
  for (size_t i = 0; i < x.size(); ++i) {
    if (!reduced[i]) {
      dims.push_back(x[i]);
    } else if (keep) {
      dims.push_back(1);
    }
  }
  return ir::Shape(dims);
}

// No axes: nothing is reduced when the operator says so, else everything.
base::Result<ir::Shape> Reduced(const ShapeContext& c, const Dims& axes, bool keep, bool noop_when_empty) {
  const ir::Shape& x = c.InputShape(0);
  if (axes.empty() && noop_when_empty) return x;
  if (x.IsUnknownRank()) return axes.empty() && !keep ? ir::Shape() : x;
  if (axes.empty()) return Without(x, std::vector<bool>(x.size(), true), keep);
  GE_ASSIGN_OR_RETURN(const std::vector<bool> reduced, MarkAxes(c, axes, x.size()));
  return Without(x, reduced, keep);
}

// Axes that are not known yet: only the rank can be, when all dimensions stay or the axes are counted.
ir::Shape ReducedSomewhere(const ShapeContext& c, bool keep, bool noop_when_empty) {
  const ir::Shape& x = c.InputShape(0);
  const int64_t count = c.InputShape(1).Elements();
  if (x.IsUnknownRank()) return x;
  if (keep) return UnknownDims(x.size());
  const auto rank = static_cast<int64_t>(x.size());
  if (count < 0 || count > rank) return ir::Shape::UnknownRank();
  if (count == 0) return noop_when_empty ? x : ir::Shape();
  return UnknownDims(static_cast<size_t>(rank - count));
}

base::Status SetReduced(ShapeContext& c, base::Result<ir::Shape> shape) {
  GE_RETURN_IF_ERROR(shape.status());
  return c.SetOutput(0, std::move(shape).value(), c.Input(0).type);
}

base::Status ReduceByInput(ShapeContext& c) {
  const bool keep = c.Attr<bool>("keep_dims");
  const bool noop = c.Attr<bool>("noop_with_empty_axes");
  const std::optional<Dims> axes = c.KnownInts(1);
  if (axes) return SetReduced(c, Reduced(c, *axes, keep, noop));
  return SetReduced(c, ReducedSomewhere(c, keep, noop));
}
const ShapeRegistration kByInput({"ReduceAll", "ReduceAny", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
                                  "ReduceMean", "ReduceMin", "ReduceNansum", "ReduceProd", "ReduceSum",
                                  "EuclideanNorm"},
                                 ReduceByInput);

base::Status ReduceByAttr(ShapeContext& c) {
  return SetReduced(
      c, Reduced(c, c.IntsAttr("axes"), c.Attr<bool>("keep_dims"), c.Attr<bool>("noop_with_empty_axes")));
}
const ShapeRegistration kByAttr({"ReduceAllD", "ReduceAnyD", "ReduceMaxD", "ReduceMeanD", "ReduceMinD",
                                 "ReduceProdD", "ReduceSumD", "EuclideanNormD"},
                                ReduceByAttr);

base::Status Norm(ShapeContext& c) {
  return SetReduced(c, Reduced(c, c.IntsAttr("axes"), c.Attr<bool>("keepdim"), false));
}
const ShapeRegistration kNorm({"LpNorm", "LpNormV2", "LpNormReduce", "LpNormReduceV2"}, Norm);

GE_SHAPE(SquareSumV1) {
  return SetReduced(
      c, Reduced(c, c.IntsAttr("axis"), c.Attr<bool>("keep_dims"), c.Attr<bool>("noop_with_empty_axes")));
}

// Both results have the shape of the reduced tensor.
base::Status Spread(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape shape, Reduced(c, c.IntsAttr("dim"), c.Attr<bool>("keepdim"), false));
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, shape, c.Input(0).type));
  return {};
}
const ShapeRegistration kSpread({"ReduceStd", "ReduceStdV2", "ReduceVar"}, Spread);

GE_SHAPE(ReduceMeanVariance) {
  GE_ASSIGN_OR_RETURN(const ir::Shape shape,
                      Reduced(c, c.IntsAttr("axes"), c.Attr<bool>("keep_dims"), false));
  GE_RETURN_IF_ERROR(c.SetOutput(0, shape, c.Input(0).type));
  return c.SetOutput(1, shape, c.Input(0).type);
}

// --- the place of the largest or smallest

base::Status SetPlace(ShapeContext& c, std::optional<int64_t> axis) {
  const ir::Shape& x = c.InputShape(0);
  const base::DataType type = c.Attr<base::DataType>("dtype");
  if (x.IsUnknownRank()) return c.SetOutput(0, x, type);
  if (!axis) {
    if (x.empty()) return c.Error("x is a scalar");
    return c.SetOutput(0, UnknownDims(x.size() - 1), type);
  }
  GE_ASSIGN_OR_RETURN(ir::Shape shape, Reduced(c, {*axis}, false, false));
  return c.SetOutput(0, std::move(shape), type);
}

base::Status PlaceByInput(ShapeContext& c) { return SetPlace(c, c.KnownInt(1)); }
base::Status PlaceByAttr(ShapeContext& c) { return SetPlace(c, c.Attr<int64_t>("dimension")); }
const ShapeRegistration kPlaceByInput({"ArgMaxV2", "ArgMin"}, PlaceByInput);
const ShapeRegistration kPlaceByAttr({"ArgMaxD", "ArgMinD"}, PlaceByAttr);

base::Status PlaceAndValue(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape shape,
                      Reduced(c, {c.Attr<int64_t>("dimension")}, c.Attr<bool>("keep_dims"), false));
  GE_RETURN_IF_ERROR(c.SetOutput(0, shape, c.Attr<base::DataType>("indice_dtype")));
  return c.SetOutput(1, shape, c.Input(0).type);
}
const ShapeRegistration kPlaceAndValue({"ArgMaxWithValue", "ArgMinWithValue"}, PlaceAndValue);

GE_SHAPE(ArgMaxGrad) { return c.SetOutput(0, c.Input(0)); }
GE_SHAPE(L2Loss) { return c.SetOutput(0, ir::Shape(), c.Input(0).type); }

// --- values: of a vector of integers, reduced to one

using Fold = std::optional<int64_t> (*)(int64_t, int64_t);

void FoldAll(ValueContext& c, Fold fold) {
  const Value* x = c.InputValue(0);
  const bool to_one = x != nullptr && !x->empty() && c.OutputElements(0) == 1;
  if (!to_one || IsReal(c.Input(0).type) || !x->front().known) return;
  int64_t result = x->front().integer;
  for (size_t i = 1; i < x->size(); ++i) {
    if (!(*x)[i].known) return;
    const std::optional<int64_t> next = fold(result, (*x)[i].integer);
    if (!next) return;
    result = *next;
  }
  c.Set(0, {Element::Int(result)});
}

std::optional<int64_t> Times(int64_t a, int64_t b) {
  int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
}
std::optional<int64_t> Plus(int64_t a, int64_t b) {
  int64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
}
std::optional<int64_t> Larger(int64_t a, int64_t b) { return std::max(a, b); }
std::optional<int64_t> Smaller(int64_t a, int64_t b) { return std::min(a, b); }

// Dimensions with ranges give one.
void FoldDims(ValueContext& c, int64_t (*fold)(int64_t, int64_t), int64_t start) {
  const Value* x = c.InputValue(0);
  if (x == nullptr || c.OutputElements(0) != 1 || IsReal(c.Input(0).type)) return;
  int64_t result = start;
  for (const Element& element : *x) {
    if (!element.IsDim()) return;
    result = fold(result, element.integer);
  }
  if (result < 0) c.Set(0, {Element::Dim(result)});
}

void Multiply(ValueContext& c) {
  FoldDims(c, MulDims, 1);
  FoldAll(c, Times);
}
void Sum(ValueContext& c) {
  FoldDims(c, AddDims, 0);
  FoldAll(c, Plus);
}
void TakeLargest(ValueContext& c) { FoldAll(c, Larger); }
void TakeSmallest(ValueContext& c) { FoldAll(c, Smaller); }
const ValueRegistration kProduct({"ReduceProd", "ReduceProdD"}, Multiply);
const ValueRegistration kSum({"ReduceSum", "ReduceSumD"}, Sum);
const ValueRegistration kLargest({"ReduceMax", "ReduceMaxD"}, TakeLargest);
const ValueRegistration kSmallest({"ReduceMin", "ReduceMinD"}, TakeSmallest);

}  // namespace
}  // namespace ge::ops
