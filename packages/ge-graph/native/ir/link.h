#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

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

  LinkList() = default;
  LinkList(LinkList&& other) noexcept { Steal(other); }
  LinkList& operator=(LinkList&& other) noexcept {
    if (this != &other) {
      Release();
      Steal(other);
    }
    return *this;
  }
  ~LinkList() { Release(); }

  Iterator begin() const { return {data(), data() + places_}; }
  Iterator end() const { return {data() + places_, data() + places_}; }
  size_t size() const { return places_ - empty_places_; }
  bool empty() const { return size() == 0; }
  const Link& front() const { return *begin(); }

  // Gives the place of the new edge.
  uint32_t Add(const Link& link) {
    if (places_ == capacity_) Grow();
    data()[places_] = link;
    return places_++;
  }
  Link& At(uint32_t place) { return data()[place]; }

  // `moved(link, place)` is called for each edge that gets a new place.
  template <typename Moved>
  void Remove(uint32_t place, Moved moved) {
    Link* links = data();
    links[place].node = nullptr;
    if (++empty_places_ * 2 <= places_) return;
    uint32_t next = 0;
    for (uint32_t at = 0; at < places_; ++at) {
      const Link link = links[at];
      if (link.node == nullptr) continue;
      links[next] = link;
      moved(link, next++);
    }
    places_ = next;
    empty_places_ = 0;
  }

 private:
  const Link* data() const { return capacity_ == 1 ? &only_ : many_; }
  Link* data() { return capacity_ == 1 ? &only_ : many_; }

  void Grow() {
    auto* links = new Link[static_cast<size_t>(capacity_) * 2];
    std::copy(data(), data() + places_, links);
    if (capacity_ > 1) delete[] many_;
    many_ = links;
    capacity_ *= 2;
  }
  void Release() {
    if (capacity_ > 1) delete[] many_;
  }
  void Steal(LinkList& other) {
    places_ = other.places_;
    empty_places_ = other.empty_places_;
    capacity_ = other.capacity_;
    if (capacity_ == 1) {
      only_ = other.only_;
    } else {
      many_ = other.many_;
    }
    other.places_ = other.empty_places_ = 0;
    other.capacity_ = 1;
    other.only_ = {};
  }

  uint32_t places_ = 0;
  uint32_t empty_places_ = 0;
  uint32_t capacity_ = 1;
  // Most outputs are read once: that edge stands in place.
  union {
    Link only_ = {};
    Link* many_;
  };
};

}  // namespace ge::ir
