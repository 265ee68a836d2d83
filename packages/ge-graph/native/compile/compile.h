#pragma once

#include <cstdint>
#include <memory>

#include "compile/compiled_model.h"

namespace ge::compile {

// Takes a graph from what a front end or a user made to what a backend loads: checks it, runs the passes of
// users and our own in the order of their stages, with everything inferred. The graph is changed in place,
// and belongs to the model afterwards.
//
// Errors: E10001 a wrong option, E13014 and E10501 a node that cannot be inferred, E13028 a pass that failed,
// E10501 an operator that the backend has no kernel for; all name the node or the pass.
GE_API base::Result<CompiledModel> Compile(const std::shared_ptr<ir::Graph>& graph,
                                           const backend::Options& options, int64_t session_id = 0);

}  // namespace ge::compile
