#include "rewrite/clone.h"

#include <vector>

namespace ge::rewrite {
namespace {

using base::Result;
using base::Status;
using GraphPtr = std::shared_ptr<ir::Graph>;
using BySlot = std::vector<ir::Node*>;

ir::Node* CopyNode(const ir::Node& node, ir::Graph& target) {
  ir::Node* copy = target.AddNode(node.name(), node.shared_schema(), node.port_counts());
  // Ports that the prototype does not know, of an operator from a file.
  while (copy->input_count() < node.input_count()) target.AppendInput(copy, {});
  while (copy->output_count() < node.output_count()) target.AppendOutput(copy, {});
  for (int32_t i = 0; i < node.input_count(); ++i) copy->mutable_input_desc(i) = node.input_desc(i);
  for (int32_t i = 0; i < node.output_count(); ++i) copy->mutable_output_desc(i) = node.output_desc(i);
  copy->mutable_attrs() = node.attrs();
  copy->stream_id = node.stream_id;
  return copy;
}

Status CopyEdges(const ir::Graph& graph, const BySlot& copies, ir::Graph& target) {
  for (const ir::Node* node : graph.nodes()) {
    ir::Node* copy = copies[node->slot()];
    for (int32_t i = 0; i < node->input_count(); ++i) {
      if (!node->IsConnected(i)) continue;
      const ir::Endpoint source = node->producer(i);
      GE_RETURN_IF_ERROR(target.AddDataEdge(copies[source.node->slot()], source.port, copy, i));
    }
    for (const ir::Link& source : node->control_inputs()) {
      GE_RETURN_IF_ERROR(target.AddControlEdge(copies[source.node->slot()], copy));
    }
  }
  std::vector<ir::Endpoint> outputs;
  for (const ir::Endpoint& output : graph.outputs())
    outputs.push_back({copies[output.node->slot()], output.port});
  target.SetOutputs(std::move(outputs));
  return {};
}

// `root` is where the subgraphs of the original are found.
Result<GraphPtr> Copy(const ir::Graph& graph, const ir::Graph& root, const std::string& name,
                      const NameSubgraph& name_subgraph) {
  GraphPtr target = ir::Graph::Create(name);
  target->attrs = graph.attrs;
  BySlot copies(graph.slot_end());
  for (const ir::Node* node : graph.nodes()) copies[node->slot()] = CopyNode(*node, *target);
  GE_RETURN_IF_ERROR(CopyEdges(graph, copies, *target));
  for (const ir::Node* node : graph.nodes()) {
    for (const ir::SubgraphSlot& slot : node->subgraphs()) {
      const GraphPtr body = root.FindSubgraph(slot.instance);
      if (body == nullptr) continue;
      const std::string inner = name_subgraph ? name_subgraph(body->name()) : body->name();
      GE_ASSIGN_OR_RETURN(const GraphPtr copy, Copy(*body, root, inner, name_subgraph));
      GE_RETURN_IF_ERROR(target->AttachSubgraph(copies[node->slot()], slot.slot, copy));
    }
  }
  return target;
}

}  // namespace

Result<GraphPtr> Clone(const ir::Graph& graph, const NameSubgraph& name_subgraph) {
  return Copy(graph, graph, graph.name(), name_subgraph);
}

}  // namespace ge::rewrite
