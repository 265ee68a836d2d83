#include "match/search.h"

#include <algorithm>

#include "base/log.h"
#include "match/compatible.h"

namespace ge::match {
namespace {

using base::Text;

bool IsMiss(Fit fit) { return fit == Fit::kUnlike || fit == Fit::kOther; }

// A placeholder that is read once stands for anything, whatever else is chosen.
bool IsFree(const ir::Node& node) {
  return IsDataType(node.type()) && node.output_count() == 1 && node.uses(0).size() == 1 && !node.is_result();
}

}  // namespace

Search::Search(const ir::Graph& pattern, const PatternConfig& config, Assignment* assignment, Trace* trace)
    : config_(config),
      assignment_(assignment),
      trace_(trace),
      pieces_(pattern.slot_end()),
      leaves_(pattern.slot_end()),
      variadic_(pattern.slot_end(), -1) {
  for (ir::Node* node : pattern.nodes()) {
    pieces_[node->slot()] = PieceOf(*node);
    variadic_[node->slot()] = VariadicPlace(*node);
    if (PieceAt(node) == Piece::kAnyOf) leaves_[node->slot()] = LeavesOf({node, 0});
  }
}

void Search::Begin() {
  ReturnTo({{0, 0}, 0, 0, 0});
  steps_ = 0;
}

void Search::ReturnTo(const Mark& mark) {
  assignment_->ReturnTo(mark.assigned);
  uses_.resize(mark.uses);
  taken_.erase(taken_.begin() + static_cast<std::ptrdiff_t>(mark.taken), taken_.end());
  choices_.erase(choices_.begin() + static_cast<std::ptrdiff_t>(mark.choices), choices_.end());
}

bool Search::Extend(ir::Endpoint pattern, ir::Endpoint target) {
  const Mark before = mark();
  base_ = choices_.size();
  forced_ = {{pattern, target, {}, static_cast<int32_t>(base_) - 1}};
  open_.clear();
  if (Run()) return true;
  ReturnTo(before);
  return false;
}

bool Search::ExtendOtherwise(const Mark& before) {
  base_ = before.choices;
  if (GoBack(true, -1) && Run()) return true;
  ReturnTo(before);
  return false;
}

bool Search::Run() {
  while (!forced_.empty() || !open_.empty()) {
    if (steps_ > kMostSteps) return false;
    const Step step = forced_.empty() ? open_.back().step : forced_.back();
    if (++steps_ > kMostSteps) {
      GiveUp(step);
      return false;
    }
    Fit fit = Fit::kKnown;
    if (forced_.empty()) {
      fit = Decide();
    } else {
      forced_.pop_back();
      fit = Take(step);
    }
    if (IsMiss(fit) && !GoBack(fit == Fit::kOther, step.origin)) return false;
  }
  return true;
}

// To the next option of the last choice that the miss may hang on: if it is tangled with what was chosen
// elsewhere the last of all, else the one that led to it.
bool Search::GoBack(bool tangled, int32_t origin) {
  size_t keep = tangled ? choices_.size() : static_cast<size_t>(origin + 1);
  while (keep > base_) {
    choices_.erase(choices_.begin() + static_cast<std::ptrdiff_t>(keep), choices_.end());
    Choice& choice = choices_.back();
    choice.tangled = choice.tangled || tangled;
    Mark before = choice.before;
    before.choices = keep;
    ReturnTo(before);
    forced_.clear();
    open_ = choice.open;
    if (choice.next < choice.of.options.size()) {
      Apply(choice.of.step, choice.of.options[choice.next++], static_cast<int32_t>(keep) - 1);
      return true;
    }
    tangled = choice.tangled;
    keep = tangled ? keep - 1 : static_cast<size_t>(choice.of.step.origin + 1);
  }
  return false;
}

void Search::GiveUp(const Step& step) {
  const std::string reason = Text("not every way was tried: the search ends after ", kMostSteps, " steps");
  GE_LOG(kWarning, "[MATCH][MISS] at node \"", step.target.node->name(), "\" (", step.target.node->type(),
         ") ", reason);
  if (trace_ != nullptr) trace_->GiveUp(reason);
}

Fit Search::Take(const Step& step) {
  const auto& [pattern, target, use, origin] = step;
  if (PieceAt(pattern.node) == Piece::kAnyOf) return TakeAnyOf(step);
  const bool is_placeholder = IsDataType(pattern.node->type());
  if (!is_placeholder && pattern.port != target.port) {
    return assignment_->Stop(MissKind::kOutputPort, pattern, target);
  }
  const Fit fit = assignment_->Assign(pattern, target);
  if (IsMiss(fit)) return fit;
  if (is_placeholder && use.node != nullptr) uses_.push_back({pattern.node, use});
  return is_placeholder || fit == Fit::kKnown ? fit : TakeInputs(step);
}

const Search::Taken* Search::FindTaken(ir::Endpoint any_of) const {
  const auto found = std::find_if(taken_.begin(), taken_.end(),
                                  [&](const Taken& taken) { return taken.step.pattern == any_of; });
  return found == taken_.end() ? nullptr : &*found;
}

// Alternatives that are read twice are the same in both places.
Fit Search::TakeAnyOf(const Step& step) {
  if (const Taken* taken = FindTaken(step.pattern)) {
    if (taken->step.target != step.target) {
      return assignment_->Stop(MissKind::kOtherNode, step.pattern, step.target);
    }
    forced_.push_back({step.pattern.node->producer(taken->option), step.target, step.use, step.origin});
    return Fit::kKnown;
  }
  return Leave(step, Alternatives(step));
}

// A single option is no choice.
Fit Search::Leave(const Step& step, std::vector<int32_t> options) {
  if (options.empty()) return Fit::kUnlike;
  if (options.size() == 1) {
    Apply(step, options[0], step.origin);
  } else {
    open_.push_back({step, std::move(options)});
  }
  return Fit::kKnown;
}

Fit Search::Decide() {
  Open of = std::move(open_.back());
  open_.pop_back();
  // Decided meanwhile, where the same alternatives are read.
  if (PieceAt(of.step.pattern.node) == Piece::kAnyOf && FindTaken(of.step.pattern) != nullptr) {
    return TakeAnyOf(of.step);
  }
  choices_.push_back({std::move(of), 1, mark(), open_, false});
  const Open& chosen = choices_.back().of;
  Apply(chosen.step, chosen.options[0], static_cast<int32_t>(choices_.size()) - 1);
  return Fit::kKnown;
}

// `option` is a port of alternatives, or 1 for inputs that are exchanged.
void Search::Apply(const Step& step, int32_t option, int32_t origin) {
  const Step chosen = step;  // `step` may be in a list that grows
  taken_.push_back({chosen, option});
  if (PieceAt(chosen.pattern.node) != Piece::kAnyOf) return PairInputs(chosen, option == 1, origin);
  assignment_->Record(chosen.pattern, chosen.target);
  forced_.push_back({chosen.pattern.node->producer(option), chosen.target, chosen.use, origin});
}

Fit Search::TakeInputs(const Step& step) {
  const size_t expected = assignment_->Ports(*step.pattern.node).size();
  const auto found = static_cast<size_t>(step.target.node->connected_count());
  const bool fits = variadic_[step.pattern.node->slot()] < 0 ? found == expected : found >= expected;
  if (!fits) return assignment_->Stop(MissKind::kInputCount, step.pattern, step.target);
  if (PieceAt(step.pattern.node) == Piece::kCommutative) return Leave(step, Orders(step));
  PairInputs(step, false, step.origin);
  return Fit::kNew;
}

// Connected inputs pair up by their order, those in excess with the variadic one. The first is taken next.
void Search::PairInputs(const Step& step, bool exchanged, int32_t origin) {
  const ir::Node& pattern = *step.pattern.node;
  ir::Node* target = step.target.node;
  const std::vector<int32_t>& ports = assignment_->Ports(pattern);
  const std::vector<int32_t> found = ConnectedInputs(*target);
  const size_t excess = found.size() - ports.size();
  const auto variadic = static_cast<size_t>(variadic_[pattern.slot()]);  // -1: behind all
  for (size_t i = ports.size(); i-- > 0;) {
    const ir::Endpoint expected = pattern.producer(ports[i]);
    if (i == variadic) {
      TakeVariadic(expected, *target, &found[i], excess + 1);
      continue;
    }
    const int32_t port = found[exchanged ? 1 - i : i > variadic ? i + excess : i];
    forced_.push_back({expected, target->producer(port), {target, port}, origin});
  }
}

void Search::TakeVariadic(const ir::Endpoint& placeholder, const ir::Node& target, const int32_t* ports,
                          size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const ir::Endpoint tensor = target.producer(ports[i]);
    i == 0 ? (void)assignment_->Assign(placeholder, tensor) : assignment_->Record(placeholder, tensor);
    uses_.push_back({placeholder.node, {const_cast<ir::Node*>(&target), ports[i]}});
  }
}

