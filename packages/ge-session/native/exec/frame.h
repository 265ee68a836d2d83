#pragma once

#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "exec/shaped_run.h"
#include "plan/buffer_pool.h"
#include "plan/program.h"

namespace ge::cpu::exec {

// What one thread at a time needs to run a program: its tensors and memory, and what runs with other input
// shapes taught. Threads that run one program at the same time have a frame each.
class Frame {
 public:
  struct Outcome {
    std::vector<ir::Tensor> results;
    const ShapedRun* run;  // valid until the next Run
  };

  Frame(const plan::Program& program, std::shared_ptr<plan::BufferPool> pool);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  // One tensor an input, null only where the program reads none.
  base::Result<Outcome> Run(const std::vector<const ir::Tensor*>& inputs);

  plan::BufferPool& pool() { return *pool_; }
  plan::Scratch& scratch() { return scratch_; }
  Frame& BodyFrame(const plan::Program& body);
  // The block for planned tensors, at least this large. `arena_version` changes when it moves.
  const std::shared_ptr<base::Buffer>& Arena(size_t bytes);
  uint64_t arena_version() const { return arena_version_; }

 private:
  const plan::Program& program_;
  std::shared_ptr<plan::BufferPool> pool_;
  plan::Scratch scratch_;
  std::shared_ptr<base::Buffer> arena_;
  uint64_t arena_version_ = 0;
  std::list<ShapedRun> runs_;  // the one used last stands first
  std::unordered_map<const plan::Program*, std::unique_ptr<Frame>> bodies_;
};

}  // namespace ge::cpu::exec
