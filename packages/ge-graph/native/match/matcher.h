#pragma once

#include <optional>
#include <vector>

#include "match/assignment.h"
#include "match/finish.h"
#include "match/match.h"
#include "match/node_index.h"
#include "match/pattern.h"
#include "match/trace.h"

namespace ge::match {

// Finds the places of a graph that look like a pattern, one after another, while the caller replaces what was
// found. Backwards from each output: operators by type, inputs by position, constants and attributes as
// configured. Every node that can stand for the owner of output 0 is tried once, nodes that replacements
// bring included.
class GE_API Matcher {
 public:
  // The index must be of the graph to search and outlive the matcher. Fails when the pattern cannot be
  // matched. `trace`, if there is one, is told why candidates are no matches; it must outlive the matcher.
  static base::Result<Matcher> Create(Pattern pattern, const PatternConfig& config, NodeIndex* index,
                                      Trace* trace = nullptr);

  // Nothing when there are no more. Only valid boundaries are reported.
  std::optional<Match> Next();

 private:
  // An output of the pattern that is not the first, and how to come to it from what is matched before: the
  // node where the way starts, and the way's nodes, the output's owner at the end. No way: every node of the
  // type is tried.
  struct Output {
    ir::Endpoint tensor;
    const ir::Node* start = nullptr;
    std::vector<const ir::Node*> way;
  };

  Matcher(Pattern pattern, const PatternConfig& config, NodeIndex* index, Trace* trace);
  Output WayTo(ir::Endpoint output, const std::vector<bool>& known) const;
  std::optional<Match> MatchAt(ir::Node* node);
  bool ExtendAt(ir::Endpoint output, ir::Node* node);
  bool MatchOutputs(size_t next, std::optional<Match>& found);
  std::vector<ir::Node*> Candidates(const Output& output) const;
  std::vector<ir::Node*> Follow(const Output& output, ir::Node* start) const;

  Pattern pattern_;
  NodeIndex* index_;
  Trace* trace_;
  std::vector<ir::Endpoint> results_;
  Assignment assignment_;
  MatchFinisher finisher_;
  std::vector<Output> outputs_;  // from the second on
  size_t cursor_ = 0;            // in the slots of the first output's group
};

}  // namespace ge::match
