#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "passes/builtin.h"
#include "passes/pass.h"
#include "passes/switches.h"

namespace ge::passes {

// A pass, and the stage or phase in which it runs.
struct PlacedPass {
  std::string name;
  std::string_view where;
};

// All passes, those of users among them, in the order in which a compilation runs them (compile.cc); one that
// runs several times is named as often.
GE_API std::vector<PlacedPass> PassOrder();

// Runs the passes of one compilation: those of users stage by stage, and the built-in ones phase by phase.
class GE_API PassManager {
 public:
  // Fails (E10001) when a switch option, or `ge.passes.verify`, is wrong. The options must outlive the
  // manager.
  static base::Result<PassManager> Create(const Options& options, int64_t session_id);

  // Each enabled pass of the stage in byte order of its name: on the root graph, then on every subgraph.
  // Fails (E13028) naming the pass that failed; no later pass runs then. With the option
  // `ge.passes.verify=numeric` a pass in Python that changes what the graph computes fails too.
  base::Result<Outcome> RunStage(Stage stage, const std::shared_ptr<ir::Graph>& root);

  // The phase's built-in passes in their order, on the root graph and every subgraph.
  base::Result<Outcome> RunBuiltin(Phase phase, const std::shared_ptr<ir::Graph>& root);

 private:
  PassManager(const Options& options, PassSwitches switches, bool verifies, int64_t session_id)
      : options_(&options), switches_(std::move(switches)), verifies_(verifies), session_id_(session_id) {}

  const Options* options_;
  PassSwitches switches_;
  bool verifies_;
  int64_t session_id_;
};

}  // namespace ge::passes
