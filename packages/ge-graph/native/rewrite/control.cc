#include "rewrite/control.h"

#include <algorithm>

#include "match/node_set.h"
#include "ops/registry.h"

namespace ge::rewrite {
namespace {

using base::Status;
using Nodes = std::vector<ir::Node*>;
using match::NodeSet;

void Collect(const ir::LinkList& links, const NodeSet& inside, Nodes& partners) {
  for (const ir::Link& link : links) {
    const bool known = std::find(partners.begin(), partners.end(), link.node) != partners.end();
    if (!inside.Has(link.node) && !known) partners.push_back(link.node);
  }
}

base::Result<ir::Node*> AddNoOp(ir::Graph& graph, const std::string& name) {
  const auto schema = ops::FindSchema("NoOp");
  if (schema == nullptr) return base::InnerError("operator NoOp is not known: control edges cannot be moved");
  return graph.AddNode(name, schema);
}

bool IsLinked(const ir::Node& source, const ir::Node& target) {
  return std::any_of(target.control_inputs().begin(), target.control_inputs().end(),
                     [&source](const ir::Link& link) { return link.node == &source; });
}

// Everything that was before `node` gets a control edge to everything that waited for it.
Status Bridge(const ir::Node& node) {
  if (node.control_outputs().empty()) return {};
  Nodes before;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (node.IsConnected(i)) before.push_back(node.producer(i).node);
  }
  for (const ir::Link& link : node.control_inputs()) before.push_back(link.node);
  Nodes after;
  for (const ir::Link& link : node.control_outputs()) after.push_back(link.node);
  for (ir::Node* source : before) {
    for (ir::Node* target : after) {
      if (!IsLinked(*source, *target)) GE_RETURN_IF_ERROR(node.graph()->AddControlEdge(source, target));
    }
  }
  return {};
}

bool IsRead(const ir::Node& node) {
  for (int32_t i = 0; i < node.output_count(); ++i) {
    if (!node.uses(i).empty()) return true;
  }
  return node.is_result();
}

}  // namespace

Status MoveControlEdges(const Nodes& old_nodes, const Nodes& new_nodes) {
  if (new_nodes.empty()) return {};
  const NodeSet inside(old_nodes);
  Nodes before;
  Nodes after;
  for (const ir::Node* node : old_nodes) {
    Collect(node->control_inputs(), inside, before);
    Collect(node->control_outputs(), inside, after);
  }
  ir::Graph& graph = *old_nodes[0]->graph();
  if (!before.empty()) {
    GE_ASSIGN_OR_RETURN(ir::Node * gate, AddNoOp(graph, "noop_in_" + new_nodes.front()->name()));
    for (ir::Node* node : before) GE_RETURN_IF_ERROR(graph.AddControlEdge(node, gate));
    for (ir::Node* node : new_nodes) GE_RETURN_IF_ERROR(graph.AddControlEdge(gate, node));
  }
  if (!after.empty()) {
    GE_ASSIGN_OR_RETURN(ir::Node * gate, AddNoOp(graph, "noop_out_" + new_nodes.back()->name()));
    for (ir::Node* node : new_nodes) GE_RETURN_IF_ERROR(graph.AddControlEdge(node, gate));
    for (ir::Node* node : after) GE_RETURN_IF_ERROR(graph.AddControlEdge(gate, node));
  }
  return {};
}

Status Prune(const Nodes& old_nodes) {
  Nodes left = old_nodes;
  size_t before = 0;
  do {
    before = left.size();
    Nodes staying;
    for (ir::Node* node : left) {
      if (IsRead(*node)) {
        staying.push_back(node);
        continue;
      }
      GE_RETURN_IF_ERROR(Bridge(*node));
      GE_RETURN_IF_ERROR(node->graph()->RemoveNode(node));
    }
    left = std::move(staying);
  } while (left.size() != before);
  return {};
}

}  // namespace ge::rewrite
