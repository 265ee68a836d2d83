#include "passes/pattern_pass.h"

#include <algorithm>
#include <limits>

#include "base/log.h"
#include "match/pieces.h"
#include "passes/infer_replacement.h"
#include "passes/report.h"
#include "rewrite/fuse_check.h"
#include "rewrite/splice.h"

namespace ge::passes {
namespace {

using base::InnerError;
using base::Result;
using base::Status;
using base::Text;

bool HasControlEdges(const match::Match& match) {
  return std::any_of(match.nodes.begin(), match.nodes.end(), [](const ir::Node* node) {
    return !node->control_inputs().empty() || !node->control_outputs().empty();
  });
}

// A position for the nodes that will stand where the match is, with which the index keeps its order; none
// when there is no such position.
std::optional<uint32_t> PositionFor(const match::Match& match, const match::NodeIndex& index) {
  if (HasControlEdges(match)) return std::nullopt;
  uint32_t low = 0;
  uint32_t high = std::numeric_limits<uint32_t>::max();
  for (size_t i = 0; i < match.boundary.inputs.size(); ++i) {
    low = std::max(low, index.Position(*match::ProducerOf(match.boundary, i).node));
  }
  for (const ir::Endpoint& output : match.boundary.outputs) {
    for (const ir::Link& use : output.node->uses(output.port))
      high = std::min(high, index.Position(*use.node));
  }
  if (low > high) return std::nullopt;
  return std::clamp(index.Position(*match.boundary.outputs[0].node), low, high);
}

// Ends a pass whose replacement matches its own pattern again and again. Each node of the graph as it was may
// stand for the pattern's first output once, so what has no end stands on nodes that the pass brought itself.
// Chains that a pass works off this way are finite; the bound leaves them room.
class Rounds {
 public:
  explicit Rounds(const ir::Graph& graph)
      : first_new_(graph.slot_end()), limit_(1000 + 10 * static_cast<int64_t>(graph.node_count())) {}

  Status Count(const match::Match& match) {
    if (match.boundary.outputs[0].node->slot() < first_new_ || ++count_ <= limit_) return {};
    return InnerError(Text("pattern \"", match.pattern_name, "\" keeps matching what the pass put there: ",
                           limit_, " such matches were replaced, the next is ", match.ToString(),
                           "; a replacement must not contain its own pattern"));
  }

 private:
  uint32_t first_new_;
  int64_t limit_;
  int64_t count_ = 0;
};

// Says what became of matches, when somebody asks.
class Places {
 public:
  explicit Places(PassReport* report) : report_(report) {}

  bool explains() const { return report_ != nullptr && report_->explain; }
  void Begin(const match::Match& match) {
    if (report_ == nullptr) return;
    place_ = {};
    const ir::Node* root = match.boundary.outputs[0].node;
    place_.graph = root->graph()->name();
    place_.pattern = match.pattern_name;
    place_.node = root->name();
    for (const ir::Node* node : match.nodes) place_.nodes.push_back(node->name());
    place_.choices = match.choices;
  }
  void SetTensors(std::vector<std::pair<TensorName, TensorName>> tensors) {
    place_.tensors = std::move(tensors);
  }
  void End(Fate fate, const std::string& reason = "") {
    if (report_ == nullptr) return;
    place_.fate = fate;
    place_.reason = reason;
    report_->places.push_back(std::move(place_));
  }
  void AddError(const Status& error) {
    if (report_ != nullptr) report_->errors.push_back(error.message());
  }
  void AddMisses(const ir::Graph& graph, const match::Pattern& pattern, const match::Trace& trace) {
    for (const ir::Endpoint& root : match::LeavesOf(pattern.graph().Results()[0])) {
      report_->roots.emplace_back(root.node->type().text());
    }
    for (const match::Miss& miss : trace.misses()) {
      report_->places.push_back(
          {graph.name(), pattern.name(), miss.candidate, Fate::kMissed, "", {}, miss.choices, miss});
    }
  }

 private:
  PassReport* report_;
  Place place_;
};

}  // namespace

// Hooks get at the graph and may remove nodes, though they should not.
class PatternPass::Survivors {
 public:
  explicit Survivors(const match::Match& match) : graph_(match.boundary.outputs[0].node->graph()) {
    nodes_.reserve(match.pairs.size());
    for (const auto& [pattern, node] : match.pairs) nodes_.emplace_back(node->slot(), node);
  }
  Status Check(std::string_view hook) const {
    const bool all = std::all_of(nodes_.begin(), nodes_.end(), [this](const auto& entry) {
      return graph_->NodeAt(entry.first) == entry.second;
    });
    return all ? Status() : InnerError(Text(hook, " removed a node of the match from the graph"));
  }
  // The match as text; only its pattern when nodes are gone.
  std::string Describe(const match::Match& match) const {
    return Check("").ok() ? match.ToString() : "[PatternName:" + match.pattern_name + "]";
  }

