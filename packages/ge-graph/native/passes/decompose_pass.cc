#include "passes/decompose_pass.h"

#include <algorithm>
#include <set>

#include "base/log.h"
#include "match/boundary.h"
#include "passes/infer_replacement.h"
#include "passes/report.h"
#include "passes/statistics.h"
#include "rewrite/splice.h"

namespace ge::passes {

using base::Result;

namespace {

// Of the nodes of these types, in topological order.
std::vector<uint32_t> SlotsOf(const std::vector<std::string>& op_types, const match::NodeIndex& index) {
  static const base::Name constant("Const");  // where nodes of any type may be filed
  const std::set<base::Name> types(op_types.begin(), op_types.end());
  std::set<base::Name> groups = types;
  groups.insert(constant);
  std::vector<uint32_t> slots;
  for (const base::Name group : groups) {
    for (const uint32_t slot : index.Slots(group)) {
      const ir::Node* node = index.graph().NodeAt(slot);
      if (node != nullptr && types.count(node->type()) != 0) slots.push_back(slot);
    }
  }
  std::sort(slots.begin(), slots.end(), [&index](uint32_t a, uint32_t b) {
    const ir::Graph& graph = index.graph();
    return index.Position(*graph.NodeAt(a)) < index.Position(*graph.NodeAt(b));
  });
  return slots;
}

}  // namespace

Result<Outcome> DecomposePass::Run(ir::Graph& graph, PassContext& context) {
  GE_ASSIGN_OR_RETURN(const match::NodeIndex* const index, context.indexes.Of(graph));
  const std::vector<uint32_t> slots = SlotsOf(op_types_, *index);
  if (slots.empty()) return Outcome::kUnchanged;
  context.indexes.Forget();
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
  Place place{node.graph()->name(), "", node.name(), Fate::kReplaced, "", {node.name()}, {}, {}};
  const Rewrite told(context.report, match::BoundaryOf(node), {&node});
  const Result<Fate> fate = DecomposeAt(node, where, place.reason, context);
  const bool goes_on = fate.ok() || (context.report != nullptr && context.report->explain);
  if (!goes_on) return fate.status();
  if (context.report != nullptr) {
    place.fate = fate.ok() ? *fate : Fate::kFailed;
    if (!fate.ok()) place.reason = fate.status().message();
    if (place.fate == Fate::kReplaced) place.tensors = told.Tensors();
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
  const base::Status stays = CheckShapesStay(*replacement, boundary, context);
  if (!stays.ok()) return stays.In(where);
  GE_RETURN_IF_ERROR(rewrite::Splice(boundary, replacement, context.pass_name).status().In(where));
  GE_LOG(kInfo, "[Replace] pass \"", context.pass_name, "\" replaced ", where);
  return Fate::kReplaced;
}

}  // namespace ge::passes
