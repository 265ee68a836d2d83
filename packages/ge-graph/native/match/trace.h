#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ir/graph.h"
#include "match/boundary.h"
#include "match/pattern.h"

namespace ge::match {

class Assignment;
class Search;

// What can keep a candidate from being a match.
enum class MissKind {
  kType,           // another operator type
  kInputCount,     // another number of connected inputs
  kOutputPort,     // another output of the producer, or an output that does not exist
  kOtherNode,      // the pattern has one node in two places, the graph two nodes
  kConstValue,     // a constant with other elements
  kAttr,           // an attribute of the prototype differs
  kOtherOutput,    // no node can stand for a further output of the pattern
  kOutsideReader,  // somebody outside of the match reads a tensor inside
  kSharedConst,    // somebody outside of the match reads a constant inside
  kBoundary,       // the match has no valid boundary for another reason
  kUsed,           // a node of another match, which was replaced
};

// Why a candidate is no match: how far the search got, and what stopped it there. Texts, since nodes go.
struct Miss {
  std::string candidate;  // the node that was tried for the owner of the pattern's first output
  MissKind kind = MissKind::kType;
  // The two that do not fit each other. Which input of which reader that is, follows from the graphs.
  std::string pattern_node;
  std::string pattern_type;
  std::string node;
  std::string node_type;
  std::string expected;
  std::string found;
  // Pattern nodes and the nodes that stood for them when the search stopped, in the order they were met.
  std::vector<std::pair<std::string, std::string>> matched;
  size_t pattern_size = 0;  // nodes of the pattern, placeholders and all alternatives included
  // What was chosen where the pattern leaves a choice, and whether choices are left that were not tried.
  std::vector<std::string> choices;
};

// Told by a matcher of each candidate that it tries and of everything that stops it; keeps what stopped each
// the last time that it got furthest. Costs nothing when a matcher has none.
class GE_API Trace {
 public:
  // Nodes that are added to the graph after this count as replacements of other matches.
  Trace(const ir::Graph& graph, const ir::Graph& pattern);
  // What is chosen where the pattern leaves a choice is told from now on.
  void Watch(const Search* search) { search_ = search; }

  // A node of a slot is tried next; when it is gone, another match has used it.
  void Begin(uint32_t slot);
  void Stop(MissKind kind, ir::Endpoint pattern, ir::Endpoint node, const Assignment& at);
  // The two cannot stand for each other by themselves.
  void StopAtNode(ir::Endpoint pattern, ir::Endpoint node, const Assignment& at);
  void StopAtBoundary(const Boundary& boundary, const base::Status& reason, const Assignment& at);
  // The search ended before every way was tried.
  void GiveUp(std::string reason) { furthest_.choices.push_back(std::move(reason)); }
  // The candidate is no match.
  void Missed();

  // Of all candidates that are no match, in the order in which they were tried.
  const std::vector<Miss>& misses() const { return misses_; }

 private:
  Miss Describe(MissKind kind, ir::Endpoint pattern, ir::Endpoint node) const;
  void Keep(Miss miss, const Assignment& at);

  const ir::Graph* graph_;
  uint32_t first_new_slot_;
  const Search* search_ = nullptr;
  size_t pattern_size_ = 0;
  std::vector<std::string> names_;  // by slot, as the graph was at first
  Miss furthest_;
  bool stopped_ = false;
  std::vector<Miss> misses_;
};

}  // namespace ge::match
