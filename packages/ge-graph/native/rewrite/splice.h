#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/boundary.h"

namespace ge::rewrite {

// Puts the nodes of `replacement` in the place of what is inside of `boundary`, and removes what nobody reads
// any more. The replacement's `Data` of index i stands for input i, what feeds its NetOutput for the outputs
// in order; an output may be an input again. The nodes are taken out of `replacement`, which is empty
// afterwards; when one of its subgraphs is named like one of the graph, a copy is taken in which all have
// names of their own.
//
// With `pass_name` the new nodes say which passes made them. Returns the new nodes.
// Fails (E19999), with the graph unchanged, when the boundary is not valid, the counts of inputs or outputs
// differ, the replacement is part of another graph or has a cycle, or the replaced nodes contradict each
// other in how they are to be run.
GE_API base::Result<std::vector<ir::Node*>> Splice(
    const match::Boundary& boundary, const std::shared_ptr<ir::Graph>& replacement,
    const std::optional<std::string>& pass_name = std::nullopt);

// Puts the nodes of `addition` into `graph` beside its own: the addition's `Data` of index i stands for
// `inputs[i]`. Nodes whose names are taken get others. The addition is empty afterwards. Returns what its
// outputs are then. Fails (E19999), with the graph unchanged, when an input is no output of a node of the
// graph, or the addition has another number of inputs, is part of another graph or has a cycle.
GE_API base::Result<std::vector<ir::Endpoint>> Graft(ir::Graph& graph,
                                                     const std::shared_ptr<ir::Graph>& addition,
                                                     const std::vector<ir::Endpoint>& inputs);

}  // namespace ge::rewrite
