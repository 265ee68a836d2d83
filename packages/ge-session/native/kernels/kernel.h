#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/api.h"
#include "base/status.h"
#include "compute/element/writer.h"
#include "ir/node.h"
#include "ir/tensor.h"
#include "kernels/compute_names.h"

namespace ge::cpu::kernels {

// What a kernel sees of one run of its node.
class GE_API RunContext {
 public:
  virtual ~RunContext() = default;

  virtual const ir::Node& node() const = 0;
  // Null when the optional input is not connected.
  virtual const ir::Tensor* InputOrNull(int32_t i) const = 0;
  const ir::Tensor& Input(int32_t i) const { return *InputOrNull(i); }
  bool HasInput(int32_t i) const { return InputOrNull(i) != nullptr; }

  // Output i with the shape and data type of the node's shape rule, its elements allocated but not set.
  virtual ir::Tensor& Output(int32_t i) = 0;
  // The same for a kernel whose result decides the shape (NonZero).
  virtual ir::Tensor& Output(int32_t i, const ir::Shape& shape) = 0;
  // Output i shares the elements of input `from`, under output i's own shape and type: Reshape, Identity.
  virtual void Forward(int32_t i, int32_t from) = 0;
  // Scratch memory until the kernel returns, aligned to 64 bytes.
  virtual void* Workspace(size_t bytes) = 0;

  template <typename T>
  const T* Attr(base::Name name) const {
    return node().Attr<T>(name);
  }
};

struct ElementNode;  // see kernels/elementwise.h

// What is known of a node before it first runs.
struct PrepareContext {
  const ir::Node& node;
  // By input; null: not constant or not connected. A folded node's weights come from here, never from the
  // node.
  std::vector<const ir::Tensor*> constants;
  // To be done to output 0, which is float, in place; null: nothing.
  const std::vector<ElementNode>* epilogue = nullptr;
};

// One node's kernel. Made once an executable; may keep what it prepared (packed weights, primitives by
// shape), and guards that against use from several threads.
class GE_API Kernel {
 public:
  virtual ~Kernel() = default;
  virtual base::Status Run(RunContext& c) = 0;
};

using KernelFactory = base::Result<std::unique_ptr<Kernel>> (*)(const PrepareContext&);
using KernelFunction = base::Status (*)(RunContext& c);

class ElementCall;
// Writes what an element-wise operator does to each element; see kernels/elementwise.h.
using ElementRule = base::Result<compute::Term> (*)(ElementCall& c);

struct KernelInfo {
  base::Name type;
  ir::DataTypeSet types = 0;  // of the first input (of the output where there is no input)
  KernelFactory make = nullptr;
  KernelFunction run = nullptr;   // a kernel without state; one of the two is set
  bool takes_epilogue = false;    // see PrepareContext
  ElementRule element = nullptr;  // of an element-wise operator, which can be a part of a fused loop
};

// Null when there is none.
GE_API const KernelInfo* FindKernel(base::Name type);
GE_API std::vector<base::Name> KernelTypes();

class GE_API KernelRegistration {
 public:
  explicit KernelRegistration(KernelInfo info);
};

}  // namespace ge::cpu::kernels

// GE_KERNEL(Relu, kFloats) { ...; return {}; }   with `RunContext& c` in scope
#define GE_KERNEL(type, types)                                                                           \
  static ::ge::base::Status Run##type(::ge::cpu::kernels::RunContext& c);                                \
  static const ::ge::cpu::kernels::KernelRegistration kKernel##type({#type, types, nullptr, Run##type}); \
  static ::ge::base::Status Run##type([[maybe_unused]] ::ge::cpu::kernels::RunContext& c)

// GE_PREPARED_KERNEL(Conv2D, kFloats) { return std::make_unique<Conv>(...); }   with `const PrepareContext&
// c` in scope
#define GE_PREPARED_KERNEL(type, types)                                                                   \
  static ::ge::base::Result<std::unique_ptr<::ge::cpu::kernels::Kernel>> Make##type(                      \
      const ::ge::cpu::kernels::PrepareContext& c);                                                       \
  static const ::ge::cpu::kernels::KernelRegistration kKernel##type({#type, types, Make##type, nullptr}); \
  static ::ge::base::Result<std::unique_ptr<::ge::cpu::kernels::Kernel>> Make##type(                      \
      [[maybe_unused]] const ::ge::cpu::kernels::PrepareContext& c)

// The same for a kernel that does some of the nodes after it:
// GE_FUSING_KERNEL(Conv2D, kFloats) { ... }
#define GE_FUSING_KERNEL(type, types)                                                \
  static ::ge::base::Result<std::unique_ptr<::ge::cpu::kernels::Kernel>> Make##type( \
      const ::ge::cpu::kernels::PrepareContext& c);                                  \
  static const ::ge::cpu::kernels::KernelRegistration kKernel##type(                 \
      {#type, types, Make##type, nullptr, true});                                    \
  static ::ge::base::Result<std::unique_ptr<::ge::cpu::kernels::Kernel>> Make##type( \
      [[maybe_unused]] const ::ge::cpu::kernels::PrepareContext& c)
