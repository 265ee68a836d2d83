#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace ge::ir {

// A value that copies share until one of them is changed; empty until first changed. As wide as one pointer.
// Two threads may use two copies at the same time, as with values of their own.
template <typename T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(const T& value) : block_(new Block{{1}, value}) {}
  Shared(const Shared& other) : block_(other.block_) {
    if (block_ != nullptr) block_->holders.fetch_add(1, std::memory_order_relaxed);
  }
  Shared(Shared&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Shared() {
    if (block_ != nullptr && block_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) delete block_;
  }

  bool empty() const { return block_ == nullptr; }
  // Null when empty. The address stays that of the value as long as any copy has it.
  const T* get() const { return block_ == nullptr ? nullptr : &block_->value; }
  // The value of this copy alone.
  T& Own() {
    if (block_ == nullptr) {
      block_ = new Block{{1}, T()};
    } else if (block_->holders.load(std::memory_order_acquire) != 1) {
      *this = Shared(block_->value);
    }
    return block_->value;
  }

 private:
  struct Block {
    std::atomic<uint32_t> holders;
    T value;
  };
  Block* block_ = nullptr;
};

}  // namespace ge::ir
