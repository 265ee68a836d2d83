// before  z = Transpose(Transpose(x, p), q), q undoes p
// after   x in the place of z; the inner Transpose stays while others read it
// unless  q does not undo p, or the number of axes differs

#include "passes/builtin.h"
#include "passes/builtin/permutation.h"
#include "rewrite/bypass.h"
#include "rewrite/control.h"

namespace ge::passes {
namespace {

using Axes = std::vector<int64_t>;

bool Undoes(const Axes& outer, const Axes& inner) {
  if (outer.size() != inner.size()) return false;
  for (size_t i = 0; i < outer.size(); ++i) {
    if (inner[static_cast<size_t>(outer[i])] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

base::Result<Outcome> Run(ir::Graph& graph) {
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* outer : graph.nodes()) {
    const std::optional<Axes> second = PermutationOf(*outer);
    if (!second || !outer->IsConnected(0)) continue;
    ir::Node* inner = outer->producer(0).node;
    const std::optional<Axes> first = PermutationOf(*inner);
    if (!first || !Undoes(*second, *first) || !inner->IsConnected(0)) continue;
    GE_RETURN_IF_ERROR(graph.ReplaceUses({outer, 0}, inner->producer(0)));
    GE_RETURN_IF_ERROR(rewrite::Prune({outer, inner}));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"TransOpSymmetryEliminationPass", 3, BuiltinSwitch::kNone, &Run}};

}  // namespace
}  // namespace ge::passes
