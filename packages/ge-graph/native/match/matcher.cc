#include "match/matcher.h"

#include <algorithm>

#include "base/log.h"
#include "match/node_set.h"

namespace ge::match {
namespace {

// Whether it is in every match of which a node that reads it is, as one node.
bool IsSure(const ir::Node& node) {
  const Piece piece = PieceOf(node);
  return piece != Piece::kAnyOf && piece != Piece::kVariadic;
}

// Marks what lies backwards from `node`, itself included, and is sure to be matched with it.
void MarkSources(const ir::Node* node, std::vector<bool>& known) {
  std::vector<const ir::Node*> stack = {node};
  while (!stack.empty()) {
    const ir::Node* at = stack.back();
    stack.pop_back();
    if (known[at->slot()] || !IsSure(*at)) continue;
    known[at->slot()] = true;
    for (int32_t port : ConnectedInputs(*at)) stack.push_back(at->producer(port).node);
  }
}

template <typename T>
void AddOnce(std::vector<T>& values, const T& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

void PrefetchNode(const ir::Node* node) {
  constexpr size_t kLine = 64;
  for (size_t at = 0; at < sizeof(ir::Node); at += kLine) {
    __builtin_prefetch(reinterpret_cast<const char*>(node) + at);
  }
}

// Large graphs are bound by memory: what the next candidates are made of is asked for while this one is
// looked at, in the order in which one leads to the other.
void PrefetchCandidates(const ir::Graph& graph, const std::vector<uint32_t>& slots, size_t next) {
  constexpr size_t kNode = 6;
  constexpr size_t kPorts = 4;
  constexpr size_t kSources = 2;
  const auto node_at = [&](size_t ahead) -> const ir::Node* {
    return next + ahead < slots.size() ? graph.NodeAt(slots[next + ahead]) : nullptr;
  };
  if (const ir::Node* node = node_at(kNode)) PrefetchNode(node);
  if (const ir::Node* node = node_at(kPorts)) {
    for (int32_t i = 0; i < node->input_count(); ++i) __builtin_prefetch(&node->input_desc(i));
    for (int32_t i = 0; i < node->output_count(); ++i) __builtin_prefetch(&node->uses(i));
  }
  if (const ir::Node* node = node_at(kSources)) {
    for (int32_t i = 0; i < node->input_count(); ++i) {
      if (node->IsConnected(i)) PrefetchNode(node->producer(i).node);
    }
  }
}

}  // namespace

base::Result<Matcher> Matcher::Create(Pattern pattern, const PatternConfig& config, NodeIndex* index,
                                      Trace* trace) {
  GE_RETURN_IF_ERROR(pattern.Check());
  return Matcher(std::move(pattern), config, index, trace);
}

Matcher::Matcher(Pattern pattern, const PatternConfig& config, NodeIndex* index, Trace* trace)
    : pattern_(std::move(pattern)),
      index_(index),
      trace_(trace),
      assignment_(std::make_unique<Assignment>(pattern_.graph(), config, trace)),
      finisher_(pattern_, pattern_.graph().Results()) {
  if (HasPieces(pattern_.graph())) {
    search_ = std::make_unique<Search>(pattern_.graph(), config, assignment_.get(), trace);
    if (trace_ != nullptr) trace_->Watch(search_.get());
  }
  std::vector<bool> known(pattern_.graph().slot_end());
  for (const ir::Endpoint& result : pattern_.graph().Results()) {
    Output& output = outputs_.emplace_back();
    output.tensor = result;
    for (const ir::Endpoint& leaf : LeavesOf(result)) {
      AddOnce(output.groups, NodeIndex::Group(*leaf.node));
      AddOnce(output.ports, leaf.port);
    }
    if (outputs_.size() > 1) FindWay(output, known);
    MarkSources(result.node, known);
  }
  cursors_.resize(outputs_[0].groups.size());
}

void Matcher::FindWay(Output& output, const std::vector<bool>& known) const {
  std::vector<const ir::Node*> reader(pattern_.graph().slot_end());  // by slot: who led there
  std::vector<const ir::Node*> queue = {output.tensor.node};
  for (size_t next = 0; next < queue.size(); ++next) {
    const ir::Node* at = queue[next];
    if (known[at->slot()]) {
      output.start = at;
      for (const ir::Node* step = at; step != output.tensor.node;) {
        step = reader[step->slot()];
        output.way.push_back(step);
      }
      return;
    }
    if (!IsSure(*at)) continue;
    for (int32_t port : ConnectedInputs(*at)) {
      const ir::Node* source = at->producer(port).node;
      if (reader[source->slot()] != nullptr) continue;
      reader[source->slot()] = at;
      queue.push_back(source);
    }
  }
}

std::optional<Match> Matcher::Next() {
  index_->Refresh();
  for (size_t i = 0; i < cursors_.size(); ++i) {
    const std::vector<uint32_t>& slots = index_->Slots(outputs_[0].groups[i]);
    while (cursors_[i] < slots.size()) {
      const uint32_t slot = slots[cursors_[i]++];
      PrefetchCandidates(index_->graph(), slots, cursors_[i]);
      if (trace_ != nullptr) trace_->Begin(slot);
      std::optional<Match> found = MatchAt(index_->graph().NodeAt(slot));
      if (found) return found;
      if (trace_ != nullptr) trace_->Missed();
    }
  }
  return std::nullopt;
}

// `node` is null when it was removed.
std::optional<Match> Matcher::MatchAt(ir::Node* node) {
  if (node == nullptr) {
    GE_LOG(kDebug, "[MATCH][SKIP] pattern \"", pattern_.name(), "\": a node that was to be tried is gone");
    return std::nullopt;
  }
  GE_LOG(kDebug, "[MATCH] pattern \"", pattern_.name(), "\" is tried at node \"", node->name(), "\" (",
         node->type(), ")");
  assignment_->Clear();
  if (search_ != nullptr) search_->Begin();
  std::optional<Match> found;
  (void)TryAt(outputs_[0], node, 1, found);
  if (found) GE_LOG(kDebug, "[MATCH][FOUND] ", found->ToString());
  return found;
}

// Lets the node give the output, in each way, and looks for the outputs from `next` on.
bool Matcher::TryAt(const Output& output, ir::Node* node, size_t next, std::optional<Match>& found) {
  for (const int32_t port : output.ports) {
    const ir::Endpoint target{node, port};
    if (!node->HasOutput(port)) {
      if (trace_ != nullptr) trace_->Stop(MissKind::kOutputPort, output.tensor, target, *assignment_);
      continue;
    }
    if (search_ == nullptr) return assignment_->Extend(output.tensor, target) && MatchOutputs(next, found);
    const Search::Mark before = search_->mark();
    bool fits = search_->Extend(output.tensor, target);
    while (fits && !MatchOutputs(next, found)) fits = search_->ExtendOtherwise(before);
    if (fits) return true;
  }
  return false;
}

bool Matcher::MatchOutputs(size_t next, std::optional<Match>& found) {
  if (next == outputs_.size()) {
    found = finisher_.Finish(*assignment_, search_.get(), *index_, trace_);
    return found.has_value();
  }
  const Output& output = outputs_[next];
  if (trace_ != nullptr) {
    ir::Node* start = output.start == nullptr ? nullptr : assignment_->Of(output.start);
    trace_->Stop(MissKind::kOtherOutput, output.tensor, {start, 0}, *assignment_);
  }
  for (ir::Node* node : Candidates(output)) {
    const Assignment::Mark before = assignment_->mark();
    if (TryAt(output, node, next + 1, found)) return true;
    GE_LOG(kDebug, "[MATCH][BACKTRACK] pattern \"", pattern_.name(), "\": node \"", node->name(),
           "\" is not taken for output ", next);
    assignment_->ReturnTo(before);
  }
  return false;
}

std::vector<ir::Node*> Matcher::Candidates(const Output& output) const {
  if (output.start != nullptr) return Follow(output, assignment_->Of(output.start));
  std::vector<ir::Node*> all;
  for (const base::Name group : output.groups) {
    for (uint32_t slot : index_->Slots(group)) {
      ir::Node* node = index_->graph().NodeAt(slot);
      if (node != nullptr) all.push_back(node);
    }
  }
  return all;
}

// What stands at the end of the way, when `start` stands at its start: only readers of readers can.
std::vector<ir::Node*> Matcher::Follow(const Output& output, ir::Node* start) const {
  std::vector<ir::Node*> reached = {start};
  for (const ir::Node* step : output.way) {
    std::vector<ir::Node*> readers;
    NodeSet seen;
    const base::Name group = NodeIndex::Group(*step);
    for (const ir::Node* node : reached) {
      for (int32_t i = 0; i < node->output_count(); ++i) {
        for (const ir::Link& use : node->uses(i)) {
          if (NodeIndex::Group(*use.node) == group && seen.Insert(use.node)) readers.push_back(use.node);
        }
      }
    }
    reached = std::move(readers);
  }
  std::sort(reached.begin(), reached.end(), [this](const ir::Node* a, const ir::Node* b) {
    return std::pair(index_->Position(*a), a->slot()) < std::pair(index_->Position(*b), b->slot());
  });
  return reached;
}

}  // namespace ge::match
