#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "match/boundary.h"
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

// A tensor by the name of the node that gives it.
struct TensorName {
  std::string node;
  int32_t output = 0;
};

struct Place {
  std::string graph;
  std::string pattern;  // empty for a pass without patterns
  std::string node;     // the owner of the pattern's first output
  Fate fate = Fate::kMissed;
  std::string reason;
  std::vector<std::string> nodes;    // what matched, constants included
  std::vector<std::string> choices;  // what was chosen where the pattern leaves a choice
  std::optional<match::Miss> miss;   // where the search stopped
  // When replaced: each tensor that somebody outside reads, and what stands for it now.
  std::vector<std::pair<TensorName, TensorName>> tensors = {};
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

// What a rewrite is about to replace. Of use to reports only: makes and fills nothing where there is none.
class GE_API Rewrite {
 public:
  Rewrite(PassReport* report, const match::Boundary& boundary, const std::vector<ir::Node*>& inner);
  // Each tensor, and what stands for it after the rewrite: what its reader outside reads then.
  std::vector<std::pair<TensorName, TensorName>> Tensors() const;

 private:
  struct Read {
    TensorName before;
    ir::Endpoint reader;  // of the other nodes, which stay
  };
  std::vector<Read> reads_;
};

// Nodes that were replaced by hand; `root` is the one that the place is named after.
GE_API Place PlaceOf(const std::vector<ir::Node*>& nodes, const ir::Node& root);

// The report of the pass that runs in this thread, which is told of rewrites done by hand; null for none.
GE_API PassReport* CurrentReport();

// Lets CurrentReport be this one meanwhile.
class CurrentReportScope {
 public:
  explicit CurrentReportScope(PassReport* report);
  ~CurrentReportScope();
  CurrentReportScope(const CurrentReportScope&) = delete;
  CurrentReportScope& operator=(const CurrentReportScope&) = delete;

 private:
  PassReport* outer_;
};

}  // namespace ge::passes
