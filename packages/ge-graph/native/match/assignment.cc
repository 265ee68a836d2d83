#include "match/assignment.h"

#include <algorithm>

#include "base/log.h"
#include "match/boundary.h"
#include "match/compatible.h"

namespace ge::match {
namespace {

std::string_view ReasonOf(MissKind kind) {
  switch (kind) {
    case MissKind::kOtherNode:
      return "another node or tensor stands there already";
    case MissKind::kInputCount:
      return "another number of inputs is connected";
    default:
      return "another output is read";
  }
}

}  // namespace

std::vector<int32_t> ConnectedInputs(const ir::Node& node) {
  std::vector<int32_t> ports;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (node.IsConnected(i)) ports.push_back(i);
  }
  return ports;
}

Assignment::Assignment(const ir::Graph& pattern, const PatternConfig& config, Trace* trace)
    : config_(config), trace_(trace), ports_(pattern.slot_end()), node_of_(pattern.slot_end(), nullptr) {
  for (const ir::Node* node : pattern.nodes()) ports_[node->slot()] = ConnectedInputs(*node);
}

bool Assignment::Extend(ir::Endpoint pattern, ir::Endpoint target) {
  const Mark before = mark();
  next_.clear();
  next_.emplace_back(pattern, target);
  while (!next_.empty()) {
    const Step step = next_.back();
    next_.pop_back();
    if (!Take(step)) {
      ReturnTo(before);
      return false;
    }
  }
  return true;
}

// A placeholder stands for one tensor, wherever it is read.
bool Assignment::AgreesWithEarlier(const Step& step) const {
  return !IsDataType(step.first.node->type()) ||
         std::none_of(tensors_.begin(), tensors_.end(), [&step](const Step& known) {
           return known.first == step.first && known.second != step.second;
         });
}

bool Assignment::Take(const Step& step) {
  const Fit fit = Assign(step.first, step.second);
  if (fit == Fit::kNew) return IsDataType(step.first.node->type()) || TakeInputs(step);
  return fit == Fit::kKnown;
}

Fit Assignment::Assign(ir::Endpoint pattern, ir::Endpoint target) {
  ir::Node*& assigned = node_of_[pattern.node->slot()];
  if (assigned != nullptr) {
    if (assigned != target.node || !AgreesWithEarlier({pattern, target})) {
      return Stop(MissKind::kOtherNode, pattern, target);
    }
    Record(pattern, target);
    return Fit::kKnown;
  }
  if (!IsCompatible(*pattern.node, *target.node, config_)) {
    GE_LOG(kDebug, "[MATCH][MISS] node \"", target.node->name(), "\" (", target.node->type(),
           ") does not look like \"", pattern.node->name(), "\" (", pattern.node->type(), ")");
    if (trace_ != nullptr) trace_->StopAtNode(pattern, target, *this);
    return Fit::kUnlike;
  }
  GE_LOG(kDebug, "[MATCH][NODE] \"", target.node->name(), "\" stands for \"", pattern.node->name(), "\" (",
         pattern.node->type(), ")");
  assigned = target.node;
  order_.push_back(pattern.node);
  Record(pattern, target);
  return Fit::kNew;
}

// Connected inputs pair up by their order. The first is taken next.
bool Assignment::TakeInputs(const Step& step) {
  const ir::Node& pattern = *step.first.node;
  const ir::Node& target = *step.second.node;
  const std::vector<int32_t>& ports = ports_[pattern.slot()];
  if (static_cast<size_t>(target.connected_count()) != ports.size()) {
    Stop(MissKind::kInputCount, step.first, step.second);
    return false;
  }
  size_t left = ports.size();
  for (int32_t i = target.input_count(); i-- > 0;) {
    if (!target.IsConnected(i)) continue;
    const ir::Endpoint expected = pattern.producer(ports[--left]);
    const ir::Endpoint found = target.producer(i);
    if (!IsDataType(expected.node->type()) && expected.port != found.port) {
      Stop(MissKind::kOutputPort, expected, found);
      return false;
    }
    next_.emplace_back(expected, found);
  }
  return true;
}

Fit Assignment::Stop(MissKind kind, ir::Endpoint pattern, ir::Endpoint target) const {
  GE_LOG(kDebug, "[MATCH][MISS] node \"", target.node->name(), "\" (", target.node->type(),
         ") does not stand for \"", pattern.node->name(), "\" (", pattern.node->type(),
         "): ", ReasonOf(kind));
  if (trace_ != nullptr) trace_->Stop(kind, pattern, target, *this);
  return kind == MissKind::kOtherNode ? Fit::kOther : Fit::kUnlike;
}

void Assignment::ReturnTo(Mark mark) {
  for (size_t i = mark.nodes; i < order_.size(); ++i) node_of_[order_[i]->slot()] = nullptr;
  order_.resize(mark.nodes);
  tensors_.resize(mark.tensors);
}

}  // namespace ge::match
