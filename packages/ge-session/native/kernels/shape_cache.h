#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace ge::cpu::kernels {

// What a kernel made ready for the shapes that it met, the last used ones first. Safe from any thread.
template <typename Entry>
class ShapeCache {
 public:
  using Pointer = std::shared_ptr<const Entry>;

  // The entry for which `fits(entry)` says yes; null when there is none.
  template <typename Fits>
  Pointer Find(const Fits& fits) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Pointer& e) { return fits(*e); });
    if (found == entries_.end()) return nullptr;
    std::rotate(entries_.begin(), found, found + 1);
    return entries_.front();
  }
  void Add(Pointer entry) {
    const std::lock_guard lock(mutex_);
    entries_.insert(entries_.begin(), std::move(entry));
    if (entries_.size() > kCapacity) entries_.pop_back();
  }

 private:
  static constexpr size_t kCapacity = 16;

  std::mutex mutex_;
  std::vector<Pointer> entries_;
};

}  // namespace ge::cpu::kernels
