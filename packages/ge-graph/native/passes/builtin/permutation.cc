#include "passes/builtin/permutation.h"

#include "rewrite/bypass.h"

namespace ge::passes {
namespace {

using Axes = std::vector<int64_t>;

Axes Elements(const ir::Tensor& tensor) {
  if (tensor.desc.type == base::DataType::kInt32) {
    const auto* first = tensor.elements<int32_t>();
    return {first, first + tensor.size_bytes() / sizeof(int32_t)};
  }
  if (tensor.desc.type != base::DataType::kInt64) return {};
  const auto* first = tensor.elements<int64_t>();
  return {first, first + tensor.size_bytes() / sizeof(int64_t)};
}

// Each axis once.
bool IsPermutation(const Axes& axes) {
  std::vector<bool> seen(axes.size());
  for (const int64_t axis : axes) {
    if (axis < 0 || axis >= static_cast<int64_t>(axes.size()) || seen[static_cast<size_t>(axis)])
      return false;
    seen[static_cast<size_t>(axis)] = true;
  }
  return !axes.empty();
}

}  // namespace

std::optional<Axes> PermutationOf(const ir::Node& node) {
  static const base::Name transpose("Transpose");
  static const base::Name transpose_d("TransposeD");
  static const base::Name perm("perm");
  Axes axes;
  if (node.type() == transpose) {
    const ir::Tensor* value = rewrite::ConstantInput(node, 1);
    if (value != nullptr) axes = Elements(*value);
  } else if (node.type() == transpose_d) {
    const auto* value = node.Attr<Axes>(perm);
    if (value != nullptr) axes = *value;
  }
  for (int64_t& axis : axes) {
    if (axis < 0) axis += static_cast<int64_t>(axes.size());
  }
  if (!IsPermutation(axes)) return std::nullopt;
  return axes;
}

}  // namespace ge::passes
