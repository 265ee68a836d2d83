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

// The port that stands for `port` of a pattern node: connected inputs pair up by their order.
int32_t PortOf(const ir::Node& pattern, int32_t port, const ir::Node& node) {
  const std::vector<int32_t> ours = ConnectedInputs(pattern);
  const auto place = std::find(ours.begin(), ours.end(), port) - ours.begin();
  return ConnectedInputs(node)[static_cast<size_t>(place)];
}

std::vector<InputUse> UsesOf(const ir::Node& placeholder, const Assignment& assignment) {
  std::vector<InputUse> uses;
  for (int32_t i = 0; i < placeholder.output_count(); ++i) {
    for (const ir::Link& use : placeholder.uses(i)) {
      ir::Node* node = use.node->graph() == placeholder.graph() ? assignment.Of(use.node) : nullptr;
      if (node == nullptr) continue;  // NetOutput, or on no way to an output
      const InputUse found{node, PortOf(*use.node, use.port, *node)};
      if (std::find(uses.begin(), uses.end(), found) == uses.end()) uses.push_back(found);
    }
  }
  return uses;
}

Boundary BoundaryOf(const std::vector<ir::Endpoint>& results, const Assignment& assignment) {
  Boundary boundary;
  for (const ir::Node* placeholder : Placeholders(assignment)) {
    std::vector<InputUse> uses = UsesOf(*placeholder, assignment);
    if (!uses.empty()) boundary.inputs.push_back(std::move(uses));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const bool listed_again = std::find(results.begin() + static_cast<std::ptrdiff_t>(i) + 1, results.end(),
                                        results[i]) != results.end();
    if (listed_again || IsDataType(results[i].node->type())) continue;
    boundary.outputs.push_back({assignment.Of(results[i].node), results[i].port});
  }
  return boundary;
}

std::vector<std::optional<ir::Endpoint>> Captures(const Pattern& pattern, const Assignment& assignment) {
  const auto& captures = pattern.captures();
  std::vector<std::optional<ir::Endpoint>> found(captures.size());
  for (size_t i = 0; i < captures.size(); ++i) {
    const auto later = captures.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (std::find(later, captures.end(), captures[i]) != captures.end()) continue;
    for (const auto& [tensor, target] : assignment.tensors()) {
      if (tensor == captures[i]) found[i] = target;
    }
  }
  return found;
}

}  // namespace

std::optional<Match> FinishMatch(const Pattern& pattern, const std::vector<ir::Endpoint>& results,
                                 const Assignment& assignment, const NodeIndex& index) {
  Match match;
  match.pattern_name = pattern.name();
  for (const ir::Node* node : assignment.order()) {
    match.pairs.emplace_back(node, assignment.Of(node));
    if (!IsDataType(node->type())) match.nodes.push_back(assignment.Of(node));
  }
  std::stable_sort(match.nodes.begin(), match.nodes.end(), [&index](const ir::Node* a, const ir::Node* b) {
    return index.Position(*a) < index.Position(*b);
  });
  match.captures = Captures(pattern, assignment);
  match.boundary = BoundaryOf(results, assignment);
  const base::Status valid = InnerNodes(match.boundary).status();
  if (valid.ok()) return match;
  GE_LOG(kWarning, "[MATCH][MISS] ", match.ToString(), ": ", valid.message());
  return std::nullopt;
}

std::string Match::ToString() const {
  std::string text = "[PatternName:" + pattern_name + "][MatchNodesPair]{";
  for (const auto& [pattern, node] : pairs) {
    text += base::Text("{", pattern->type(), ":", node->name(), "}");
  }
  return text + "}";
}

}  // namespace ge::match
