#include "rewrite/clone.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
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
  copy->id = node.id;
  copy->stream_id = node.stream_id;
  // Nodes without details share the same empty ones.
  if (&node.details() != &copy->details()) copy->mutable_details() = node.details();
  if (!node.subgraphs().empty()) copy->mutable_subgraphs() = node.subgraphs();
  return copy;
}

// The copy's edges were added in the order in which their targets have them; here those that leave `node`.
void OrderControls(const ir::Node& node, ir::Node* copy, const BySlot& copies, ir::Graph& target) {
  if (node.control_outputs().size() < 2) return;
  std::unordered_map<const ir::Node*, std::deque<size_t>> places;
  size_t place = 0;
  for (const ir::Link& link : copy->control_outputs()) places[link.node].push_back(place++);
  std::vector<size_t> order;
  for (const ir::Link& link : node.control_outputs()) {
    std::deque<size_t>& left = places[copies[link.node->slot()]];
    order.push_back(left.front());
    left.pop_front();
  }
  target.OrderUses(copy, -1, order);
}

Status CopyEdges(const ir::Graph& graph, const BySlot& copies, ir::Graph& target) {
  for (const ir::Node* node : graph.nodes()) {
    ir::Node* copy = copies[node->slot()];
    for (int32_t i = 0; i < node->output_count(); ++i) {
      for (const ir::Link& use : node->uses(i))
        GE_RETURN_IF_ERROR(target.AddDataEdge(copy, i, copies[use.node->slot()], use.port));
    }
    for (const ir::Link& source : node->control_inputs())
      GE_RETURN_IF_ERROR(target.AddControlEdge(copies[source.node->slot()], copy));
  }
  for (const ir::Node* node : graph.nodes()) OrderControls(*node, copies[node->slot()], copies, target);
  std::vector<ir::Endpoint> outputs;
  for (const ir::Endpoint& output : graph.outputs())
    outputs.push_back({copies[output.node->slot()], output.port});
  target.SetOutputs(std::move(outputs));
  return {};
}

// A graph, and the slot that it fills; the slot's node is null for the graph that everything is below.
struct Place {
  const ir::Graph* graph;
  const ir::Node* node;
  std::string slot;
};

// The graph, and all below it, in the order in which its root has them.
std::vector<Place> PlacesOf(const ir::Graph& graph) {
  std::vector<Place> found = {{&graph, nullptr, ""}};
  std::unordered_map<const ir::Graph*, size_t> place_of = {{&graph, 0}};
  for (size_t i = 0; i < found.size(); ++i) {
    for (const ir::Node* node : found[i].graph->nodes()) {
      for (const ir::SubgraphSlot& slot : node->subgraphs()) {
        const GraphPtr body = graph.FindSubgraph(slot.instance);
        if (body != nullptr && place_of.emplace(body.get(), found.size()).second)
          found.push_back({body.get(), node, slot.slot});
      }
    }
  }
  std::vector<Place> ordered = {found[0]};
  for (const GraphPtr& subgraph : graph.Root()->subgraphs()) {
    const auto place = place_of.find(subgraph.get());
    if (place != place_of.end() && place->second != 0) ordered.push_back(found[place->second]);
  }
  return ordered;
}

GraphPtr CopyContent(const ir::Graph& graph, std::string name, BySlot& copies) {
  GraphPtr copy = ir::Graph::Create(std::move(name));
  copy->attrs = graph.attrs;
  copy->id = graph.id;
  copy->attr_groups = graph.attr_groups;
  copies.resize(graph.slot_end());
  for (const ir::Node* node : graph.nodes()) copies[node->slot()] = CopyNode(*node, *copy);
  return copy;
}

}  // namespace

Result<GraphPtr> Clone(const ir::Graph& graph, const NameSubgraph& name_subgraph) {
  return Clone(graph, graph.name(), name_subgraph);
}

Result<GraphPtr> Clone(const ir::Graph& graph, const std::string& name, const NameSubgraph& name_subgraph) {
  const std::vector<Place> places = PlacesOf(graph);
  std::unordered_map<const ir::Graph*, BySlot> copies;
  std::vector<GraphPtr> graphs;
  for (const Place& place : places) {
    const std::string& before = place.graph->name();
    BySlot& nodes = copies[place.graph];
    std::string named = place.node == nullptr ? name : name_subgraph ? name_subgraph(before) : before;
    graphs.push_back(CopyContent(*place.graph, std::move(named), nodes));
    GE_RETURN_IF_ERROR(CopyEdges(*place.graph, nodes, *graphs.back()));
  }
  graphs[0]->model = graph.model;
  for (size_t i = 1; i < places.size(); ++i) {
    ir::Node* node = copies[places[i].node->graph()][places[i].node->slot()];
    GE_RETURN_IF_ERROR(node->graph()->AttachSubgraph(node, places[i].slot, graphs[i]));
  }
  return graphs[0];
}

}  // namespace ge::rewrite
