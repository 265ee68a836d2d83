#pragma once

#include <string>
#include <vector>

#include "passes/pass.h"
#include "passes/switches.h"

namespace ge::passes {

// Groups of built-in passes, in the order in which a compilation runs them.
enum class Phase {
  kInference,  // right after shapes are known: what they make constant
  kPrepare,    // before the graph is optimised: what does nothing
  kStage1,     // optimisation of the whole graph
  kStage2,     // before the backend takes it: what optimisation left over
};

// `Inference`, ...
GE_API std::string_view PhaseName(Phase phase);

// A pass of our own over one graph; subgraphs are visited by the manager. Shapes are inferred when it runs.
struct BuiltinPass {
  const char* name;
  int level;  // lowest optimisation level at which it is on
  BuiltinSwitch by;
  base::Result<Outcome> (*run)(ir::Graph& graph);
};

// The passes of a phase in their order (order.cc has the reasons).
GE_API std::vector<const BuiltinPass*> BuiltinPassesOf(Phase phase);

// A pass registers itself by a static object of this in its file.
struct BuiltinRegistration {
  explicit BuiltinRegistration(BuiltinPass pass);
};

}  // namespace ge::passes
