#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/graph.h"

// What the file formats make of a graph's shape.
namespace ge::serialize {

// Data, RefData, AippData, AnnData.
bool IsGraphInput(const ir::Node& node);
// Const, Constant.
bool IsConstant(const ir::Node& node);

// All subgraphs under `graph`: of a root its list; of another graph those that its nodes name, breadth first.
std::vector<const ir::Graph*> SubgraphsOf(const ir::Graph& graph);

// For each node and each of its inputs in file order (data inputs, then control edges): the place of the edge
// among the uses of its output, -1 when there is none.
std::unordered_map<const ir::Node*, std::vector<int64_t>> UseOrder(const ir::Graph& graph);

}  // namespace ge::serialize
