#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/trace.h"

namespace ge::passes {

// What became of a place that a pass considered.
enum class Fate {
  kReplaced,
  kMissed,      // it does not look like the pattern
  kRefused,     // meet_requirements said no
  kHookFailed,  // meet_requirements failed
  kCycle,       // one node in its place would wait for itself
  kConflict,    // the nodes' streams, cores or the like contradict each other: such a pass fails
  kFailed,      // there is no replacement, or it cannot stand there: such a pass fails
};

struct Place {
  std::string graph;
  std::string pattern;  // empty for a pass without patterns
  std::string node;     // the owner of the pattern's first output
  Fate fate = Fate::kMissed;
  std::string reason;
  std::vector<std::string> nodes;   // what matched, constants included
  std::optional<match::Miss> miss;  // where the search stopped
};

// What a pass did, place by place. A pass whose context has one fills it.
struct PassReport {
  // Also say of each candidate why it is no match, and go on where the pass would fail: the graph that is
  // left then is good for nothing else.
  bool explain = false;
  std::vector<Place> places;
  // Patterns that cannot be made or matched, and, when explaining, that match without end: the pass goes on
  // without them.
  std::vector<std::string> errors;
  std::vector<std::string> roots;  // when explaining: the types of the patterns' first outputs
};

}  // namespace ge::passes
