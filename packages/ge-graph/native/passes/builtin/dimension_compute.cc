// before  y = Shape(x), x of a known shape
// after   y = Const
// unless  a dimension of x is not known; the same for Rank (when the rank is known) and Size

#include <optional>

#include "passes/builtin.h"
#include "rewrite/bypass.h"

namespace ge::passes {
namespace {

using Numbers = std::vector<int64_t>;

std::optional<Numbers> Dimensions(const ir::Node& node, const ir::Shape& shape) {
  static const base::Name shape_type("Shape");
  static const base::Name rank_type("Rank");
  static const base::Name size_type("Size");
  if (node.type() == rank_type && !shape.IsUnknownRank()) return Numbers{static_cast<int64_t>(shape.size())};
  if (!shape.IsKnown()) return std::nullopt;
  if (node.type() == shape_type) return shape.dims();
  if (node.type() == size_type) return Numbers{shape.Elements()};
  return std::nullopt;
}

template <typename T>
std::shared_ptr<base::Buffer> Elements(const Numbers& numbers) {
  const auto buffer = base::Buffer::AllocateForWriting(numbers.size() * sizeof(T));
  auto* elements = static_cast<T*>(buffer->mutable_data());
  for (size_t i = 0; i < numbers.size(); ++i) elements[i] = static_cast<T>(numbers[i]);
  return buffer;
}

std::optional<ir::Tensor> Value(const ir::Node& node) {
  const std::optional<Numbers> numbers = Dimensions(node, node.input_desc(0).shape);
  if (!numbers) return std::nullopt;
  static const base::Name shape_type("Shape");
  const base::DataType type = node.output_desc(0).type;
  const ir::Shape shape =
      node.type() == shape_type ? ir::Shape({static_cast<int64_t>(numbers->size())}) : ir::Shape();
  if (type == base::DataType::kInt32) return ir::Tensor({shape, type}, Elements<int32_t>(*numbers));
  if (type == base::DataType::kInt64) return ir::Tensor({shape, type}, Elements<int64_t>(*numbers));
  return std::nullopt;
}

base::Result<Outcome> Run(ir::Graph& graph) {
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : graph.nodes()) {
    if (node->input_count() != 1 || node->output_count() != 1 || !node->IsConnected(0)) continue;
    std::optional<ir::Tensor> value = Value(*node);
    if (!value) continue;
    GE_RETURN_IF_ERROR(rewrite::ReplaceWithConstants(node, {std::move(*value)}));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"DimensionComputePass", 1, BuiltinSwitch::kConstantFolding, &Run}};

}  // namespace
}  // namespace ge::passes
