#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/status.h"
#include "bindings/errors.h"
#include "bindings/graph_access.h"
#include "ir/graph.h"

namespace ge::bindings {

// A node, and the graph that must live while it is worked on. The node is null when it is gone.
struct HeldNode {
  std::shared_ptr<ir::Graph> graph;
  ir::Node* node = nullptr;

  explicit operator bool() const { return node != nullptr; }
  ir::Node* operator->() const { return node; }
  ir::Node& operator*() const { return *node; }
};

// How Python names a node: its graph, not kept alive, and the slot in it, which no other node ever gets. So
// it never dangles, whatever happens to node and graph.
class GE_API NodeHandle {
 public:
  NodeHandle() = default;  // of a node that is gone
  explicit NodeHandle(const ir::Node& node) : graph_(node.graph()->weak_from_this()), slot_(node.slot()) {}
  NodeHandle(std::weak_ptr<ir::Graph> graph, uint32_t slot) : graph_(std::move(graph)), slot_(slot) {}

  // Raises, as `Hold` does, when another thread has the graph.
  HeldNode TryHold() const {
    HeldNode held{graph_.lock(), nullptr};
    if (held.graph != nullptr) held.node = Readable(*held.graph).NodeAt(slot_);
    return held;
  }
  // Raises when the node was removed or its graph is gone.
  HeldNode Hold() const {
    HeldNode held = TryHold();
    if (!held) Raise(Gone());
    return held;
  }
  // Raises also when another thread reads the graph just now.
  HeldNode HoldToChange() const {
    HeldNode held = Hold();
    Changeable(*held.graph);
    return held;
  }

  static base::Status Gone() {
    return base::InnerError("the node is gone: it was removed, or nothing holds its graph any more");
  }

  uint32_t slot() const { return slot_; }
  friend bool operator==(const NodeHandle& a, const NodeHandle& b) {
    return a.slot_ == b.slot_ && !a.graph_.owner_before(b.graph_) && !b.graph_.owner_before(a.graph_);
  }

 private:
  std::weak_ptr<ir::Graph> graph_;
  uint32_t slot_ = 0;
};

}  // namespace ge::bindings
