#pragma once

#include "match/boundary.h"
#include "passes/pass.h"

namespace ge::passes {

// Infers a replacement as if it stood in its place already: its inputs get what feeds the boundary, constants
// with their elements. Fails (E19999) when an input's index is no input of the boundary, and as InferGraph
// does.
GE_API base::Status InferReplacement(ir::Graph& replacement, const match::Boundary& boundary);

// The same for the driver, at stages at which shapes are known: later matches and later passes see those of
// new nodes too. What cannot be inferred stays unknown: splicing and the inference after the stage say why.
GE_API void InferWhereShapesAreKnown(ir::Graph& replacement, const match::Boundary& boundary,
                                     const PassContext& context);

// Fails (E19999) when an output of the replacement, inferred as above, has another shape than what it is to
// stand for: whatever reads it would fail later, or compute something else.
GE_API base::Status CheckShapesStay(const ir::Graph& replacement, const match::Boundary& boundary,
                                    const PassContext& context);

}  // namespace ge::passes
