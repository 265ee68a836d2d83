#include "ops/broadcast.h"

#include <algorithm>

#include "ir/attr.h"
#include "ops/dims.h"
#include "ops/promotion.h"

namespace ge::ops {
namespace {

int64_t DimFromBack(const ir::Shape& shape, size_t from_back) {
  return from_back < shape.size() ? shape[shape.size() - 1 - from_back] : 1;
}

// For each element of the result the element of an input that is stretched to it.
std::vector<size_t> StretchedIndex(const ir::Shape& from, const ir::Shape& to) {
  if (to.Elements() == 0) return {};  // whatever the other dimensions are
  std::vector<size_t> index{0};
  size_t stride = 1;
  for (size_t back = 0; back < to.size(); ++back) {
    const int64_t dim = DimFromBack(from, back);
    const size_t step = dim == 1 ? 0 : stride;
    const size_t block = index.size();
    const auto count = static_cast<size_t>(to[to.size() - 1 - back]);
    std::vector<size_t> wider;
    wider.reserve(block * count);
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < block; ++j) wider.push_back(index[j] + i * step);
    }
    index = std::move(wider);
    stride *= static_cast<size_t>(dim);
  }
  return index;
}

}  // namespace

// A dimension that cannot be 1 decides; both can be when neither is known to be more.
std::optional<int64_t> BroadcastDim(int64_t a, int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  const bool a_decides = ir::RangeOf(a).min > 1 || a == 0;
  const bool b_decides = ir::RangeOf(b).min > 1 || b == 0;
  if (a_decides && b_decides) return Differ(a, b) ? std::nullopt : std::optional(MeetDims(a, b));
  if (!a_decides && !b_decides) return JoinDims(a, b);
  const auto [decides, other] = a_decides ? std::pair(a, b) : std::pair(b, a);
  // The other is 1, or the same.
  const bool can_be_one = ir::RangeOf(other).min <= 1 && ir::RangeOf(other).max >= 1;
  return can_be_one || !Differ(decides, other) ? std::optional(decides) : std::nullopt;
}

std::optional<ir::Shape> BroadcastShapes(const ir::Shape& a, const ir::Shape& b) {
  if (a == b) return a;
  if (a.IsUnknownRank() || b.IsUnknownRank()) return ir::Shape::UnknownRank();
  std::vector<int64_t> dims(std::max(a.size(), b.size()));
  for (size_t back = 0; back < dims.size(); ++back) {
    const std::optional<int64_t> dim = BroadcastDim(DimFromBack(a, back), DimFromBack(b, back));
    if (!dim) return std::nullopt;
    dims[dims.size() - 1 - back] = *dim;
  }
  return ir::Shape(dims);
}

base::Status SameAsInput(ShapeContext& c) { return c.SetOutput(0, c.Input(0)); }

base::Status AsDescribed(ShapeContext& c) {
  for (int32_t i = 0; i < c.output_count(); ++i) {
    const ir::TensorDesc& given = c.node().output_desc(i);
    GE_RETURN_IF_ERROR(c.SetOutput(i, ir::WithRange(given.shape, given.details().shape_range), given.type));
    GE_RETURN_IF_ERROR(c.SetFormat(i, given.format));
  }
  return {};
}

base::Status CheckPaired(const ShapeContext& c) {
  if (c.input_count() == c.output_count()) return {};
  return c.Error("has ", c.input_count(), " inputs, but ", c.output_count(), " outputs");
}

base::Status SameAsInputs(ShapeContext& c) {
  GE_RETURN_IF_ERROR(CheckPaired(c));
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, c.Input(i)));
  return {};
}

base::Status BroadcastShape(ShapeContext& c, int32_t first) {
  ir::Shape shape = c.InputShape(first);
  int32_t widest = first;
  for (int32_t i = first + 1; i < c.input_count(); ++i) {
    if (!c.HasInput(i)) continue;
    std::optional<ir::Shape> joined = BroadcastShapes(shape, c.InputShape(i));
    if (!joined) {
      return c.Error("shapes do not broadcast: ", c.InputName(first), " is ", c.InputShape(first), ", ",
                     c.InputName(i), " is ", c.InputShape(i));
    }
    if (c.InputShape(i).size() > c.InputShape(widest).size()) widest = i;
    shape = *std::move(joined);
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, std::move(shape)));
  return c.SetFormat(0, c.Input(widest).format);
}

base::Status Broadcast(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const base::DataType type, OperandType(c));
  GE_RETURN_IF_ERROR(BroadcastShape(c, 0));
  // Comparisons give bool, whatever they compare.
  const std::vector<ir::OutputSpec>& outputs = c.node().schema().outputs;
  const bool takes = outputs.empty() || outputs[0].types == 0 || (outputs[0].types & ir::Holding(type)) != 0;
  return takes ? c.SetType(0, type) : base::Status();
}

namespace {

// Of integers that are dimensions: from the ends of their ranges. Unknown when it may be negative.
Element ApplyToRanges(const Element& a, const Element& b, PairFunction apply) {
  if (!a.IsDim() || !b.IsDim()) return {};
  const ir::DimRange x = ir::RangeOf(a.integer);
  const ir::DimRange y = ir::RangeOf(b.integer);
  ir::DimRange range{ir::DimRange::kOpen, 0};
  for (const auto& [p, q] : {std::pair(x.min, y.min), {x.min, y.max}, {x.max, y.min}, {x.max, y.max}}) {
    const std::optional<Element> end = apply(Element::Int(p), Element::Int(q), false);
    const bool open = p == ir::DimRange::kOpen || q == ir::DimRange::kOpen;
    if (!end && !open) return {};
    range.min = std::min(range.min, end ? end->integer : ir::DimRange::kOpen);
    range.max = std::max(range.max, end ? end->integer : ir::DimRange::kOpen);
  }
  return range.min < 0 ? Element() : Element::Dim(ir::DimOf(range));
}

}  // namespace

void MapPairs(ValueContext& c, PairFunction apply, bool monotone) {
  const Value* a = c.InputValue(0);
  const Value* b = c.InputValue(1);
  if (a == nullptr || b == nullptr || c.OutputElements(0) < 0) return;
  const bool real = IsReal(c.Input(0).type);
  if (real != IsReal(c.Input(1).type)) return;
  const std::vector<size_t> from_a = StretchedIndex(c.Input(0).shape, c.Output(0).shape);
  const std::vector<size_t> from_b = StretchedIndex(c.Input(1).shape, c.Output(0).shape);
  Value result(from_a.size());
  for (size_t i = 0; i < result.size(); ++i) {
    const Element& x = (*a)[from_a[i]];
    const Element& y = (*b)[from_b[i]];
    if (x.known && y.known) {
      result[i] = apply(x, y, real).value_or(Element());
    } else if (monotone && !real) {
      result[i] = ApplyToRanges(x, y, apply);
    }
  }
  c.Set(0, std::move(result));
}

void MapElements(ValueContext& c, ElementFunction apply) {
  const Value* x = c.InputValue(0);
  if (x == nullptr) return;
  Value result(x->size());
  for (size_t i = 0; i < result.size(); ++i) {
    if ((*x)[i].known) result[i] = apply((*x)[i], IsReal(c.Input(0).type)).value_or(Element());
  }
  c.Set(0, std::move(result));
}

}  // namespace ge::ops
