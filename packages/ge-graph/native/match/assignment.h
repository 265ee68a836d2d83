#pragma once

#include <utility>
#include <vector>

#include "match/pattern.h"
#include "match/trace.h"

namespace ge::match {

// What comes of letting two tensors stand for each other.
enum class Fit : uint8_t {
  kNew,     // their nodes do from now on
  kKnown,   // they did already
  kUnlike,  // they cannot, whatever else is assigned
  kOther,   // something else stands there
};

// Which node of the target stands for which node of the pattern, as far as tried; steps can be taken back.
// One object serves all attempts, so that an attempt that fails at once costs next to nothing.
class Assignment {
 public:
  // The pattern must outlive it, and `trace`, which may be null, too.
  Assignment(const ir::Graph& pattern, const PatternConfig& config, Trace* trace);

  // Lets `target` stand for `pattern`, and what feeds it for what feeds that. False when they differ, or
  // contradict what is assigned already; then nothing has changed.
  bool Extend(ir::Endpoint pattern, ir::Endpoint target);

  // Lets only the two stand for each other.
  Fit Assign(ir::Endpoint pattern, ir::Endpoint target);
  // Notes the two, without regard to their nodes.
  void Record(ir::Endpoint pattern, ir::Endpoint target) { tensors_.emplace_back(pattern, target); }
  // Tells why two do not fit: `kOther` when another node stands there, else `kUnlike`.
  Fit Stop(MissKind kind, ir::Endpoint pattern, ir::Endpoint target) const;
  // The connected inputs of a node of the pattern.
  const std::vector<int32_t>& Ports(const ir::Node& pattern) const { return ports_[pattern.slot()]; }

  struct Mark {
    size_t nodes;
    size_t tensors;
  };
  Mark mark() const { return {order_.size(), tensors_.size()}; }
  void ReturnTo(Mark mark);
  void Clear() { ReturnTo({0, 0}); }

  // Null when nothing stands for it yet.
  ir::Node* Of(const ir::Node* pattern) const { return node_of_[pattern->slot()]; }
  // Pattern nodes in the order they were met. Assignments of a whole pattern all meet the same in the same.
  const std::vector<const ir::Node*>& order() const { return order_; }
  // Every tensor met, in order: what stands in the pattern, what in the target.
  const std::vector<std::pair<ir::Endpoint, ir::Endpoint>>& tensors() const { return tensors_; }

 private:
  using Step = std::pair<ir::Endpoint, ir::Endpoint>;
  bool Take(const Step& step);
  bool TakeInputs(const Step& step);
  bool AgreesWithEarlier(const Step& step) const;

  PatternConfig config_;
  Trace* trace_;
  std::vector<std::vector<int32_t>> ports_;  // by slot of the pattern: the connected inputs
  std::vector<ir::Node*> node_of_;           // by slot of the pattern
  std::vector<const ir::Node*> order_;
  std::vector<Step> tensors_;
  std::vector<Step> next_;
};

// The input ports that something feeds, in order.
std::vector<int32_t> ConnectedInputs(const ir::Node& node);

}  // namespace ge::match
