#pragma once

#include <memory>

#include "ir/graph.h"

namespace ge::compile {

// What must hold before anything else is done: names that are used once, no cycles, results. Fails (E13009,
// E10001).
base::Status CheckGraph(const ir::Graph& graph);

// Gives every graph its NetOutput, the root's Data nodes their numbers, and the model's outputs their names,
// which passes must not change.
base::Status NormalizeEnds(ir::Graph& root);

}  // namespace ge::compile
