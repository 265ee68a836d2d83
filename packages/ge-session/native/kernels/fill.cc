#include <algorithm>
#include <cstring>

#include "compute/broadcast.h"
#include "compute/element.h"
#include "kernels/integers.h"
#include "kernels/move.h"
#include "kernels/refuse.h"
#include "kernels/view.h"

namespace ge::cpu::kernels {

namespace {

// x, stretched to the shape of the result.
base::Status Stretch(RunContext& c) {
  const ir::Shape& x = c.Input(0).desc.shape;
  const ir::Shape& y = c.Output(0).desc.shape;
  auto plan = PlanBroadcast<1>(y, {&x});
  if (!plan.ok()) return Refuse(c, plan.status().message());
  View view;
  for (size_t i = 0; i < plan->loops; ++i) view.Add(plan->dims[i], plan->strides[0][i]);
  return CopyView(c, view);
}

base::Status Repeat(RunContext& c, const std::vector<int64_t>& multiples) {
  const ir::Shape& x = c.Input(0).desc.shape;
  const std::vector<int64_t> strides = RowMajorStrides(x);
  // Where there are more multiples than dimensions, x gets dimensions of 1 in front, and the other way round.
  const size_t rank = std::max(x.size(), multiples.size());
  View view;
  for (size_t i = 0; i < rank; ++i) {
    const size_t dims_missing = rank - x.size();
    const size_t multiples_missing = rank - multiples.size();
    if (i >= multiples_missing) view.Add(multiples[i - multiples_missing], 0);
    if (i >= dims_missing) view.Add(x[i - dims_missing], strides[i - dims_missing]);
  }
  return CopyView(c, view);
}

template <typename T>
base::Status CountUp(RunContext& c) {
  ir::Tensor& y = c.Output(0);
  const auto start = Wide<T>(*c.Input(0).elements<T>());
  const auto step = Wide<T>(*c.Input(2).elements<T>());
  T* elements = MutableElements<T>(y);
  const int64_t count = y.desc.shape.Elements();
  for (int64_t i = 0; i < count; ++i) elements[i] = T(start + static_cast<Wide<T>>(i) * step);
  return {};
}

}  // namespace

GE_KERNEL(Expand, kFixedSize) { return Stretch(c); }
GE_KERNEL(BroadcastTo, kFixedSize) { return Stretch(c); }

GE_KERNEL(Tile, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> multiples, Integers(c, 1));
  return Repeat(c, multiples);
}

GE_KERNEL(Fill, kIndexes) {
  const ir::Tensor& value = c.Input(1);
  ir::Tensor& y = c.Output(0);
  if (value.desc.shape.Elements() != 1)
    return Refuse(c, "value must hold one element, given ", value.desc.shape);
  const bool known = VisitWord(base::DataTypeBits(value.desc.type), [&](auto word) {
    using Word = typename decltype(word)::type;
    std::fill_n(MutableElements<Word>(y), y.desc.shape.Elements(), *value.elements<Word>());
  });
  return known ? base::Status() : RefuseType(c, 1);
}

// Inference, which finds how many elements there are, follows no 16-bit reals.
constexpr ir::DataTypeSet kCounted =
    kNumbers & ~(ir::Holding(base::DataType::kFloat16) | ir::Holding(base::DataType::kBf16));

GE_KERNEL(Range, kCounted) {
  for (int32_t i = 0; i < 3; ++i) {
    const ir::TensorDesc& desc = c.Input(i).desc;
    if (desc.shape.Elements() != 1 || desc.type != c.Input(0).desc.type) {
      return Refuse(c, "start, limit and delta must hold one element of one data type, given ", desc.shape,
                    " of ", desc.type, " for ", c.node().InputName(i));
    }
  }
  base::Status status;
  const bool known = Visit(NumberTypes(), c.Input(0).desc.type,
                           [&](auto element) { status = CountUp<typename decltype(element)::type>(c); });
  return known ? status : RefuseType(c, 0);
}

}  // namespace ge::cpu::kernels
