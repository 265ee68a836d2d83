#include "plan/memory_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <set>

namespace ge::cpu::plan {
namespace {

constexpr size_t kAlignment = 64;

// The free parts of the block, found by place and by size. The block grows at its end.
class FreeParts {
 public:
  // The smallest part that is large enough, else the end of the block.
  size_t Take(size_t size) {
    const auto fit = by_size_.lower_bound({size, 0});
    if (fit == by_size_.end()) return TakeAtEnd(size);
    const auto [found, offset] = *fit;
    Remove(offset, found);
    if (found > size) Insert(offset + size, found - size);
    return offset;
  }

  void Give(size_t offset, size_t size) {
    const auto next = by_place_.lower_bound(offset);
    if (next != by_place_.end() && next->first == offset + size) {
      const size_t behind = next->second;
      Remove(offset + size, behind);
      size += behind;
    }
    const auto after = by_place_.lower_bound(offset);
    if (after != by_place_.begin()) {
      const auto [before, length] = *std::prev(after);
      if (before + length == offset) {
        Remove(before, length);
        offset = before;
        size += length;
      }
    }
    Insert(offset, size);
  }

  size_t end() const { return end_; }

 private:
  size_t TakeAtEnd(size_t size) {
    size_t offset = end_;
    if (!by_place_.empty()) {
      const auto [last, length] = *by_place_.rbegin();
      if (last + length == end_) {
        offset = last;
        Remove(last, length);
      }
    }
    end_ = offset + size;
    return offset;
  }
  void Insert(size_t offset, size_t size) {
    by_place_.emplace(offset, size);
    by_size_.emplace(size, offset);
  }
  void Remove(size_t offset, size_t size) {
    by_place_.erase(offset);
    by_size_.erase({size, offset});
  }

  std::map<size_t, size_t> by_place_;
  std::set<std::pair<size_t, size_t>> by_size_;
  size_t end_ = 0;
};

size_t Rounded(size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

MemoryPlan PlanMemory(const std::vector<Lifetime>& lifetimes) {
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lifetimes[a].first < lifetimes[b].first; });

  MemoryPlan plan;
  plan.offsets.resize(lifetimes.size());
  FreeParts free;
  using Ending = std::pair<int32_t, size_t>;  // last step, lifetime
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> alive;
  for (const size_t i : order) {
    while (!alive.empty() && alive.top().first < lifetimes[i].first) {
      const size_t ended = alive.top().second;
      alive.pop();
      free.Give(plan.offsets[ended], Rounded(lifetimes[ended].size_bytes));
    }
    const size_t size = Rounded(lifetimes[i].size_bytes);
    if (size == 0) continue;
    plan.offsets[i] = free.Take(size);
    alive.emplace(lifetimes[i].last, i);
  }
  plan.total_bytes = free.end();
  return plan;
}

}  // namespace ge::cpu::plan