 private:
  const ir::Graph* graph_;
  std::vector<std::pair<uint32_t, const ir::Node*>> nodes_;
};

Result<Outcome> PatternPass::Run(ir::Graph& graph, PassContext& context) {
  GE_ASSIGN_OR_RETURN(const std::vector<match::Pattern> patterns, Patterns());
  if (patterns.empty()) return Outcome::kUnchanged;
  GE_ASSIGN_OR_RETURN(match::NodeIndex* const index, context.indexes.Of(graph));
  bool hooks_ran = false;
  Outcome outcome = Outcome::kUnchanged;
  for (const match::Pattern& pattern : patterns) {
    std::optional<match::Trace> trace;
    if (Places(context.report).explains()) trace.emplace(graph, pattern.graph());
    Result<match::Matcher> matcher =
        match::Matcher::Create(pattern, config(), index, trace ? &*trace : nullptr);
    if (!matcher.ok()) {
      GE_LOG(kError, "pass \"", context.pass_name, "\": ", matcher.status().message());
      Places(context.report).AddError(matcher.status());
      continue;
    }
    PassTimes times;
    const Status status = RunPattern(*matcher, *index, context, times);
    CountPass(context.session_id(), graph.Root()->id, context.pass_name, times);
    if (trace) Places(context.report).AddMisses(graph, pattern, *trace);
    GE_RETURN_IF_ERROR(status);
    hooks_ran = hooks_ran || times.match > 0;
    if (times.effect > 0) outcome = Outcome::kChanged;
  }
  if (hooks_ran) context.indexes.Forget();
  return outcome;
}

Status PatternPass::RunPattern(match::Matcher& matcher, match::NodeIndex& index, PassContext& context,
                               PassTimes& times) {
  Rounds rounds(index.graph());
  Places places(context.report);
  while (const std::optional<match::Match> match = matcher.Next()) {
    ++times.match;
    places.Begin(*match);
    const Survivors survivors(*match);
    const Result<bool> wanted = MeetRequirements(*match, context);
    if (!wanted.ok()) {
      GE_LOG(kError, "pass \"", context.pass_name, "\": match skipped: ", wanted.status().message());
      places.End(Fate::kHookFailed, wanted.status().message());
      continue;
    }
    GE_RETURN_IF_ERROR(survivors.Check("meet_requirements"));
    if (!*wanted) {
      places.End(Fate::kRefused);
      continue;
    }
    if (rewrite::WouldCycle(match->nodes, &index)) {
      GE_LOG(kInfo, "[CycleGuard] pass \"", context.pass_name, "\" skips ", match->ToString());
      places.End(Fate::kCycle);
      continue;
    }
    if (const Status endless = rounds.Count(*match); !endless.ok()) {
      if (!places.explains()) return endless;
      places.AddError(endless);
      return {};
    }
    const bool conflict = places.explains() && !rewrite::CheckAttrsAgree(match->nodes).ok();
    const Rewrite told(context.report, match->boundary, match->nodes);
    const Status replaced = Replace(*match, survivors, index, context);
    if (!replaced.ok() && !places.explains()) return replaced;
    if (replaced.ok()) places.SetTensors(told.Tensors());
    const Fate failure = conflict ? Fate::kConflict : Fate::kFailed;
    places.End(replaced.ok() ? Fate::kReplaced : failure, replaced.message());
    times.effect += replaced.ok() ? 1 : 0;
  }
  return {};
}

Status PatternPass::Replace(const match::Match& match, const Survivors& survivors, match::NodeIndex& index,
                            PassContext& context) {
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<ir::Graph> replacement, Replacement(match, context));
  GE_RETURN_IF_ERROR(survivors.Check("replacement"));
  InferWhereShapesAreKnown(*replacement, match.boundary, context);
  const Status stays = CheckShapesStay(*replacement, match.boundary, context);
  if (!stays.ok()) return stays.In(survivors.Describe(match));
  const std::optional<uint32_t> position = PositionFor(match, index);
  GE_LOG(kInfo, "[Replace] pass \"", context.pass_name, "\" replaces ", match.ToString());
  const Status spliced = rewrite::Splice(match.boundary, replacement, context.pass_name).status();
  if (!spliced.ok()) return spliced.In(survivors.Describe(match));
  position ? index.RefreshAt(*position) : index.Refresh();
  return {};
}

}  // namespace ge::passes
