// before  c = Const(), which nobody reads
// after   nothing

#include "match/compatible.h"
#include "passes/builtin.h"

namespace ge::passes {
namespace {

bool IsUnused(const ir::Node& node) {
  return match::IsConst(node) && node.uses(0).empty() && node.control_inputs().empty() &&
         node.control_outputs().empty();
}

base::Result<Outcome> Run(ir::Graph& graph) {
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : graph.nodes()) {
    if (!IsUnused(*node)) continue;
    bool is_output = false;
    for (const ir::Endpoint& output : graph.outputs()) is_output |= output.node == node;
    if (is_output) continue;
    GE_RETURN_IF_ERROR(graph.RemoveNode(node));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"UnusedConstPass", 1, BuiltinSwitch::kNone, &Run}};

}  // namespace
}  // namespace ge::passes
