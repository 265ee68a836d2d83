#include <utility>

#include "ir/graph.h"

namespace ge::ir {

base::Status Graph::ReplaceContent(Graph& other) {
  if (&other == this) return {};
  for (const Graph* graph : {this, &other}) {
    if (graph->parent_node() == nullptr) continue;
    return base::InnerError(base::Text("graph \"", graph->name_, "\" is the body of node \"",
                                       graph->parent_node()->name(),
                                       "\": only a graph of its own can get other contents"));
  }
  first_slot_ = slot_end();
  nodes_.clear();
  node_count_ = 0;
  by_name_.clear();
  indexed_ = false;
  unique_names_ = true;
  subgraphs_.clear();
  subgraph_by_name_.clear();

  std::vector<int64_t> ids;
  for (const Node* node : other.nodes()) ids.push_back(node->id);
  outputs_ = std::exchange(other.outputs_, {});
  TakeNodes(other);
  for (size_t i = 0; i < ids.size(); ++i) nodes_[i]->id = ids[i];
  name_ = std::move(other.name_);
  attrs = std::move(other.attrs);
  model = std::move(other.model);
  attr_groups = std::move(other.attr_groups);
  return {};
}

}  // namespace ge::ir
