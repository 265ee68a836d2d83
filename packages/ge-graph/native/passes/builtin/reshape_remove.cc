// before  y = Reshape(x, shape), x and y of the same known shape
// after   x in the place of y
// unless  a dimension is not known: then it may differ

#include "passes/builtin.h"
#include "rewrite/bypass.h"

namespace ge::passes {
namespace {

bool ChangesNothing(const ir::Node& node) {
  static const base::Name reshape("Reshape");
  return node.type() == reshape && node.IsConnected(0) && node.input_desc(0).shape.IsKnown() &&
         node.input_desc(0).shape == node.output_desc(0).shape &&
         node.input_desc(0).type == node.output_desc(0).type;
}

base::Result<Outcome> Run(ir::Graph& graph) {
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : graph.nodes()) {
    if (!ChangesNothing(*node)) continue;
    GE_RETURN_IF_ERROR(rewrite::Bypass(node));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"NoUseReshapeRemovePass", 3, BuiltinSwitch::kNone, &Run}};

}  // namespace
}  // namespace ge::passes
