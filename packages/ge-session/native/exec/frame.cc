#include "exec/frame.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace ge::cpu::exec {
namespace {

constexpr size_t kShapesKept = 32;
constexpr size_t kPage = 4096;

std::shared_ptr<base::Buffer> AllocatePages(size_t bytes) {
  const size_t size = (bytes + kPage - 1) / kPage * kPage;
  void* const memory = std::aligned_alloc(kPage, size);
  if (memory == nullptr) throw std::bad_alloc();
  return base::Buffer::Borrow(memory, size, [memory] { std::free(memory); });
}

}  // namespace

Frame::Frame(const plan::Program& program, std::shared_ptr<plan::BufferPool> pool)
    : program_(program), pool_(std::move(pool)) {}

base::Result<Frame::Outcome> Frame::Run(const std::vector<const ir::Tensor*>& inputs) {
  const auto known =
      std::find_if(runs_.begin(), runs_.end(), [&](const ShapedRun& run) { return run.Fits(inputs); });
  if (known != runs_.end()) {
    runs_.splice(runs_.begin(), runs_, known);
  } else {
    if (runs_.size() == kShapesKept) runs_.pop_back();
    runs_.emplace_front(program_, *this, inputs);
  }
  base::Result<std::vector<ir::Tensor>> results = runs_.front().Run(inputs);
  if (results.ok()) return Outcome{std::move(results).value(), &runs_.front()};
  runs_.pop_front();
  return results.status();
}

Frame& Frame::BodyFrame(const plan::Program& body) {
  std::unique_ptr<Frame>& frame = bodies_[&body];
  if (frame == nullptr) frame = std::make_unique<Frame>(body, pool_);
  return *frame;
}

const std::shared_ptr<base::Buffer>& Frame::Arena(size_t bytes) {
  if (arena_ == nullptr || arena_->size() < bytes) {
    arena_.reset();
    arena_ = AllocatePages(std::max(bytes, kPage));
    ++arena_version_;
  }
  return arena_;
}

}  // namespace ge::cpu::exec
