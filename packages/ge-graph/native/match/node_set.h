#pragma once

#include <algorithm>
#include <array>
#include <unordered_set>

#include "ir/node.h"

namespace ge::match {

// Nodes without order, for sets that mostly have a handful: those are looked through one by one, in place.
class NodeSet {
 public:
  NodeSet() = default;
  template <typename Nodes>
  explicit NodeSet(const Nodes& nodes) {
    for (const ir::Node* node : nodes) Insert(node);
  }

  bool Has(const ir::Node* node) const {
    const auto end = few_.begin() + static_cast<std::ptrdiff_t>(count_);
    return std::find(few_.begin(), end, node) != end || (!many_.empty() && many_.count(node) != 0);
  }
  // False when it is in already.
  bool Insert(const ir::Node* node) {
    if (Has(node)) return false;
    if (count_ == few_.size()) return many_.insert(node).second;
    few_[count_++] = node;
    return true;
  }

 private:
  std::array<const ir::Node*, 16> few_ = {};  // the first `count_` hold
  size_t count_ = 0;
  std::unordered_set<const ir::Node*> many_;  // what finds no place there
};

}  // namespace ge::match
