#include "kernels/integers.h"

#include "compute/element.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

base::Result<std::vector<int64_t>> Integers(const RunContext& c, int32_t input) {
  const ir::Tensor& tensor = c.Input(input);
  std::vector<int64_t> values;
  const bool known = Visit(IndexTypes(), tensor.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    const T* elements = tensor.elements<T>();
    values.assign(elements, elements + tensor.desc.shape.Elements());
  });
  if (known) return values;
  return Refuse(c, "input ", c.node().InputName(input), " must be int32 or int64, given ", tensor.desc.type);
}

base::Result<int64_t> Integer(const RunContext& c, int32_t input) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> values, Integers(c, input));
  if (values.size() == 1) return values[0];
  return Refuse(c, "input ", c.node().InputName(input), " must hold one element, given ", values.size());
}

const std::vector<int64_t>& IntegersAttr(const ir::Node& node, base::Name name) {
  static const std::vector<int64_t> kNone;
  const auto* values = node.Attr<std::vector<int64_t>>(name);
  return values == nullptr ? kNone : *values;
}

int64_t IntegerAttr(const ir::Node& node, base::Name name, int64_t otherwise) {
  const auto* value = node.Attr<int64_t>(name);
  return value == nullptr ? otherwise : *value;
}

base::Result<size_t> Axis(const RunContext& c, int64_t axis, size_t rank) {
  const auto signed_rank = static_cast<int64_t>(rank);
  if (axis < -signed_rank || axis >= signed_rank) {
    return Refuse(c, "axis must be in [", -signed_rank, ", ", signed_rank, "), given ", axis);
  }
  return static_cast<size_t>(axis < 0 ? axis + signed_rank : axis);
}

int64_t ElementsBetween(const ir::Shape& shape, size_t first, size_t last) {
  int64_t count = 1;
  for (size_t i = first; i < last; ++i) count *= shape[i];
  return count;
}

}  // namespace ge::cpu::kernels
