#include "match/node_index.h"

#include "ir/order.h"

namespace ge::match {

base::Result<NodeIndex> NodeIndex::Of(const ir::Graph& graph) {
  NodeIndex index(graph);
  if (index.FileInInsertionOrder()) return index;
  index.by_group_.clear();
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> order, ir::TopologicalOrder(graph));
  index.positions_.resize(graph.slot_end());
  uint32_t position = 0;
  for (const ir::Node* node : order) {
    index.positions_[node->slot()] = position++;
    index.by_group_[Group(*node)].push_back(node->slot());
  }
  return index;
}

// In one walk; false when a node was added before something that it reads.
bool NodeIndex::FileInInsertionOrder() {
  positions_.resize(graph_->slot_end());
  uint32_t position = 0;
  for (const ir::Node* node : graph_->nodes()) {
    ir::PrefetchBehind(*graph_, node);
    if (!ir::ComesAfterSources(*node)) return false;
    positions_[node->slot()] = position++;
    by_group_[Group(*node)].push_back(node->slot());
  }
  return true;
}

base::Name NodeIndex::Group(const ir::Node& node) {
  static const base::Name constant("Const");
  static const base::Name other_constant("Constant");
  static const base::Name potential("_is_potential_const");
  if (node.type() == constant) return constant;
  if (node.type() == other_constant || node.attrs().GetOr(potential, false)) return constant;
  return node.type();
}

const std::vector<uint32_t>& NodeIndex::Slots(base::Name group) const {
  static const std::vector<uint32_t> none;
  const auto found = by_group_.find(group);
  return found == by_group_.end() ? none : found->second;
}

void NodeIndex::File(uint32_t position) {
  const auto first = static_cast<uint32_t>(positions_.size());
  positions_.resize(graph_->slot_end(), position);
  for (uint32_t slot = first; slot < graph_->slot_end(); ++slot) {
    const ir::Node* node = graph_->NodeAt(slot);
    if (node != nullptr) by_group_[Group(*node)].push_back(slot);
  }
}

void NodeIndex::Refresh() {
  if (positions_.size() == graph_->slot_end()) return;
  File(static_cast<uint32_t>(positions_.size()));
  ordered_ = false;
}

void NodeIndex::RefreshAt(uint32_t position) { File(position); }

base::Status NodeIndex::Reorder() {
  if (ordered_) return {};
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> order, ir::TopologicalOrder(*graph_));
  uint32_t position = 0;
  for (const ir::Node* node : order) positions_[node->slot()] = position++;
  ordered_ = true;
  return {};
}

}  // namespace ge::match
