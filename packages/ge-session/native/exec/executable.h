#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "exec/frame.h"
#include "plan/program.h"

namespace ge::cpu::exec {

// A program behind the backend's interface: checks what the caller gives, and has a frame for each thread
// that runs it. Kernels use `threads` threads in each run; 0: as many as OpenMP's settings say.
class CpuExecutable final : public backend::Executable {
 public:
  explicit CpuExecutable(std::unique_ptr<const plan::Program> program, int threads = 0);

  const std::vector<backend::Port>& inputs() const override { return inputs_; }
  const std::vector<backend::Port>& outputs() const override { return outputs_; }
  base::Result<std::vector<ir::Tensor>> Run(const std::vector<ir::Tensor>& inputs) override;

 private:
  base::Result<Frame::Outcome> RunIn(Frame& frame, const std::vector<ir::Tensor>& inputs) const;
  std::unique_ptr<Frame> TakeFrame();
  void GiveBack(std::unique_ptr<Frame> frame);

  std::unique_ptr<const plan::Program> program_;
  int threads_;
  std::vector<backend::Port> inputs_;
  std::vector<backend::Port> outputs_;
  std::shared_ptr<plan::BufferPool> pool_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Frame>> idle_;
};

}  // namespace ge::cpu::exec
