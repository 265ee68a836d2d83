#include <algorithm>

#include "ir/graph.h"

namespace ge::ir {

Node* Graph::parent_node() const {
  const std::shared_ptr<Graph> parent = parent_graph_.lock();
  return parent == nullptr ? nullptr : parent->NodeAt(parent_slot_);
}

Graph* Graph::parent_graph() const {
  const Node* node = parent_node();
  return node == nullptr ? nullptr : node->graph();
}

Graph* Graph::Root() {
  Graph* graph = this;
  while (Graph* parent = graph->parent_graph()) graph = parent;
  return graph;
}

const Graph* Graph::Root() const { return const_cast<Graph*>(this)->Root(); }

std::shared_ptr<Graph> Graph::FindSubgraph(std::string_view name) const {
  const Graph* root = Root();
  const auto found = root->subgraph_by_name_.find(std::string(name));
  return found == root->subgraph_by_name_.end() ? nullptr : found->second;
}

base::Status Graph::AttachSubgraph(Node* node, const std::string& slot, const std::shared_ptr<Graph>& graph) {
  if (node == nullptr || node->graph() != this) {
    return base::InnerError(base::Text("cannot attach subgraph \"", graph->name_,
                                       "\" to a node that is not of graph \"", name_, "\""));
  }
  if (const Node* parent = graph->parent_node()) {
    return base::InnerError(base::Text("graph \"", graph->name_, "\" is already the body of node \"",
                                       parent->name(), "\" in graph \"", parent->graph()->name_, "\""));
  }
  Graph* root = Root();
  if (root == graph.get())
    return base::InnerError(base::Text("graph \"", name_, "\" cannot be its own subgraph"));
  const auto taken = [root](const std::shared_ptr<Graph>& g) {
    return root->subgraph_by_name_.count(g->name_) != 0;
  };
  const auto& nested = graph->subgraphs_;
  if (taken(graph) || std::any_of(nested.begin(), nested.end(), taken)) {
    return base::InnerError(base::Text("a subgraph named like \"", graph->name_,
                                       "\" or one of its own is already in \"", root->name_, "\""));
  }
  auto& slots = node->mutable_subgraphs();
  const auto at = std::find_if(slots.begin(), slots.end(),
                               [&slot](const SubgraphSlot& entry) { return entry.slot == slot; });
  if (at == slots.end()) {
    slots.push_back({slot, graph->name_});
  } else {
    at->instance = graph->name_;
  }
  graph->parent_graph_ = weak_from_this();
  graph->parent_slot_ = node->slot();
  root->subgraphs_.push_back(graph);
  root->subgraph_by_name_.emplace(graph->name_, graph);
  for (std::shared_ptr<Graph>& inner : graph->subgraphs_) {
    root->subgraph_by_name_.emplace(inner->name_, inner);
    root->subgraphs_.push_back(std::move(inner));
  }
  graph->subgraphs_.clear();
  graph->subgraph_by_name_.clear();
  return {};
}

base::Status Graph::AddSubgraph(const std::shared_ptr<Graph>& graph) {
  if (graph->parent_node() == nullptr) {
    return base::InnerError(base::Text("graph \"", graph->name_,
                                       "\" is not the body of a node: pass it to a control ",
                                       "flow operator instead"));
  }
  Graph* root = Root();
  if (graph->Root() != root) {
    return base::InnerError(
        base::Text("graph \"", graph->name_, "\" belongs to another graph than \"", name_, "\""));
  }
  if (!root->subgraph_by_name_.emplace(graph->name_, graph).second) {
    return base::InnerError(
        base::Text("graph \"", root->name_, "\" has a subgraph \"", graph->name_, "\" already"));
  }
  root->subgraphs_.push_back(graph);
  return {};
}

void Graph::RemoveSubgraph(std::string_view name) {
  Graph* root = Root();
  const auto found = root->subgraph_by_name_.find(std::string(name));
  if (found == root->subgraph_by_name_.end()) return;
  const std::shared_ptr<Graph> gone = found->second;
  root->subgraph_by_name_.erase(found);
  root->subgraphs_.erase(std::find(root->subgraphs_.begin(), root->subgraphs_.end(), gone));
  for (const Node* node : gone->nodes()) {
    for (const SubgraphSlot& slot : node->subgraphs()) root->RemoveSubgraph(slot.instance);
  }
}

}  // namespace ge::ir
