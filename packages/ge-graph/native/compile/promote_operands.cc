#include "compile/promote_operands.h"

#include <algorithm>

#include "ir/order.h"
#include "ops/promotion.h"
#include "ops/registry.h"
#include "rewrite/bypass.h"
#include "rewrite/inherit.h"

namespace ge::compile {
namespace {

using base::Status;

// Most nodes are done with this.
bool HasOneType(const ir::Node& node) {
  for (int32_t i = 1; i < node.input_count(); ++i) {
    if (node.input_desc(i).type != node.input_desc(0).type) return false;
  }
  return true;
}

base::Result<base::DataType> OperandTypeOf(const ir::Node& node) {
  std::vector<ops::RuleInput> inputs(static_cast<size_t>(node.input_count()));
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (!node.IsConnected(i)) continue;
    inputs[static_cast<size_t>(i)] = {&node.input_desc(i), rewrite::ConstantInput(node, i)};
  }
  std::vector<ir::TensorDesc> outputs(static_cast<size_t>(node.output_count()));
  return ops::OperandType(ops::ShapeContext(node, inputs, outputs));
}

std::string FreeName(const ir::Graph& graph, const std::string& name) {
  std::string free = name;
  for (int number = 1; graph.FindNode(free) != nullptr; ++number) free = base::Text(name, "_", number);
  return free;
}

ir::Node* AddConstant(ir::Node* node, const std::string& name, ir::Tensor value) {
  ir::Node* constant = node->graph()->AddNode(name, ops::FindSchema("Const"));
  constant->mutable_output_desc(0) = value.desc;
  constant->mutable_attrs().Set("value", ir::Box<ir::Tensor>(std::move(value)));
  return constant;
}

base::Result<ir::Node*> AddCast(ir::Node* node, const std::string& name, ir::Endpoint from,
                                base::DataType type) {
  ir::Node* cast = node->graph()->AddNode(name, ops::FindSchema("Cast"));
  cast->mutable_attrs().Set("dst_type", static_cast<int64_t>(type));
  cast->mutable_input_desc(0) = from.node->output_desc(from.port);
  cast->mutable_output_desc(0) = from.node->output_desc(from.port);
  cast->mutable_output_desc(0).type = type;
  GE_RETURN_IF_ERROR(node->graph()->AddDataEdge(from.node, from.port, cast, 0));
  return cast;
}

bool IsIdle(const ir::Node& constant) {
  return constant.uses(0).empty() && constant.control_inputs().empty() && constant.control_outputs().empty();
}

// A constant that nobody reads afterwards goes to `idle`.
Status PromoteInput(ir::Node* node, int32_t input, base::DataType type, std::vector<ir::Node*>& idle) {
  ir::Graph& graph = *node->graph();
  const ir::Endpoint from = node->producer(input);
  const std::string name = FreeName(graph, base::Text(node->name(), "_", node->InputName(input)));
  const ir::Tensor* constant = rewrite::ConstantValue(*from.node);
  std::optional<ir::Tensor> scalar;
  if (constant != nullptr) scalar = ops::ConvertedScalar(*constant, type);
  ir::Node* operand = nullptr;
  if (scalar) {
    operand = AddConstant(node, name, *std::move(scalar));
  } else {
    GE_ASSIGN_OR_RETURN(operand, AddCast(node, name, from, type));
  }
  rewrite::InheritOrigin({node}, {operand});
  graph.Disconnect(node, input);
  GE_RETURN_IF_ERROR(graph.AddDataEdge(operand, 0, node, input));
  node->mutable_input_desc(input).type = type;
  if (constant != nullptr && IsIdle(*from.node)) idle.push_back(from.node);
  return {};
}

Status PromoteNode(ir::Node* node, std::vector<ir::Node*>& idle) {
  if (HasOneType(*node) || !ops::ComputesInOneType(node->type())) return {};
  GE_ASSIGN_OR_RETURN(const base::DataType type, OperandTypeOf(*node));
  for (int32_t i = 0; i < node->input_count(); ++i) {
    if (node->IsConnected(i) && node->input_desc(i).type != type)
      GE_RETURN_IF_ERROR(PromoteInput(node, i, type, idle));
  }
  return {};
}

}  // namespace

Status PromoteOperands(ir::Graph& root) {
  std::vector<ir::Node*> idle;
  for (ir::Node* node : ir::AllNodes(root)) {
    if (node->input_count() > 1) GE_RETURN_IF_ERROR(PromoteNode(node, idle));
  }
  for (ir::Node* constant : idle) GE_RETURN_IF_ERROR(constant->graph()->RemoveNode(constant));
  return {};
}

}  // namespace ge::compile
