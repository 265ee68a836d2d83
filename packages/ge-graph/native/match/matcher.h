#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "match/assignment.h"
#include "match/finish.h"
#include "match/match.h"
#include "match/node_index.h"
#include "match/pattern.h"
#include "match/search.h"
#include "match/trace.h"

namespace ge::match {

// Finds the places of a graph that look like a pattern, one after another, while the caller replaces what was
// found. Backwards from each output: operators by type, inputs by position, constants and attributes as
// configured, unless pieces of the pattern leave more open. Every node that can stand for the owner of output
// 0 is tried once, nodes that replacements bring included; where alternatives give output 0, nodes for the
// first of them come first.
class GE_API Matcher {
 public:
  // The index must be of the graph to search and outlive the matcher. Fails when the pattern cannot be
  // matched. `trace`, if there is one, is told why candidates are no matches; it must outlive the matcher.
  static base::Result<Matcher> Create(Pattern pattern, const PatternConfig& config, NodeIndex* index,
                                      Trace* trace = nullptr);

  // Nothing when there are no more. Only valid boundaries are reported.
  std::optional<Match> Next();

 private:
  // An output of the pattern, and how to come to it from what is matched before: the node where the way
  // starts, and the way's nodes, the output's owner at the end. No way: every node of a type that can give it
  // is tried.
  struct Output {
    ir::Endpoint tensor;
    std::vector<base::Name> groups;  // of the nodes that can give it
    std::vector<int32_t> ports;      // their outputs that can be it
    const ir::Node* start = nullptr;
    std::vector<const ir::Node*> way;
  };

  Matcher(Pattern pattern, const PatternConfig& config, NodeIndex* index, Trace* trace);
  void FindWay(Output& output, const std::vector<bool>& known) const;
  std::optional<Match> MatchAt(ir::Node* node);
  bool TryAt(const Output& output, ir::Node* node, size_t next, std::optional<Match>& found);
  bool MatchOutputs(size_t next, std::optional<Match>& found);
  std::vector<ir::Node*> Candidates(const Output& output) const;
  std::vector<ir::Node*> Follow(const Output& output, ir::Node* start) const;

  Pattern pattern_;
  NodeIndex* index_;
  Trace* trace_;
  std::unique_ptr<Assignment> assignment_;
  std::unique_ptr<Search> search_;  // null for plain patterns
  MatchFinisher finisher_;
  std::vector<Output> outputs_;
  std::vector<size_t> cursors_;  // in the slots of each of the first output's groups
};

}  // namespace ge::match
