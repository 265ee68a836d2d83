#include "base/buffer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>

namespace ge::base {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

Buffer::Buffer(void* data, size_t size, std::function<void()> release)
    : data_(data), size_(size), release_(std::move(release)) {}

Buffer::~Buffer() {
  if (release_) release_();
}

std::shared_ptr<Buffer> Buffer::AllocateForWriting(size_t size) {
  void* data = ::operator new(size == 0 ? 1 : size, kAlignment);
  return std::make_shared<Buffer>(data, size, [data] { ::operator delete(data, kAlignment); });
}

std::shared_ptr<Buffer> Buffer::Allocate(size_t size) {
  auto buffer = AllocateForWriting(size);
  std::memset(buffer->mutable_data(), 0, size);
  return buffer;
}

std::shared_ptr<Buffer> Buffer::CopyOf(const void* data, size_t size) {
  auto buffer = AllocateForWriting(size);
  if (size != 0) std::memcpy(buffer->mutable_data(), data, size);
  return buffer;
}

std::shared_ptr<Buffer> Buffer::Borrow(void* data, size_t size, std::function<void()> release) {
  return std::make_shared<Buffer>(data, size, std::move(release));
}

std::shared_ptr<Buffer> Buffer::Slice(const std::shared_ptr<Buffer>& whole, size_t offset, size_t size) {
  return std::make_shared<Buffer>(static_cast<char*>(whole->mutable_data()) + offset, size, [whole] {});
}

std::shared_ptr<Buffer> Buffer::AlignedSlice(const std::shared_ptr<Buffer>& whole, size_t offset, size_t size,
                                             size_t alignment) {
  const char* start = whole->view().data() + offset;
  if (reinterpret_cast<uintptr_t>(start) % alignment == 0) return Slice(whole, offset, size);
  auto part = std::make_shared<Buffer>(nullptr, size, [whole] {});
  part->unaligned_ = start;
  return part;
}

void* Buffer::Align() const {
  std::call_once(aligned_once_, [this] {
    aligned_ = CopyOf(unaligned_, size_);
    data_.store(aligned_->mutable_data(), std::memory_order_release);
  });
  return data_.load(std::memory_order_acquire);
}

Result<std::shared_ptr<Buffer>> Buffer::MapFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Status("E13001", Text("cannot open \"", path, "\": ", std::strerror(errno)));
  struct stat info {};
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(file);
    return Status("E13003", Text("cannot read \"", path, "\": not a regular file"));
  }
  const auto size = static_cast<size_t>(info.st_size);
  if (size == 0) {
    ::close(file);
    return Allocate(0);
  }
  void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  if (data == MAP_FAILED) return Status("E13003", Text("cannot read \"", path, "\": ", std::strerror(error)));
  return std::make_shared<Buffer>(data, size, [data, size] { ::munmap(data, size); });
}

}  // namespace ge::base
