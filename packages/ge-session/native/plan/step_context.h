#pragma once

#include <memory>
#include <vector>

#include "base/status.h"
#include "kernels/kernel.h"
#include "plan/buffer_pool.h"

namespace ge::cpu::plan {

// Bytes that the tensor's elements take. Throws std::length_error when they cannot be counted.
size_t SizeOf(const ir::TensorDesc& desc);

// Where an output's elements are to lie.
enum class Storage : uint8_t {
  kPool,  // in memory taken when the kernel asks for the output, or where the forwarded input's elements lie
  kPlanned,  // in `data`, which is set before the step runs
  kShared,   // in `data`, which is that of the input which the kernel forwards
};

struct InputSlot {
  const ir::Tensor* tensor = nullptr;  // null: not connected
  bool shareable = true;               // its memory stays as it is while anything shares it
};

struct OutputSlot {
  ir::Tensor* tensor = nullptr;  // its descriptor is set
  Storage storage = Storage::kPool;
};

// What forwarding showed, by output: the input whose elements it shares, or -1.
using Forwards = std::vector<int32_t>;

// A kernel's view of tensors that somebody else keeps.
class StepContext final : public kernels::RunContext {
 public:
  StepContext(const ir::Node* node, std::vector<InputSlot> inputs, std::vector<OutputSlot> outputs,
              BufferPool* pool, Scratch* scratch);

  // Runs the kernel on it. Nothing that a kernel throws gets out.
  base::Status Run(const kernels::KernelInfo& info, kernels::Kernel* kernel);
  const Forwards& forwards() const { return forwards_; }
  std::vector<InputSlot>& inputs() { return inputs_; }
  std::vector<OutputSlot>& outputs() { return outputs_; }

  const ir::Node& node() const override { return *node_; }
  const ir::Tensor* InputOrNull(int32_t i) const override;
  ir::Tensor& Output(int32_t i) override;
  ir::Tensor& Output(int32_t i, const ir::Shape& shape) override;
  void Forward(int32_t i, int32_t from) override;
  void* Workspace(size_t bytes) override { return scratch_->Get(bytes); }

 private:
  base::Status RunGuarded(const kernels::KernelInfo& info, kernels::Kernel* kernel);
  void Allocate(ir::Tensor& tensor);

  const ir::Node* node_;
  std::vector<InputSlot> inputs_;
  std::vector<OutputSlot> outputs_;
  BufferPool* pool_;
  Scratch* scratch_;
  Forwards forwards_;
  bool left_plan_ = false;  // the kernel did something else than when its memory was planned
};

}  // namespace ge::cpu::plan
