#pragma once

#include <optional>
#include <vector>

#include "match/assignment.h"
#include "match/match.h"
#include "match/node_index.h"
#include "match/search.h"

namespace ge::match {

// Makes matches of assignments of a whole pattern. What depends on the pattern alone is worked out once; of a
// pattern that leaves choices nothing does.
class MatchFinisher {
 public:
  MatchFinisher(Pattern pattern, std::vector<ir::Endpoint> results)
      : pattern_(std::move(pattern)), results_(std::move(results)) {}

  // Nothing when the boundary is not valid; a log line says why, and `trace`, if there is one, is told.
  // `search`, null for plain patterns, has found the assignment.
  std::optional<Match> Finish(const Assignment& assignment, const Search* search, const NodeIndex& index,
                              Trace* trace);

 private:
  // The connected input number `place` of what stands for a pattern node.
  struct Use {
    const ir::Node* node;
    size_t place;
  };
  void Prepare(const Assignment& assignment);
  std::vector<Use> UsesOf(const ir::Node& placeholder, const Assignment& assignment) const;
  void PrepareInputs(const Assignment& assignment);
  void PrepareCaptures(const Assignment& assignment);
  Boundary BoundaryOf(const Assignment& assignment) const;
  Boundary BoundaryOf(const Assignment& assignment, const Search& search);
  std::vector<Match::Named> NamedOf(const Assignment& assignment) const;

  Pattern pattern_;
  std::vector<ir::Endpoint> results_;
  bool prepared_ = false;
  std::vector<const ir::Node*> placeholders_;    // by position in the boundary
  std::vector<std::vector<Use>> inputs_;         // by position in the boundary
  std::vector<ir::Endpoint> outputs_;            // by position in the boundary, in the pattern
  std::vector<std::optional<size_t>> captures_;  // places among the assignment's tensors
};

}  // namespace ge::match
