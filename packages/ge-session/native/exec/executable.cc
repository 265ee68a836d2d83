#include "exec/executable.h"

#include <exception>
#include <new>

#include "compute/parallel.h"
#include "exec/check_inputs.h"
#include "exec/fork.h"
#include "exec/ports.h"

namespace ge::cpu::exec {
namespace {

constexpr size_t kIdleFramesKept = 16;

// Kernels may count on memory behind every tensor, also one without elements.
const std::shared_ptr<base::Buffer>& NoElements() {
  static const auto* const empty = new std::shared_ptr<base::Buffer>(base::Buffer::Allocate(0));
  return *empty;
}

}  // namespace

CpuExecutable::CpuExecutable(std::unique_ptr<const plan::Program> program, int threads)
    : program_(std::move(program)),
      threads_(threads),
      inputs_(InputPorts(*program_)),
      outputs_(OutputPorts(*program_)),
      pool_(plan::BufferPool::Create()) {}

base::Result<std::vector<ir::Tensor>> CpuExecutable::Run(const std::vector<ir::Tensor>& inputs) {
  GE_RETURN_IF_ERROR(CheckInputs(inputs_, inputs));
  const NoFork no_fork;
  const compute::ThreadCount thread_count(threads_);
  std::unique_ptr<Frame> frame = TakeFrame();
  try {
    base::Result<Frame::Outcome> outcome = RunIn(*frame, inputs);
    GiveBack(std::move(frame));
    if (!outcome.ok()) return outcome.status();
    return std::move(outcome->results);
  } catch (const std::bad_alloc&) {  // the frame, half used, goes
    return base::InnerError("not enough memory to run the graph");
  } catch (const std::exception& error) {
    return base::InnerError(error.what());
  }
}

base::Result<Frame::Outcome> CpuExecutable::RunIn(Frame& frame, const std::vector<ir::Tensor>& inputs) const {
  std::vector<const ir::Tensor*> given;
  std::vector<ir::Tensor> empty;
  given.reserve(inputs.size());
  empty.reserve(inputs.size());
  for (const ir::Tensor& input : inputs) {
    if (input.data != nullptr) {
      given.push_back(&input);
    } else {
      empty.emplace_back(input.desc, NoElements());
      given.push_back(&empty.back());
    }
  }
  return frame.Run(given);
}

std::unique_ptr<Frame> CpuExecutable::TakeFrame() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Frame> frame = std::move(idle_.back());
      idle_.pop_back();
      return frame;
    }
  }
  return std::make_unique<Frame>(*program_, pool_);
}

void CpuExecutable::GiveBack(std::unique_ptr<Frame> frame) {
  const std::lock_guard lock(mutex_);
  if (idle_.size() < kIdleFramesKept) idle_.push_back(std::move(frame));
}

}  // namespace ge::cpu::exec
