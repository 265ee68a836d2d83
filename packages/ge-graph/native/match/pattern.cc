#include "match/pattern.h"

#include <algorithm>

#include "base/log.h"
#include "ir/order.h"
#include "match/assignment.h"
#include "match/boundary.h"
#include "match/pieces.h"

namespace ge::match {
namespace {

using base::InnerError;
using base::Status;
using base::Text;

bool IsGraphEnd(const ir::Node& node) {
  static const base::Name net_output("NetOutput");
  return IsDataType(node.type()) || node.type() == net_output;
}

template <typename Specs, typename Kind>
bool HasKind(const Specs& specs, Kind kind) {
  return std::any_of(specs.begin(), specs.end(), [kind](const auto& spec) { return spec.kind == kind; });
}

bool HasUnknownPorts(const ir::Node& node) {
  const ir::OpSchema& schema = node.schema();
  return (HasKind(schema.inputs, ir::InputKind::kDynamic) && VariadicPlace(node) < 0) ||
         HasKind(schema.outputs, ir::OutputKind::kDynamic);
}

// A variadic input is one of the inputs of one operator.
Status CheckVariadic(const ir::Node& placeholder) {
  const auto& uses = placeholder.uses(0);
  const ir::Node* reader = uses.size() == 1 && !placeholder.is_result() ? uses.begin()->node : nullptr;
  if (reader == nullptr || IsGraphEnd(*reader)) {
    return InnerError(Text("variadic input \"", placeholder.name(), "\" must be read by one operator, once"));
  }
  const std::vector<int32_t> ports = ConnectedInputs(*reader);
  const auto variadic = std::count_if(ports.begin(), ports.end(), [reader](int32_t port) {
    return PieceOf(*reader->producer(port).node) == Piece::kVariadic;
  });
  if (PieceOf(*reader) == Piece::kPlain && variadic == 1) return {};
  return InnerError(Text("variadic input \"", placeholder.name(), "\" is read by \"", reader->name(),
                         "\", which has another one, or is itself alternatives or commutative"));
}

Status CheckNode(const ir::Node& node) {
  if (PieceOf(node) == Piece::kVariadic) return CheckVariadic(node);
  if (IsGraphEnd(node) || PieceOf(node) == Piece::kAnyOf) return {};
  if (!node.control_inputs().empty() || !node.control_outputs().empty()) {
    return InnerError(Text("node \"", node.name(), "\" (", node.type(), ") has a control edge"));
  }
  if (HasUnknownPorts(node)) {
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
  for (const ir::Endpoint& result : results) {
    if (IsDataType(result.node->type())) continue;
    const std::vector<ir::Endpoint> leaves = LeavesOf(result);
    if (leaves.empty() || std::any_of(leaves.begin(), leaves.end(), [](const ir::Endpoint& leaf) {
          return IsDataType(leaf.node->type());
        })) {
      return InnerError("an alternative of its outputs is an input: there is nothing to look for");
    }
  }
  return {};
}

// By slot: the nodes that are in every match, whatever is chosen.
std::vector<bool> AlwaysThere(const ir::Graph& graph) {
  std::vector<bool> there(graph.slot_end());
  std::vector<const ir::Node*> stack;
  for (const ir::Endpoint& result : graph.Results()) stack.push_back(result.node);
  while (!stack.empty()) {
    const ir::Node* at = stack.back();
    stack.pop_back();
    if (there[at->slot()]) continue;
    there[at->slot()] = true;
    if (PieceOf(*at) == Piece::kAnyOf) continue;
    for (const int32_t port : ConnectedInputs(*at)) stack.push_back(at->producer(port).node);
  }
  return there;
}

// Alternatives may share names.
Status CheckNames(const ir::Graph& graph, const std::vector<Pattern::Named>& names) {
  if (names.empty()) return {};
  const std::vector<bool> there = AlwaysThere(graph);
  for (size_t i = 0; i < names.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const ir::Endpoint& a = names[k].tensor;
      const ir::Endpoint& b = names[i].tensor;
      if (names[k].name != names[i].name || a == b) continue;
      const bool both = a.node->graph() == &graph && b.node->graph() == &graph && there[a.node->slot()] &&
                        there[b.node->slot()];
      if (!both) continue;
      return InnerError(Text("two tensors are named \"", names[i].name, "\": one of node \"", a.node->name(),
                             "\", one of node \"", b.node->name(), "\""));
    }
  }
  return {};
}

}  // namespace

Pattern::Pattern(std::shared_ptr<ir::Graph> graph) : graph_(std::move(graph)) {
  static const base::Name mark("_pattern_name");
  for (ir::Node* node : graph_->nodes()) {
    for (int32_t i = 0; i < node->output_count(); ++i) {
      const auto* name = node->output_desc(i).attrs().Get<std::string>(mark);
      if (name != nullptr) Name({node, i}, *name);
    }
  }
}

void Pattern::Capture(ir::Endpoint tensor) {
  GE_LOG(kDebug, "[CAPTURE] pattern \"", name(), "\": capture ", captures_.size(), " is output ", tensor.port,
         " of node \"", tensor.node->name(), "\"");
  captures_.push_back(tensor);
}

Status Pattern::Check() const {
  Status status = CheckGraph(*graph_);
  if (status.ok()) status = CheckNames(*graph_, names_);
  return status.ok() ? status : status.In(Text("pattern \"", name(), "\" cannot be matched"));
}

}  // namespace ge::match
