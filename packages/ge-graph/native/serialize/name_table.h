#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "ir/graph.h"

namespace ge::serialize {

// The nodes of one graph by name, while it is read or written. Names are compared only where a part of their
// hash agrees, which spares a miss of the cache for each of 100,000 nodes.
class NameTable {
 public:
  // For up to `nodes` names.
  explicit NameTable(size_t nodes) {
    size_t room = 16;
    while (room < nodes * 2) room *= 2;
    places_.resize(room);
    nodes_.reserve(nodes);
  }

  // False when another node has the name.
  bool Add(ir::Node* node) {
    const size_t hash = std::hash<std::string_view>()(node->name());
    Place& place = places_[IndexOf(hash, node->name())];
    if (place.number != 0) return false;
    nodes_.push_back(node);
    place = {Part(hash), static_cast<uint32_t>(nodes_.size())};
    return true;
  }

  // Null when there is none.
  ir::Node* Find(std::string_view name) const {
    const uint32_t number = places_[IndexOf(std::hash<std::string_view>()(name), name)].number;
    return number == 0 ? nullptr : nodes_[number - 1];
  }

 private:
  struct Place {
    uint32_t part = 0;    // of the hash
    uint32_t number = 0;  // of the node, from 1 on; 0: free
  };

  static uint32_t Part(size_t hash) { return static_cast<uint32_t>(hash >> 32U); }

  // Where the name is, or a free place for it.
  size_t IndexOf(size_t hash, std::string_view name) const {
    size_t index = hash & (places_.size() - 1);
    while (places_[index].number != 0 &&
           (places_[index].part != Part(hash) || nodes_[places_[index].number - 1]->name() != name)) {
      index = (index + 1) & (places_.size() - 1);
    }
    return index;
  }

  std::vector<Place> places_;  // a power of two
  std::vector<ir::Node*> nodes_;
};

}  // namespace ge::serialize
