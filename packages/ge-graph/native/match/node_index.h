#pragma once

#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"

namespace ge::match {

// A graph's nodes by operator type, and where each stands in the graph's order. Made once for a pass over the
// graph and kept up to date while nodes are replaced, so that a replacement costs what it changes.
//
// Positions: a node's position is never greater than that of a node that reads it.
class GE_API NodeIndex {
 public:
  // Fails (E19999) when the graph has a cycle.
  static base::Result<NodeIndex> Of(const ir::Graph& graph);

  // What a node is filed under: its type; constants, also potential ones, under `Const`.
  static base::Name Group(const ir::Node& node);

  // Slots of the group's nodes in topological order, which is the one in which nodes were added where that is
  // topological; nodes added later at the end. Slots of removed nodes stay in.
  const std::vector<uint32_t>& Slots(base::Name group) const;
  const ir::Graph& graph() const { return *graph_; }

  // Files nodes that were added to the graph since.
  void Refresh();
  // Files nodes that replaced others: `position` is between those of what they read and of what reads them.
  void RefreshAt(uint32_t position);

  uint32_t Position(const ir::Node& node) const { return positions_[node.slot()]; }
  // Makes positions hold again if nodes were added at unknown places. Fails (E19999) on a cycle.
  base::Status Reorder();

 private:
  explicit NodeIndex(const ir::Graph& graph) : graph_(&graph) {}
  void File(uint32_t position);
  bool FileInInsertionOrder();

  const ir::Graph* graph_;
  std::unordered_map<base::Name, std::vector<uint32_t>> by_group_;
  std::vector<uint32_t> positions_;  // by slot; its size tells which nodes are filed
  bool ordered_ = true;
};

}  // namespace ge::match
