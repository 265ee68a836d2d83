// before  y = Add(Const 1, Const 2)
// after   y = Const 3
// unless  an input is not constant, the operator does more than compute, no backend computes it, or the
// result is large
//         and larger than what it is made from

#include <algorithm>
#include <optional>

#include "backend/backend.h"
#include "base/log.h"
#include "ir/order.h"
#include "match/compatible.h"
#include "passes/builtin.h"
#include "passes/builtin/pure.h"
#include "rewrite/bypass.h"

namespace ge::passes {
namespace {

using Inputs = std::vector<const ir::Tensor*>;

constexpr int64_t kLarge = 64 * 1024;

// Null for inputs that are not fed; nothing when one is not constant.
std::optional<Inputs> ConstantInputs(const ir::Node& node) {
  Inputs inputs;
  bool any = false;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    const ir::Tensor* value = rewrite::ConstantInput(node, i);
    if (value == nullptr && node.IsConnected(i)) return std::nullopt;
    if (value != nullptr && value->desc.type == base::DataType::kString) return std::nullopt;
    any |= value != nullptr;
    inputs.push_back(value);
  }
  if (!any) return std::nullopt;
  return inputs;
}

bool WouldGrow(const ir::Node& node, const Inputs& inputs) {
  int64_t before = 0;
  for (const ir::Tensor* input : inputs)
    before += input == nullptr ? 0 : static_cast<int64_t>(input->size_bytes());
  int64_t after = 0;
  for (int32_t i = 0; i < node.output_count(); ++i) {
    const ir::TensorDesc& desc = node.output_desc(i);
    const int64_t elements = desc.shape.Elements();
    after += elements < 0 ? 0 : std::max<int64_t>(0, base::DataBytes(desc.type, elements));
  }
  return after > kLarge && after > before;
}

base::Result<bool> Fold(ir::Node* node, const backend::Backend& backend) {
  if (!IsPure(*node) || match::IsConst(*node)) return false;
  const std::optional<Inputs> inputs = ConstantInputs(*node);
  if (!inputs || WouldGrow(*node, *inputs) || !backend.Supports(*node).ok()) return false;
  base::Result<std::vector<ir::Tensor>> values = backend.Compute(*node, *inputs);
  if (!values.ok()) {
    GE_LOG(kInfo, "node \"", node->name(), "\" is not folded: ", values.status().message());
    return false;
  }
  GE_RETURN_IF_ERROR(rewrite::ReplaceWithConstants(node, std::move(*values)));
  return true;
}

base::Result<Outcome> Run(ir::Graph& graph) {
  const backend::Backend* backend = backend::DefaultBackend();
  if (backend == nullptr) return Outcome::kUnchanged;
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> order, ir::TopologicalOrder(graph));
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : order) {
    GE_ASSIGN_OR_RETURN(const bool folded, Fold(node, *backend));
    if (folded) outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"ConstantFoldingPass", 0, BuiltinSwitch::kConstantFolding, &Run}};

}  // namespace
}  // namespace ge::passes
