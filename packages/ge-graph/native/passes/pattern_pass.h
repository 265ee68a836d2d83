#pragma once

#include "match/match.h"
#include "match/matcher.h"
#include "match/pattern.h"
#include "passes/pass.h"
#include "passes/statistics.h"

namespace ge::passes {

// Replaces what looks like a pattern: what to look for, may we, what instead. The loop is here. What a
// pattern brings is looked at too; a pattern that matches its own replacement without end fails.
class GE_API PatternPass : public Pass {
 public:
  base::Result<Outcome> Run(ir::Graph& graph, PassContext& context) final;

 protected:
  virtual match::PatternConfig config() const { return {}; }
  // Asked once a graph. An error fails the pass; a pattern that cannot be matched is logged and left out.
  virtual base::Result<std::vector<match::Pattern>> Patterns() = 0;
  // An error is logged and counts as no.
  virtual base::Result<bool> MeetRequirements(const match::Match& match, PassContext& context) = 0;
  // The graph to put there: its inputs and outputs are those of the pattern. An error fails the pass.
  virtual base::Result<std::shared_ptr<ir::Graph>> Replacement(const match::Match& match,
                                                               PassContext& context) = 0;

 private:
  class Survivors;

  base::Status RunPattern(match::Matcher& matcher, match::NodeIndex& index, PassContext& context,
                          PassTimes& times);
  base::Status Replace(const match::Match& match, const Survivors& survivors, match::NodeIndex& index,
                       PassContext& context);
};

}  // namespace ge::passes
