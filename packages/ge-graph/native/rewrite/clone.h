#pragma once

#include <functional>
#include <memory>
#include <string>

#include "ir/graph.h"

namespace ge::rewrite {

// The name of a subgraph's copy, from the name of the subgraph.
using NameSubgraph = std::function<std::string(const std::string&)>;

// A root graph of its own that equals this one, with all that a file keeps of it, subgraphs included; tensors
// share their elements. With `name_subgraph` the copies of subgraphs are named anew.
GE_API base::Result<std::shared_ptr<ir::Graph>> Clone(const ir::Graph& graph,
                                                      const NameSubgraph& name_subgraph = {});
// The same under another name.
GE_API base::Result<std::shared_ptr<ir::Graph>> Clone(const ir::Graph& graph, const std::string& name,
                                                      const NameSubgraph& name_subgraph);

}  // namespace ge::rewrite
