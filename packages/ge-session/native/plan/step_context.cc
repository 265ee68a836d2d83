#include "plan/step_context.h"

#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "plan/program.h"

namespace ge::cpu::plan {

size_t SizeOf(const ir::TensorDesc& desc) {
  const int64_t bytes = base::DataBytes(desc.type, desc.shape.Elements());
  if (bytes < 0)
    throw std::length_error(base::Text("no memory for a ", desc.type, " tensor of shape ", desc.shape));
  return static_cast<size_t>(bytes);
}

StepContext::StepContext(const ir::Node* node, std::vector<InputSlot> inputs, std::vector<OutputSlot> outputs,
                         BufferPool* pool, Scratch* scratch)
    : node_(node),
      inputs_(std::move(inputs)),
      outputs_(std::move(outputs)),
      pool_(pool),
      scratch_(scratch),
      forwards_(outputs_.size(), -1) {}

base::Status StepContext::Run(const kernels::KernelInfo& info, kernels::Kernel* kernel) {
  base::Status status = RunGuarded(info, kernel);
  if (!status.ok()) return status.In("in " + Describe(*node_));
  if (left_plan_) {
    return base::InnerError(Describe(*node_) +
                            ": its kernel used its outputs in another way than in the run before");
  }
  return {};
}

base::Status StepContext::RunGuarded(const kernels::KernelInfo& info, kernels::Kernel* kernel) {
  try {
    return kernel != nullptr ? kernel->Run(*this) : info.run(*this);
  } catch (const std::bad_alloc&) {
    return base::InnerError("not enough memory");
  } catch (const std::exception& error) {
    return base::InnerError(error.what());
  }
}

const ir::Tensor* StepContext::InputOrNull(int32_t i) const {
  return i < 0 || static_cast<size_t>(i) >= inputs_.size() ? nullptr : inputs_[i].tensor;
}

ir::Tensor& StepContext::Output(int32_t i) {
  const OutputSlot& slot = outputs_[i];
  if (slot.storage == Storage::kShared) left_plan_ = true;
  if (slot.tensor->data == nullptr) Allocate(*slot.tensor);
  return *slot.tensor;
}

ir::Tensor& StepContext::Output(int32_t i, const ir::Shape& shape) {
  const OutputSlot& slot = outputs_[i];
  if (slot.storage != Storage::kPool) {
    if (slot.tensor->desc.shape != shape) left_plan_ = true;
    return Output(i);
  }
  slot.tensor->desc.shape = shape;
  Allocate(*slot.tensor);
  return *slot.tensor;
}

void StepContext::Forward(int32_t i, int32_t from) {
  forwards_[i] = from;
  const OutputSlot& slot = outputs_[i];
  ir::Tensor& output = *slot.tensor;
  const std::shared_ptr<base::Buffer>& source = inputs_[from].tensor->data;
  const size_t size = SizeOf(output.desc);
  if (source->size() != size) {
    throw std::length_error(
        base::Text("output ", i, " takes ", size, " bytes, input ", from, " has ", source->size()));
  }
  if (slot.storage == Storage::kPool && inputs_[from].shareable) {
    output.data = source;
    return;
  }
  if (output.data == nullptr) Allocate(output);
  if (output.data->data() == source->data()) return;
  if (slot.storage == Storage::kShared) left_plan_ = true;
  if (size != 0) std::memcpy(output.data->mutable_data(), source->data(), size);
}

void StepContext::Allocate(ir::Tensor& tensor) { tensor.data = pool_->Allocate(SizeOf(tensor.desc)); }

}  // namespace ge::cpu::plan
