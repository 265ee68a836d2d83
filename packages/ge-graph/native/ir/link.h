#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace ge::ir {

class Node;

// One end of an edge, as the other end sees it.
struct Link {
  Node* node = nullptr;  // null: no edge
  int32_t port = -1;     // port of `node`; -1 for control edges
  uint32_t back = 0;     // place of this edge in the list that `node` keeps
};

// Edges in the order they were added. Removing one takes constant time on average: the place is emptied, and
// the list is closed up once half of it is empty.
class LinkList {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Link;
    using difference_type = std::ptrdiff_t;
    using pointer = const Link*;
    using reference = const Link&;

    Iterator(const Link* at, const Link* end) : at_(at), end_(end) { SkipEmpty(); }
    const Link& operator*() const { return *at_; }
    const Link* operator->() const { return at_; }
    Iterator& operator++() {
      ++at_;
      SkipEmpty();
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.at_ != b.at_; }

   private:
    void SkipEmpty() {
      while (at_ != end_ && at_->node == nullptr) ++at_;
    }
    const Link* at_;
    const Link* end_;
  };

  Iterator begin() const { return {links_.data(), links_.data() + links_.size()}; }
  Iterator end() const { return {links_.data() + links_.size(), links_.data() + links_.size()}; }
  size_t size() const { return links_.size() - empty_places_; }
  bool empty() const { return size() == 0; }
  const Link& front() const { return *begin(); }

  // Gives the place of the new edge.
  uint32_t Add(const Link& link) {
    links_.push_back(link);
    return static_cast<uint32_t>(links_.size() - 1);
  }
  Link& At(uint32_t place) { return links_[place]; }

  // `moved(link, place)` is called for each edge that gets a new place.
  template <typename Moved>
  void Remove(uint32_t place, Moved moved) {
    links_[place].node = nullptr;
    if (++empty_places_ * 2 <= links_.size()) return;
    uint32_t next = 0;
    for (const Link link : links_) {
      if (link.node == nullptr) continue;
      links_[next] = link;
      moved(link, next++);
    }
    links_.resize(next);
    empty_places_ = 0;
  }

 private:
  std::vector<Link> links_;
  size_t empty_places_ = 0;
};

}  // namespace ge::ir
