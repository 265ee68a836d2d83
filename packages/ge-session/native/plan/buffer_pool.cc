#include "plan/buffer_pool.h"

#include <cstdlib>
#include <new>

namespace ge::cpu::plan {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kLargestKept = size_t{256} << 20U;  // bytes that wait in one pool
constexpr size_t kLargestSize = SIZE_MAX / 4;

// Sizes in steps of a quarter of their power of two, so that near sizes share memory and at most a fifth is
// lost.
size_t Capacity(size_t size) {
  if (size <= 4 * kAlignment)
    return (size + kAlignment - 1) / kAlignment * kAlignment + (size == 0 ? kAlignment : 0);
  size_t step = kAlignment;
  while (step * 8 < size) step *= 2;
  return (size + step - 1) / step * step;
}

void* AllocateAligned(size_t size) {
  void* const memory = size > kLargestSize ? nullptr : std::aligned_alloc(kAlignment, size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

BufferPool::~BufferPool() {
  for (const auto& [capacity, memories] : free_) {
    for (void* memory : memories) std::free(memory);
  }
}

std::shared_ptr<base::Buffer> BufferPool::Allocate(size_t size) {
  if (size > kLargestSize) throw std::bad_alloc();
  const size_t capacity = Capacity(size);
  void* memory = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto found = free_.find(capacity);
    if (found != free_.end() && !found->second.empty()) {
      memory = found->second.back();
      found->second.pop_back();
      free_bytes_ -= capacity;
    }
  }
  if (memory == nullptr) memory = AllocateAligned(capacity);
  return base::Buffer::Borrow(
      memory, size, [pool = shared_from_this(), memory, capacity] { pool->Return(memory, capacity); });
}

void BufferPool::Return(void* memory, size_t capacity) {
  {
    const std::lock_guard lock(mutex_);
    if (free_bytes_ + capacity <= kLargestKept) {
      free_[capacity].push_back(memory);
      free_bytes_ += capacity;
      return;
    }
  }
  std::free(memory);
}

void* Scratch::Get(size_t size) {
  if (size > kLargestSize) throw std::bad_alloc();
  if (buffer_ == nullptr || buffer_->size() < size) {
    buffer_.reset();
    const size_t capacity = Capacity(size);
    void* const memory = AllocateAligned(capacity);
    buffer_ = base::Buffer::Borrow(memory, capacity, [memory] { std::free(memory); });
  }
  return buffer_->mutable_data();
}

}  // namespace ge::cpu::plan
