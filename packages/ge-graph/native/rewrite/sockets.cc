#include "rewrite/sockets.h"

#include "ir/order.h"

namespace ge::rewrite {
namespace {

using base::InnerError;
using base::Result;
using base::Text;

bool IsNetOutput(const ir::Node& node) {
  static const base::Name net_output("NetOutput");
  return node.type() == net_output;
}

Result<std::vector<const ir::Node*>> InputsByIndex(const ir::Graph& replacement, size_t expected) {
  static const base::Name index("index");
  std::vector<const ir::Node*> inputs;
  inputs.reserve(expected);
  for (const ir::Node* node : replacement.nodes()) {
    if (match::IsDataType(node->type())) inputs.push_back(node);
  }
  if (inputs.size() != expected) {
    return InnerError(Text("replacement \"", replacement.name(), "\" has ", inputs.size(),
                           " inputs, expected ", expected, ", as many as the replaced part has"));
  }
  std::vector<const ir::Node*> by_index(expected);
  for (const ir::Node* node : inputs) {
    const int64_t at = node->attrs().GetOr<int64_t>(index, -1);
    if (at < 0 || at >= static_cast<int64_t>(expected) || by_index[static_cast<size_t>(at)] != nullptr) {
      return InnerError(Text("input node \"", node->name(), "\" of replacement \"", replacement.name(),
                             "\" has index ", at, ", expected each of 0..",
                             static_cast<int64_t>(expected) - 1, " once"));
    }
    by_index[static_cast<size_t>(at)] = node;
  }
  return by_index;
}

std::vector<match::InputUse> UsesInside(const ir::Node& input) {
  std::vector<match::InputUse> uses;
  for (int32_t i = 0; i < input.output_count(); ++i) {
    for (const ir::Link& use : input.uses(i)) {
      if (!IsNetOutput(*use.node)) uses.push_back({use.node, use.port});
    }
  }
  return uses;
}

}  // namespace

Result<Sockets> ReadSockets(const ir::Graph& replacement, size_t inputs, size_t outputs) {
  static const base::Name index("index");
  GE_RETURN_IF_ERROR(ir::CheckAcyclic(replacement));
  GE_ASSIGN_OR_RETURN(const std::vector<const ir::Node*> data, InputsByIndex(replacement, inputs));
  const std::vector<ir::Endpoint> results = replacement.Results();
  if (results.size() != outputs) {
    return InnerError(Text("replacement \"", replacement.name(), "\" has ", results.size(),
                           " outputs, expected ", outputs, ", as many as the replaced part has"));
  }
  Sockets sockets;
  sockets.inputs.reserve(inputs);
  sockets.outputs.reserve(outputs);
  for (const ir::Node* node : data) sockets.inputs.push_back(UsesInside(*node));
  for (const ir::Endpoint& result : results) {
    const bool handed_through = match::IsDataType(result.node->type());
    sockets.outputs.push_back(
        {result, handed_through ? static_cast<int32_t>(result.node->attrs().GetOr<int64_t>(index, 0)) : -1});
  }
  return sockets;
}

std::vector<ir::Node*> TakeEndsAway(ir::Graph& replacement) {
  std::vector<ir::Node*> ends;
  std::vector<ir::Node*> others;
  ends.reserve(replacement.node_count());
  others.reserve(replacement.node_count());
  for (ir::Node* node : replacement.nodes()) {
    (match::IsDataType(node->type()) || IsNetOutput(*node) ? ends : others).push_back(node);
  }
  for (ir::Node* node : ends) (void)replacement.RemoveNode(node);
  return others;
}

}  // namespace ge::rewrite
