#pragma once

#include <memory>

#include "backend/backend.h"
#include "base/api.h"
#include "base/status.h"
#include "ir/graph.h"

namespace ge::bodies {

// Fine when the backend runs the node, or operators that its body says it in. Else why not: E10501 when no
// node of this operator and these data types is run, E13014 when it is another one's inputs or attributes
// that a body takes.
GE_API base::Status Runs(const ir::Node& node, const backend::Backend& backend);

// Puts its body in the place of every node that the backend does not run, here and in the graphs below, until
// it runs all of them; then everything is inferred again. New nodes are named for the node they replace, and
// come from it. Fails (E10501) naming a node that is not run, and why, also why its body does not serve.
GE_API base::Status MakeRunnable(ir::Graph& graph, const backend::Backend& backend);

// The graph itself when no node needs a body, else a copy that MakeRunnable has seen.
GE_API base::Result<std::shared_ptr<ir::Graph>> Runnable(const std::shared_ptr<ir::Graph>& graph,
                                                         const backend::Backend& backend);

}  // namespace ge::bodies
