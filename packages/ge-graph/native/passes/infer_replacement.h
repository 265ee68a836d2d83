#pragma once

#include "match/boundary.h"

namespace ge::passes {

// Infers a replacement as if it stood in its place already: its inputs get what feeds the boundary, constants
// with their elements. Fails (E19999) when an input's index is no input of the boundary, and as InferGraph
// does.
GE_API base::Status InferReplacement(ir::Graph& replacement, const match::Boundary& boundary);

}  // namespace ge::passes
