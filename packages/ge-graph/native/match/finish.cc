#include "match/finish.h"

#include <algorithm>

#include "base/log.h"

namespace ge::match {
namespace {

// Placeholders that were met, by their `index`; those without one keep the order in which they were met.
std::vector<const ir::Node*> Placeholders(const Assignment& assignment) {
  static const base::Name index("index");
  std::vector<const ir::Node*> placeholders;
  for (const ir::Node* node : assignment.order()) {
    if (IsDataType(node->type())) placeholders.push_back(node);
  }
  std::stable_sort(placeholders.begin(), placeholders.end(), [](const ir::Node* a, const ir::Node* b) {
    return a->attrs().GetOr<int64_t>(index, 0) < b->attrs().GetOr<int64_t>(index, 0);
  });
  return placeholders;
}

template <typename Items>
bool ContainsAfter(const Items& items, size_t i) {
  return std::find(items.begin() + static_cast<std::ptrdiff_t>(i) + 1, items.end(), items[i]) != items.end();
}

int32_t ConnectedPort(const ir::Node& node, size_t place) {
  int32_t port = 0;
  while (!node.IsConnected(port) || place-- > 0) ++port;
  return port;
}

// In topological order. They were met going backwards, so that this mostly turns them round.
std::vector<ir::Node*> InOrder(const Assignment& assignment, const NodeIndex& index) {
  std::vector<ir::Node*> nodes;
  nodes.reserve(assignment.order().size());
  for (auto node = assignment.order().rbegin(); node != assignment.order().rend(); ++node) {
    if (!IsDataType((*node)->type())) nodes.push_back(assignment.Of(*node));
  }
  const auto before = [&index](const ir::Node* a, const ir::Node* b) {
    return index.Position(*a) < index.Position(*b);
  };
  if (!std::is_sorted(nodes.begin(), nodes.end(), before))
    std::stable_sort(nodes.begin(), nodes.end(), before);
  return nodes;
}

// Also an output that nothing in the pattern reads, of a node that stands.
std::optional<ir::Endpoint> StandingFor(ir::Endpoint tensor, const Assignment& assignment) {
  for (const auto& [pattern, target] : assignment.tensors()) {
    if (pattern == tensor) return target;
  }
  ir::Node* node = assignment.Of(tensor.node);
  if (node == nullptr || IsDataType(tensor.node->type()) || !node->HasOutput(tensor.port))
    return std::nullopt;
  return ir::Endpoint{node, tensor.port};
}

}  // namespace

std::vector<MatchFinisher::Use> MatchFinisher::UsesOf(const ir::Node& placeholder,
                                                      const Assignment& assignment) const {
  std::vector<Use> uses;
  for (int32_t i = 0; i < placeholder.output_count(); ++i) {
    for (const ir::Link& use : placeholder.uses(i)) {
      if (assignment.Of(use.node) == nullptr) continue;  // NetOutput, or on no way to an output
      const std::vector<int32_t> ports = ConnectedInputs(*use.node);
      const auto place = std::find(ports.begin(), ports.end(), use.port) - ports.begin();
      uses.push_back({use.node, static_cast<size_t>(place)});
    }
  }
  return uses;
}

void MatchFinisher::PrepareInputs(const Assignment& assignment) {
  for (const ir::Node* placeholder : Placeholders(assignment)) {
    std::vector<Use> uses = UsesOf(*placeholder, assignment);
    if (uses.empty()) continue;
    placeholders_.push_back(placeholder);
    inputs_.push_back(std::move(uses));
  }
}

void MatchFinisher::PrepareCaptures(const Assignment& assignment) {
  const auto& captures = pattern_.captures();
  captures_.assign(captures.size(), std::nullopt);
  for (size_t i = 0; i < captures.size(); ++i) {
    for (size_t k = 0; k < assignment.tensors().size() && !ContainsAfter(captures, i); ++k) {
      if (assignment.tensors()[k].first == captures[i]) captures_[i] = k;
    }
  }
}

void MatchFinisher::Prepare(const Assignment& assignment) {
  if (prepared_) return;
  prepared_ = true;
  PrepareInputs(assignment);
  PrepareCaptures(assignment);
  for (size_t i = 0; i < results_.size(); ++i) {
    if (!ContainsAfter(results_, i) && !IsDataType(results_[i].node->type())) outputs_.push_back(results_[i]);
  }
}

Boundary MatchFinisher::BoundaryOf(const Assignment& assignment) const {
  Boundary boundary;
  boundary.inputs.reserve(inputs_.size());
  for (const std::vector<Use>& uses : inputs_) {
    std::vector<InputUse>& ports = boundary.inputs.emplace_back();
    ports.reserve(uses.size());
    for (const Use& use : uses) {
      ir::Node* node = assignment.Of(use.node);
      const InputUse found{node, ConnectedPort(*node, use.place)};
      // Two pattern nodes may stand for one.
      if (std::find(ports.begin(), ports.end(), found) == ports.end()) ports.push_back(found);
    }
  }
  boundary.outputs.reserve(outputs_.size());
  for (const ir::Endpoint& output : outputs_) {
    boundary.outputs.push_back({assignment.Of(output.node), output.port});
  }
  return boundary;
}

Boundary MatchFinisher::BoundaryOf(const Assignment& assignment, const Search& search) {
  PrepareCaptures(assignment);
  Boundary boundary;
  placeholders_.clear();
  for (const ir::Node* placeholder : Placeholders(assignment)) {
    const bool is_variadic = PieceOf(*placeholder) == Piece::kVariadic;
    std::vector<InputUse> ports;
    for (const Search::Use& use : search.uses()) {
      if (use.placeholder != placeholder) continue;
      if (is_variadic) {
        placeholders_.push_back(placeholder);
        boundary.inputs.push_back({use.port});
      } else if (std::find(ports.begin(), ports.end(), use.port) == ports.end()) {
        ports.push_back(use.port);
      }
    }
    if (ports.empty()) continue;
    placeholders_.push_back(placeholder);
    boundary.inputs.push_back(std::move(ports));
  }
  for (size_t i = 0; i < results_.size(); ++i) {
    if (ContainsAfter(results_, i) || IsDataType(results_[i].node->type())) continue;
    if (const auto target = StandingFor(results_[i], assignment)) boundary.outputs.push_back(*target);
  }
  return boundary;
}

std::vector<Match::Named> MatchFinisher::NamedOf(const Assignment& assignment) const {
  std::vector<Match::Named> found;
  for (const auto& [name, tensor] : pattern_.names()) {
    const std::optional<ir::Endpoint> target = StandingFor(tensor, assignment);
    if (!target) continue;
    Match::Named& named = found.emplace_back();
    named.name = name;
    named.is_variadic = PieceOf(*tensor.node) == Piece::kVariadic;
    for (const auto& [pattern, standing] : assignment.tensors()) {
      if (named.is_variadic && pattern == tensor) named.tensors.push_back(standing);
    }
    if (!named.is_variadic) named.tensors.push_back(*target);
    const auto at = std::find(placeholders_.begin(), placeholders_.end(), tensor.node);
    if (at != placeholders_.end()) named.input = static_cast<size_t>(at - placeholders_.begin());
  }
  return found;
}

std::optional<Match> MatchFinisher::Finish(const Assignment& assignment, const Search* search,
                                           const NodeIndex& index, Trace* trace) {
  Match match;
  if (search == nullptr) Prepare(assignment);
  match.boundary = search == nullptr ? BoundaryOf(assignment) : BoundaryOf(assignment, *search);
  match.pattern_name = pattern_.name();
  match.pairs.reserve(assignment.order().size());
  for (const ir::Node* node : assignment.order()) match.pairs.emplace_back(node, assignment.Of(node));
  match.nodes = InOrder(assignment, index);
  match.captures.resize(captures_.size());
  for (size_t i = 0; i < captures_.size(); ++i) {
    if (!captures_[i]) continue;
    const ir::Endpoint tensor = assignment.tensors()[*captures_[i]].second;
    match.captures[i] = tensor;
    GE_LOG(kDebug, "[MATCH][CAPTURED] capture ", i, " is output ", tensor.port, " of node \"",
           tensor.node->name(), "\"");
  }
  match.named = NamedOf(assignment);
  if (search != nullptr) match.choices = search->Chosen();
  const base::Status valid = InnerNodes(match.boundary).status();
  if (valid.ok()) return match;
  if (trace != nullptr) trace->StopAtBoundary(match.boundary, valid, assignment);
  GE_LOG(kWarning, "[MATCH][MISS] ", match.ToString(), ": ", valid.message());
  return std::nullopt;
}

std::string Match::ToString() const {
  std::string text = "[PatternName:" + pattern_name + "][MatchNodesPair]{";
  for (const auto& [pattern, node] : pairs) {
    text += "{" + pattern->type().text() + ":" + node->name() + "}";
  }
  return text + "}";
}

}  // namespace ge::match
