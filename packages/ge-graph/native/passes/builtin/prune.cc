// before  y = Relu(x); z = Sqrt(x); NetOutput(y)
// after   y = Relu(x); NetOutput(y)
// unless  the node is an input of the graph, or does more than compute its outputs

#include <vector>

#include "passes/builtin.h"
#include "passes/builtin/pure.h"

namespace ge::passes {
namespace {

std::vector<bool> Reaching(const ir::Graph& graph) {
  std::vector<bool> needed(graph.slot_end());
  std::vector<const ir::Node*> stack;
  const auto need = [&](const ir::Node* node) {
    if (needed[node->slot()]) return;
    needed[node->slot()] = true;
    stack.push_back(node);
  };
  for (const ir::Node* node : graph.nodes()) {
    if (IsRoot(*node)) need(node);
  }
  for (const ir::Endpoint& output : graph.outputs()) need(output.node);
  while (!stack.empty()) {
    const ir::Node* node = stack.back();
    stack.pop_back();
    for (int32_t i = 0; i < node->input_count(); ++i) {
      if (node->IsConnected(i)) need(node->producer(i).node);
    }
    for (const ir::Link& source : node->control_inputs()) need(source.node);
  }
  return needed;
}

base::Result<Outcome> Run(ir::Graph& graph) {
  if (graph.Results().empty()) return Outcome::kUnchanged;  // nothing says yet what is needed
  const std::vector<bool> needed = Reaching(graph);
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : graph.nodes()) {
    if (needed[node->slot()]) continue;
    GE_RETURN_IF_ERROR(graph.RemoveNode(node));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"PrunePass", 3, BuiltinSwitch::kNone, &Run}};

}  // namespace
}  // namespace ge::passes
