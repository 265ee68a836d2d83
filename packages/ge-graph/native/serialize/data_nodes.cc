#include "serialize/data_nodes.h"

#include <algorithm>
#include <unordered_set>

namespace ge::serialize {

bool IsGraphInput(const ir::Node& node) {
  static const base::Name types[] = {"Data", "RefData", "AippData", "AnnData"};
  return std::find(std::begin(types), std::end(types), node.type()) != std::end(types);
}

bool IsConstant(const ir::Node& node) {
  static const base::Name types[] = {"Const", "Constant"};
  return std::find(std::begin(types), std::end(types), node.type()) != std::end(types);
}

std::vector<const ir::Graph*> SubgraphsOf(const ir::Graph& graph) {
  std::vector<const ir::Graph*> found;
  if (graph.parent_node() == nullptr) {
    for (const auto& subgraph : graph.subgraphs()) found.push_back(subgraph.get());
    return found;
  }
  std::unordered_set<const ir::Graph*> seen{&graph};
  const auto enter = [&](const ir::Graph& outer) {
    for (const ir::Node* node : outer.nodes()) {
      for (const ir::SubgraphSlot& slot : node->subgraphs()) {
        const auto inner = graph.FindSubgraph(slot.instance);
        if (inner != nullptr && seen.insert(inner.get()).second) found.push_back(inner.get());
      }
    }
  };
  enter(graph);
  for (size_t i = 0; i < found.size(); ++i) enter(*found[i]);
  return found;
}

std::unordered_map<const ir::Node*, std::vector<int64_t>> UseOrder(const ir::Graph& graph) {
  std::unordered_map<const ir::Node*, std::vector<int64_t>> order;
  std::unordered_map<const ir::Node*, std::unordered_map<const ir::Node*, int64_t>> control;
  order.reserve(graph.node_count());
  for (const ir::Node* node : graph.nodes()) order[node].assign(static_cast<size_t>(node->input_count()), -1);
  for (const ir::Node* node : graph.nodes()) {
    for (int32_t i = 0; i < node->output_count(); ++i) {
      int64_t place = 0;
      for (const ir::Link& use : node->uses(i)) order[use.node][static_cast<size_t>(use.port)] = place++;
    }
    int64_t place = 0;
    // Of several control edges between two nodes the first counts for all.
    for (const ir::Link& use : node->control_outputs()) control[node].emplace(use.node, place++);
  }
  for (const ir::Node* node : graph.nodes()) {
    for (const ir::Link& source : node->control_inputs()) order[node].push_back(control[source.node][node]);
  }
  return order;
}

}  // namespace ge::serialize
