#include "rewrite/bypass.h"

#include "match/compatible.h"
#include "ops/registry.h"
#include "rewrite/control.h"
#include "rewrite/inherit.h"

namespace ge::rewrite {
namespace {

using base::InnerError;
using base::Status;
using base::Text;

base::Name ValueAttr() {
  static const base::Name value("value");
  return value;
}

std::string ConstantName(const ir::Node& node, int32_t output) {
  return node.output_count() == 1 ? node.name() : node.name() + "_" + std::to_string(output);
}

}  // namespace

Status Bypass(ir::Node* node, int32_t input) {
  if (!node->HasInput(input) || !node->IsConnected(input) || !node->HasOutput(0)) {
    return InnerError(Text("node \"", node->name(), "\" (", node->type(),
                           ") cannot be bypassed: nothing feeds input ", input));
  }
  GE_RETURN_IF_ERROR(node->graph()->ReplaceUses({node, 0}, node->producer(input)));
  return Prune({node});
}

Status ReplaceWithConstants(ir::Node* node, std::vector<ir::Tensor> values) {
  if (static_cast<int32_t>(values.size()) != node->output_count()) {
    return InnerError(Text("node \"", node->name(), "\" has ", node->output_count(), " outputs, got ",
                           values.size(), " constants"));
  }
  const auto schema = ops::FindSchema("Const");
  if (schema == nullptr) return InnerError("operator Const is not known");
  ir::Graph& graph = *node->graph();
  for (int32_t i = 0; i < node->output_count(); ++i) {
    if (node->uses(i).empty()) continue;
    ir::Node* constant = graph.AddNode(ConstantName(*node, i), schema);
    ir::Tensor& value = values[static_cast<size_t>(i)];
    constant->mutable_output_desc(0) = value.desc;
    constant->mutable_attrs().Set(ValueAttr(), ir::Box<ir::Tensor>(std::move(value)));
    Inherit({node}, {constant});
    GE_RETURN_IF_ERROR(graph.ReplaceUses({node, i}, {constant, 0}));
  }
  return Prune({node});
}

const ir::Tensor* ConstantValue(const ir::Node& node) {
  if (!match::IsConst(node)) return nullptr;
  const auto* value = node.attrs().Get<ir::Box<ir::Tensor>>(ValueAttr());
  return value == nullptr ? nullptr : &**value;
}

const ir::Tensor* ConstantInput(const ir::Node& node, int32_t input) {
  if (!node.HasInput(input) || !node.IsConnected(input)) return nullptr;
  return ConstantValue(*node.producer(input).node);
}

}  // namespace ge::rewrite