bool Search::CanStand(ir::Endpoint pattern, ir::Endpoint target) const {
  const auto fits = [&](const ir::Endpoint& leaf) {
    return (leaf.port == target.port || IsDataType(leaf.node->type())) &&
           IsCompatible(*leaf.node, *target.node, config_);
  };
  if (PieceAt(pattern.node) != Piece::kAnyOf) return fits(pattern);
  const std::vector<ir::Endpoint>& leaves = leaves_[pattern.node->slot()];
  return std::any_of(leaves.begin(), leaves.end(), fits);
}

// Who asks why nothing fits hears it of each.
std::vector<int32_t> Search::Alternatives(const Step& step) const {
  const ir::Node& any_of = *step.pattern.node;
  std::vector<int32_t> fitting;
  for (const int32_t port : assignment_->Ports(any_of)) {
    if (CanStand(any_of.producer(port), step.target)) fitting.push_back(port);
  }
  return fitting.empty() && trace_ != nullptr ? assignment_->Ports(any_of) : fitting;
}

std::vector<int32_t> Search::Orders(const Step& step) const {
  const ir::Node& node = *step.pattern.node;
  const std::vector<int32_t>& ports = assignment_->Ports(node);
  const std::vector<int32_t> found = ConnectedInputs(*step.target.node);
  const ir::Endpoint expected[] = {node.producer(ports[0]), node.producer(ports[1])};
  const ir::Endpoint given[] = {step.target.node->producer(found[0]), step.target.node->producer(found[1])};
  const bool straight = CanStand(expected[0], given[0]) && CanStand(expected[1], given[1]);
  const bool exchanged = CanStand(expected[0], given[1]) && CanStand(expected[1], given[0]);
  const bool alike = given[0] == given[1] || expected[0] == expected[1] ||
                     (IsFree(*expected[0].node) && IsFree(*expected[1].node));
  if (straight && (alike || !exchanged)) return {0};
  if (exchanged && !straight) return {1};
  return straight || trace_ != nullptr ? std::vector<int32_t>{0, 1} : std::vector<int32_t>{};
}

std::vector<std::string> Search::Chosen() const {
  std::vector<std::string> texts;
  for (const auto& [step, option] : taken_) {
    const ir::Node& pattern = *step.pattern.node;
    const ir::Node& target = *step.target.node;
    if (PieceAt(&pattern) == Piece::kCommutative) {
      if (option == 1)
        texts.push_back(Text("the inputs of ", target.type(), " \"", target.name(), "\" are exchanged"));
      continue;
    }
    const ir::Node& alternative = *pattern.producer(option).node;
    const std::string what =
        IsDataType(alternative.type()) ? "an input" : std::string(alternative.type().text());
    texts.push_back(Text("alternative ", option + 1, " of ", pattern.connected_count(), ", ", what, ", is \"",
                         target.name(), "\""));
  }
  return texts;
}

}  // namespace ge::match
