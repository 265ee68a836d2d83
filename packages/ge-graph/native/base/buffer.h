#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/api.h"
#include "base/status.h"

namespace ge::base {

// Bytes with one owner that many share. They are constant once shared: a writer fills a buffer before it
// hands it on.
class GE_API Buffer {
 public:
  // Aligned to 64 bytes, zeroed.
  static std::shared_ptr<Buffer> Allocate(size_t size);
  // Aligned to 64 bytes, contents undefined: for results that are written whole.
  static std::shared_ptr<Buffer> AllocateForWriting(size_t size);
  static std::shared_ptr<Buffer> CopyOf(const void* data, size_t size);
  // Somebody else's memory; `release` is called when the last holder lets go.
  static std::shared_ptr<Buffer> Borrow(void* data, size_t size, std::function<void()> release);
  // A part of another buffer, which it keeps alive.
  static std::shared_ptr<Buffer> Slice(const std::shared_ptr<Buffer>& whole, size_t offset, size_t size);
  // A part whose elements are read at multiples of `alignment`. Where the part does not lie so, they are
  // copied when first asked for by `data`; `view` gives the bytes where they are.
  static std::shared_ptr<Buffer> AlignedSlice(const std::shared_ptr<Buffer>& whole, size_t offset,
                                              size_t size, size_t alignment);
  // A file's contents, mapped: pages are read when touched. Changes stay private to the process.
  // Errors: E13001 cannot open, E13003 cannot read.
  static Result<std::shared_ptr<Buffer>> MapFile(const std::string& path);

  Buffer(void* data, size_t size, std::function<void()> release);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  // Elements, aligned for their type.
  const void* data() const { return Elements(); }
  void* mutable_data() { return Elements(); }
  size_t size() const { return size_; }
  // Bytes, wherever they lie.
  std::string_view view() const {
    const void* data = data_.load(std::memory_order_acquire);
    return {static_cast<const char*>(data == nullptr ? unaligned_ : data), size_};
  }

 private:
  void* Elements() const {
    void* data = data_.load(std::memory_order_acquire);
    return data == nullptr && unaligned_ != nullptr ? Align() : data;
  }
  void* Align() const;

  mutable std::atomic<void*> data_;  // null until `unaligned_` is copied
  const void* unaligned_ = nullptr;
  mutable std::once_flag aligned_once_;
  mutable std::shared_ptr<Buffer> aligned_;
  size_t size_;
  std::function<void()> release_;
};

}  // namespace ge::base
