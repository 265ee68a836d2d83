#include "match/pattern.h"

#include <algorithm>

#include "base/log.h"
#include "ir/order.h"
#include "match/boundary.h"

namespace ge::match {
namespace {

using base::InnerError;
using base::Status;
using base::Text;

bool IsGraphEnd(const ir::Node& node) {
  static const base::Name net_output("NetOutput");
  return IsDataType(node.type()) || node.type() == net_output;
}

bool HasDynamicPorts(const ir::OpSchema& schema) {
  return std::any_of(schema.inputs.begin(), schema.inputs.end(),
                     [](const ir::InputSpec& spec) { return spec.kind == ir::InputKind::kDynamic; }) ||
         std::any_of(schema.outputs.begin(), schema.outputs.end(),
                     [](const ir::OutputSpec& spec) { return spec.kind == ir::OutputKind::kDynamic; });
}

Status CheckNode(const ir::Node& node) {
  if (IsGraphEnd(node)) return {};
  if (!node.control_inputs().empty() || !node.control_outputs().empty()) {
    return InnerError(Text("node \"", node.name(), "\" (", node.type(), ") has a control edge"));
  }
  if (HasDynamicPorts(node.schema())) {
    return InnerError(Text("node \"", node.name(), "\": operator ", node.type(),
                           " has a dynamic number of inputs or outputs, which a pattern cannot hold"));
  }
  return {};
}

Status CheckGraph(const ir::Graph& graph) {
  if (!graph.subgraphs().empty()) return InnerError("it has subgraphs");
  for (const ir::Node* node : graph.nodes()) GE_RETURN_IF_ERROR(CheckNode(*node));
  GE_RETURN_IF_ERROR(ir::CheckAcyclic(graph));
  const std::vector<ir::Endpoint> results = graph.Results();
  if (results.empty()) return InnerError("it has no output");
  if (std::all_of(results.begin(), results.end(),
                  [](const ir::Endpoint& result) { return IsDataType(result.node->type()); })) {
    return InnerError("its outputs are inputs: there is nothing to look for");
  }
  return {};
}

}  // namespace

void Pattern::Capture(ir::Endpoint tensor) {
  GE_LOG(kDebug, "[CAPTURE] pattern \"", name(), "\": capture ", captures_.size(), " is output ", tensor.port,
         " of node \"", tensor.node->name(), "\"");
  captures_.push_back(tensor);
}

Status Pattern::Check() const {
  const Status status = CheckGraph(*graph_);
  return status.ok() ? status : status.In(Text("pattern \"", name(), "\" cannot be matched"));
}

}  // namespace ge::match
