// before  y = Transpose(x, [0, 1, 2])
// after   x in the place of y

#include "passes/builtin.h"
#include "passes/builtin/permutation.h"
#include "rewrite/bypass.h"

namespace ge::passes {
namespace {

bool KeepsOrder(const std::vector<int64_t>& axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

base::Result<Outcome> Run(ir::Graph& graph) {
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : graph.nodes()) {
    const std::optional<std::vector<int64_t>> axes = PermutationOf(*node);
    if (!axes || !KeepsOrder(*axes) || !node->IsConnected(0)) continue;
    GE_RETURN_IF_ERROR(rewrite::Bypass(node));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"UnchangedTransposeRemovePass", 3, BuiltinSwitch::kNone, &Run}};

}  // namespace
}  // namespace ge::passes
