#include "match/assignment.h"

#include "match/boundary.h"
#include "match/compatible.h"

namespace ge::match {

std::vector<int32_t> ConnectedInputs(const ir::Node& node) {
  std::vector<int32_t> ports;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (node.IsConnected(i)) ports.push_back(i);
  }
  return ports;
}

bool Assignment::Extend(ir::Endpoint pattern, ir::Endpoint target) {
  const Mark before = mark();
  std::vector<Step> steps = {{pattern, target}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    if (!Take(step, steps)) {
      ReturnTo(before);
      return false;
    }
  }
  return true;
}

bool Assignment::Take(const Step& step, std::vector<Step>& next) {
  const auto& [pattern, target] = step;
  ir::Node*& assigned = node_of_[pattern.node->slot()];
  if (assigned != nullptr && assigned != target.node) return false;
  if (assigned == nullptr) {
    if (!IsCompatible(*pattern.node, *target.node, config_)) return false;
    assigned = target.node;
    order_.push_back(pattern.node);
    if (!IsDataType(pattern.node->type())) {
      const std::vector<int32_t> ours = ConnectedInputs(*pattern.node);
      const std::vector<int32_t> theirs = ConnectedInputs(*target.node);
      if (ours.size() != theirs.size()) return false;
      for (size_t i = ours.size(); i-- > 0;) {
        const ir::Endpoint expected = pattern.node->producer(ours[i]);
        const ir::Endpoint found = target.node->producer(theirs[i]);
        if (!IsDataType(expected.node->type()) && expected.port != found.port) return false;
        next.emplace_back(expected, found);
      }
    }
  }
  tensors_.push_back(step);
  return true;
}

void Assignment::ReturnTo(Mark mark) {
  for (size_t i = mark.nodes; i < order_.size(); ++i) node_of_[order_[i]->slot()] = nullptr;
  order_.resize(mark.nodes);
  tensors_.resize(mark.tensors);
}

}  // namespace ge::match
