#pragma once

#include <optional>
#include <vector>

#include "compute/element/writer.h"
#include "kernels/attr.h"
#include "kernels/kernel.h"
#include "kernels/refuse.h"

// Element-wise operators: each says once what it does to an element, as a few calls of the element functions.
// From that come its kernel and its part in fused loops.
namespace ge::cpu::kernels {

// One element-wise node while the program that it is a part of is written.
class ElementCall {
 public:
  // `inputs` and `constants` have one entry an input of the node: nothing where it is not connected or not
  // constant.
  ElementCall(const ir::Node& node, ElementWriter& writer, const std::vector<std::optional<Term>>& inputs,
              const std::vector<const ir::Tensor*>& constants, base::DataType result)
      : node_(node), writer_(writer), inputs_(inputs), constants_(constants), result_(result) {}

  const ir::Node& node() const { return node_; }
  ElementWriter& writer() { return writer_; }
  base::DataType result_type() const { return result_; }

  bool HasInput(size_t i) const { return i < inputs_.size() && inputs_[i].has_value(); }
  // One that is not there is a fault of the node, which is told when the program is finished.
  Term Input(size_t i) {
    return HasInput(i) ? *inputs_[i] : writer_.Fail(base::Text("input ", i, " is not connected"));
  }
  // The same in the result's type.
  Term InResultType(size_t i) { return writer_.Cast(Input(i), result_); }
  // What a constant input of one element holds, where it is a float type.
  std::optional<double> Number(size_t i) const;

  // A function of input 0, and of inputs 0 and 1.
  Term Call(Function function, Numbers numbers = {}) { return writer_.Call(function, Input(0), numbers); }
  Term CallBoth(Function function) { return writer_.Call(function, Input(0), Input(1)); }

 private:
  const ir::Node& node_;
  ElementWriter& writer_;
  const std::vector<std::optional<Term>>& inputs_;
  const std::vector<const ir::Tensor*>& constants_;
  base::DataType result_;
};

// A node of a fused loop.
struct ElementNode {
  // What it reads: an input of the loop, what an earlier node of it makes, or the result of the kernel that
  // the loop is the epilogue of.
  struct Source {
    enum class Kind : uint8_t { kNone, kInput, kNode, kResult };
    Kind kind = Kind::kNone;
    int32_t index = 0;
  };

  const ir::Node* node = nullptr;
  ElementRule rule = nullptr;
  std::vector<Source> inputs;
};

// What a loop reads, while its program is written; by input, nothing where it is not there.
struct LoopInputs {
  std::vector<std::optional<Term>> terms;
  std::vector<const ir::Tensor*> constants;  // those that do not change from run to run
  std::optional<Term> result;                // of the kernel before
};
// Writes what the nodes do, one after another; the last gives the term, of type `result`.
base::Result<Term> WriteNodes(const RunContext& c, const std::vector<ElementNode>& nodes,
                              const LoopInputs& inputs, base::DataType result, ElementWriter& writer);

// The kernel of a loop over these nodes, of which the last makes the result. `constants` are the loop's
// inputs that do not change from run to run.
std::unique_ptr<Kernel> MakeElementKernel(std::vector<ElementNode> nodes,
                                          std::vector<const ir::Tensor*> constants);
// Of one node.
base::Result<std::unique_ptr<Kernel>> MakeElementKernel(const PrepareContext& c, ElementRule rule);

}  // namespace ge::cpu::kernels

// GE_ELEMENTWISE(Relu, kFloats) { return c.Call(Function::kRelu); }   with `ElementCall& c` in scope
#define GE_ELEMENTWISE(type, types)                                                                      \
  static ::ge::base::Result<::ge::cpu::compute::Term> Element##type(::ge::cpu::kernels::ElementCall& c); \
  static const ::ge::cpu::kernels::KernelRegistration kElement##type(                                    \
      {#type, types,                                                                                     \
       [](const ::ge::cpu::kernels::PrepareContext& c) {                                                 \
         return ::ge::cpu::kernels::MakeElementKernel(c, Element##type);                                 \
       },                                                                                                \
       nullptr, 0, Element##type});                                                                      \
  static ::ge::base::Result<::ge::cpu::compute::Term> Element##type(                                     \
      [[maybe_unused]] ::ge::cpu::kernels::ElementCall& c)

// An operator that is one element function: of its only input, or of both.
#define GE_ELEMENT(type, types, function) \
  GE_ELEMENTWISE(type, types) { return c.Call(Function::function); }
#define GE_ELEMENT2(type, types, function) \
  GE_ELEMENTWISE(type, types) { return c.CallBoth(Function::function); }
