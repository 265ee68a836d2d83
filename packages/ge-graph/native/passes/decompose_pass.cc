#include "passes/decompose_pass.h"

#include <set>

#include "base/log.h"
#include "ir/order.h"
#include "match/boundary.h"
#include "passes/infer_replacement.h"
#include "passes/report.h"
#include "passes/statistics.h"
#include "rewrite/splice.h"

namespace ge::passes {

using base::Result;

Result<Outcome> DecomposePass::Run(ir::Graph& graph, PassContext& context) {
  const std::set<base::Name> types(op_types_.begin(), op_types_.end());
  std::vector<uint32_t> slots;
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> order, ir::TopologicalOrder(graph));
  for (const ir::Node* node : order) {
    if (types.count(node->type()) != 0) slots.push_back(node->slot());
  }
  PassTimes times;
  for (const uint32_t slot : slots) {
    ir::Node* node = graph.NodeAt(slot);
    if (node == nullptr) continue;
    ++times.match;
    const Result<bool> replaced = Decompose(*node, context);
    if (!replaced.ok()) {
      CountPass(context.session_id(), graph.Root()->id, context.pass_name, times);
      return replaced.status();
    }
    times.effect += *replaced ? 1 : 0;
  }
  CountPass(context.session_id(), graph.Root()->id, context.pass_name, times);
  return times.effect > 0 ? Outcome::kChanged : Outcome::kUnchanged;
}

Result<bool> DecomposePass::Decompose(ir::Node& node, PassContext& context) {
  const std::string where = base::Text("node \"", node.name(), "\" (", node.type(), ")");
  Place place{node.graph()->name(), "", node.name(), Fate::kReplaced, "", {node.name()}, {}};
  const Result<Fate> fate = DecomposeAt(node, where, place.reason, context);
  const bool goes_on = fate.ok() || (context.report != nullptr && context.report->explain);
  if (!goes_on) return fate.status();
  if (context.report != nullptr) {
    place.fate = fate.ok() ? *fate : Fate::kFailed;
    if (!fate.ok()) place.reason = fate.status().message();
    context.report->places.push_back(std::move(place));
  }
  return fate.ok() && *fate == Fate::kReplaced;
}

// `reason` is set where the fate has one.
Result<Fate> DecomposePass::DecomposeAt(ir::Node& node, const std::string& where, std::string& reason,
                                        PassContext& context) {
  const uint32_t slot = node.slot();
  const ir::Graph* graph = node.graph();
  const Result<bool> wanted = MeetRequirements(node, context);
  if (!wanted.ok()) {
    reason = wanted.status().message();
    GE_LOG(kError, "pass \"", context.pass_name, "\": ", where, " skipped: ", reason);
    return Fate::kHookFailed;
  }
  if (!*wanted) return Fate::kRefused;
  if (graph->NodeAt(slot) != &node) return base::InnerError(where + " was removed by meet_requirements");
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<ir::Graph> replacement, Replacement(node, context));
  if (graph->NodeAt(slot) != &node) return base::InnerError(where + " was removed by replacement");
  const match::Boundary boundary = match::BoundaryOf(node);
  InferWhereShapesAreKnown(*replacement, boundary, context);
  GE_RETURN_IF_ERROR(rewrite::Splice(boundary, replacement, context.pass_name).status().In(where));
  GE_LOG(kInfo, "[Replace] pass \"", context.pass_name, "\" replaced ", where);
  return Fate::kReplaced;
}

}  // namespace ge::passes
