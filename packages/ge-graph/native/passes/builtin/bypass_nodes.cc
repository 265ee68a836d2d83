// before  y = Identity(x)
// after   x in the place of y
// unless  another output of the node is read, or nothing feeds it
//
// The same for operators that only matter in training or while a model is built.

#include "passes/builtin.h"
#include "rewrite/bypass.h"

namespace ge::passes {
namespace {

bool OnlyFirstOutputIsRead(const ir::Node& node) {
  for (int32_t i = 1; i < node.output_count(); ++i) {
    if (!node.uses(i).empty()) return false;
  }
  return node.output_count() > 0;
}

base::Result<Outcome> BypassAll(ir::Graph& graph, std::initializer_list<base::Name> types) {
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : graph.nodes()) {
    bool named = false;
    for (const base::Name type : types) named |= node->type() == type;
    if (!named || !node->HasInput(0) || !node->IsConnected(0) || !OnlyFirstOutputIsRead(*node)) continue;
    GE_RETURN_IF_ERROR(rewrite::Bypass(node));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

base::Result<Outcome> Identity(ir::Graph& graph) { return BypassAll(graph, {"Identity"}); }
base::Result<Outcome> DropOut(ir::Graph& graph) { return BypassAll(graph, {"DropOut", "Dropout"}); }
base::Result<Outcome> StopGradient(ir::Graph& graph) { return BypassAll(graph, {"StopGradient"}); }
base::Result<Outcome> PreventGradient(ir::Graph& graph) { return BypassAll(graph, {"PreventGradient"}); }
base::Result<Outcome> Placeholder(ir::Graph& graph) { return BypassAll(graph, {"PlaceholderWithDefault"}); }
base::Result<Outcome> Snapshot(ir::Graph& graph) { return BypassAll(graph, {"Snapshot"}); }
base::Result<Outcome> GuaranteeConst(ir::Graph& graph) { return BypassAll(graph, {"GuaranteeConst"}); }

const BuiltinRegistration kPasses[] = {
    BuiltinRegistration({"IdentityPass", 3, BuiltinSwitch::kNone, &Identity}),
    BuiltinRegistration({"DropOutPass", 0, BuiltinSwitch::kNone, &DropOut}),
    BuiltinRegistration({"StopGradientPass", 0, BuiltinSwitch::kNone, &StopGradient}),
    BuiltinRegistration({"PreventGradientPass", 0, BuiltinSwitch::kNone, &PreventGradient}),
    BuiltinRegistration({"PlaceholderWithDefaultPass", 0, BuiltinSwitch::kNone, &Placeholder}),
    BuiltinRegistration({"SnapshotPass", 0, BuiltinSwitch::kNone, &Snapshot}),
    BuiltinRegistration({"GuaranteeConstPass", 0, BuiltinSwitch::kNone, &GuaranteeConst}),
};

}  // namespace
}  // namespace ge::passes
