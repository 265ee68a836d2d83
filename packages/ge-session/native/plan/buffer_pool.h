#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/buffer.h"

namespace ge::cpu::plan {

// Memory for tensors whose size is known only when they are computed, and for results. What is let go of is
// kept and given out again. Safe from any thread; a buffer may outlive everything but holds on to its pool.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  static std::shared_ptr<BufferPool> Create() { return std::shared_ptr<BufferPool>(new BufferPool); }
  ~BufferPool();
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  // Aligned to 64 bytes, contents undefined. Throws std::bad_alloc.
  std::shared_ptr<base::Buffer> Allocate(size_t size);

 private:
  BufferPool() = default;
  void Return(void* memory, size_t capacity);

  std::mutex mutex_;
  std::map<size_t, std::vector<void*>> free_;  // by capacity
  size_t free_bytes_ = 0;
};

// Scratch memory that grows to the largest request.
class Scratch {
 public:
  // Aligned to 64 bytes, contents undefined, valid until the next call. Throws std::bad_alloc.
  void* Get(size_t size);

 private:
  std::shared_ptr<base::Buffer> buffer_;
};

}  // namespace ge::cpu::plan
