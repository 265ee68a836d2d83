#pragma once

#include <memory>
#include <vector>

#include "ir/graph.h"

namespace ge::passes {

// Visits the root, then its subgraphs as they are at the beginning; one whose parent node goes before its
// turn is skipped.
template <typename Visit>
base::Status ForEachGraph(const std::shared_ptr<ir::Graph>& root, Visit visit) {
  GE_RETURN_IF_ERROR(visit(*root));
  const std::vector<std::shared_ptr<ir::Graph>> subgraphs = root->subgraphs();
  for (const std::shared_ptr<ir::Graph>& subgraph : subgraphs) {
    if (root->FindSubgraph(subgraph->name()) == subgraph) GE_RETURN_IF_ERROR(visit(*subgraph));
  }
  return {};
}

}  // namespace ge::passes
