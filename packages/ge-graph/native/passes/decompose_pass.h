#pragma once

#include <string>
#include <vector>

#include "passes/pass.h"
#include "passes/report.h"

namespace ge::passes {

// Replaces single nodes of some types: may we, what instead. The loop is here; nodes that replacements bring
// are not looked at again in the same run.
class GE_API DecomposePass : public Pass {
 public:
  explicit DecomposePass(std::vector<std::string> op_types) : op_types_(std::move(op_types)) {}
  base::Result<Outcome> Run(ir::Graph& graph, PassContext& context) final;

 protected:
  // An error is logged and counts as no.
  virtual base::Result<bool> MeetRequirements(ir::Node& node, PassContext& context) = 0;
  // The graph to put there: an input for each tensor that the node reads, and all the node's outputs. An
  // error fails the pass.
  virtual base::Result<std::shared_ptr<ir::Graph>> Replacement(ir::Node& node, PassContext& context) = 0;

 private:
  base::Result<bool> Decompose(ir::Node& node, PassContext& context);
  base::Result<Fate> DecomposeAt(ir::Node& node, const std::string& where, std::string& reason,
                                 PassContext& context);

  std::vector<std::string> op_types_;
};

}  // namespace ge::passes
