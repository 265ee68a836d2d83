#include "passes/graph_indexes.h"

#include <utility>

namespace ge::passes {

base::Result<match::NodeIndex*> GraphIndexes::Of(const ir::Graph& graph) {
  asked_ = true;
  const auto found = indexes_.find(&graph);
  if (found != indexes_.end()) return &found->second;
  GE_ASSIGN_OR_RETURN(match::NodeIndex index, match::NodeIndex::Of(graph));
  ++made_;
  return &indexes_.emplace(&graph, std::move(index)).first->second;
}

base::Status GraphIndexes::EndPass(const ir::Graph& graph) {
  const bool only_looked = asked_ && indexes_.count(&graph) != 0;
  if (only_looked) return {};
  Forget();
  return Of(graph).status();
}

}  // namespace ge::passes
