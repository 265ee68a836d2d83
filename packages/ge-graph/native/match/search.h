#pragma once

#include <string>
#include <vector>

#include "match/assignment.h"
#include "match/boundary.h"
#include "match/pieces.h"

namespace ge::match {

// Extends an assignment over a pattern with pieces that leave a choice. What is forced comes first, and what
// cannot stand by its type is no choice; of what is left open the first way that works is taken, and taken
// back when something later does not fit. A miss that hangs on nothing but one choice goes back to that
// choice at once, so that the work grows with the size of the pattern and not with the ways through it; where
// choices contradict each other, the steps that one candidate may cost are bounded.
class Search {
 public:
  static constexpr size_t kMostSteps = 10000;

  // All must outlive it; `trace` may be null.
  Search(const ir::Graph& pattern, const PatternConfig& config, Assignment* assignment, Trace* trace);

  // Forgets everything, also what is assigned.
  void Begin();
  // As `Assignment::Extend`.
  bool Extend(ir::Endpoint pattern, ir::Endpoint target);

  struct Mark {
    Assignment::Mark assigned;
    size_t uses;
    size_t taken;
    size_t choices;
  };
  Mark mark() const { return {assignment_->mark(), uses_.size(), taken_.size(), choices_.size()}; }
  // Another way of what was found since `before`; false, and everything as it was then, when there is none.
  bool ExtendOtherwise(const Mark& before);

  // A port of the target that reads what a placeholder stands for.
  struct Use {
    const ir::Node* placeholder;
    InputUse port;
  };
  // In the order of the node's ports for each reader.
  const std::vector<Use>& uses() const { return uses_; }
  // What was chosen, a text for each choice that is not the usual one.
  std::vector<std::string> Chosen() const;

 private:
  struct Step {
    ir::Endpoint pattern;
    ir::Endpoint target;
    InputUse use;        // the port that reads the target; no node: an output of the pattern
    int32_t origin = 0;  // the choice that led here
  };
  struct Open {
    Step step;
    std::vector<int32_t> options;
  };
  struct Choice {
    Open of;
    size_t next = 0;  // among its options
    Mark before;
    std::vector<Open> open;
    bool tangled = false;  // something did not fit because of other choices
  };
  struct Taken {
    Step step;
    int32_t option;
  };

  bool Run();
  bool GoBack(bool tangled, int32_t origin);
  void ReturnTo(const Mark& mark);
  void GiveUp(const Step& step);
  Fit Take(const Step& step);
  Fit TakeAnyOf(const Step& step);
  Fit TakeInputs(const Step& step);
  Fit Decide();
  Fit Leave(const Step& step, std::vector<int32_t> options);
  void Apply(const Step& step, int32_t option, int32_t origin);
  void PairInputs(const Step& step, bool exchanged, int32_t origin);
  void TakeVariadic(const ir::Endpoint& placeholder, const ir::Node& target, const int32_t* ports,
                    size_t count);
  const Taken* FindTaken(ir::Endpoint any_of) const;
  bool CanStand(ir::Endpoint pattern, ir::Endpoint target) const;
  std::vector<int32_t> Alternatives(const Step& step) const;
  std::vector<int32_t> Orders(const Step& step) const;
  Piece PieceAt(const ir::Node* node) const { return pieces_[node->slot()]; }

  PatternConfig config_;
  Assignment* assignment_;
  Trace* trace_;
  std::vector<Piece> pieces_;                      // by slot of the pattern
  std::vector<std::vector<ir::Endpoint>> leaves_;  // by slot, of alternatives
  std::vector<int32_t> variadic_;                  // by slot: the place of the variadic input
  std::vector<Step> forced_;
  std::vector<Open> open_;
  std::vector<Choice> choices_;
  std::vector<Taken> taken_;
  std::vector<Use> uses_;
  size_t base_ = 0;  // choices before this one are not to be touched
  size_t steps_ = 0;
};

}  // namespace ge::match
