#pragma once

#include <memory>
#include <string>

#include "passes/pass.h"

namespace ge::passes {

// Runs a pass as a compilation does: on the root graph, then on every subgraph that is still there. Fails
// (E13028), naming pass and graph, when the pass fails or leaves a cycle behind.
GE_API base::Result<Outcome> RunPass(Pass& pass, const std::shared_ptr<ir::Graph>& root,
                                     PassContext& context);

// A pass by its name: a registered one, at whatever stage it is, or a built-in one. Fails (E10001) when there
// is none.
GE_API base::Result<std::unique_ptr<Pass>> MakePass(const std::string& name);

}  // namespace ge::passes
