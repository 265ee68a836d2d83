#include "kernels/elementwise.h"

#include <utility>

#include "compute/element/loop_plan.h"
#include "kernels/shape_cache.h"

namespace ge::cpu::kernels {

namespace {

using Kind = ElementNode::Source::Kind;

// A loop ready for inputs of certain types and shapes.
struct Prepared {
  std::vector<ir::TensorDesc> inputs;
  std::vector<int32_t> operands;  // the inputs that it reads, in its order
  ElementLoop loop;
};

// One element for all, whatever its rank.
const ir::Shape& StretchedShape(const ir::Shape& shape) {
  static const ir::Shape scalar;
  return shape.Elements() == 1 ? scalar : shape;
}

class ElementKernel final : public Kernel {
 public:
  ElementKernel(std::vector<ElementNode> nodes, std::vector<const ir::Tensor*> constants)
      : nodes_(std::move(nodes)), constants_(std::move(constants)) {
    for (const ElementNode& node : nodes_) {
      for (const ElementNode::Source& source : node.inputs) {
        if (source.kind == Kind::kInput) input_count_ = std::max(input_count_, source.index + 1);
      }
    }
  }

  base::Status Run(RunContext& c) override {
    ir::Tensor& y = c.Output(0);
    if (y.desc.shape.Elements() == 0) return {};
    Shared prepared = cache_.Find([&](const Prepared& entry) { return Fits(entry, c); });
    if (prepared == nullptr) {
      GE_ASSIGN_OR_RETURN(prepared, Prepare(c, y.desc));
      cache_.Add(prepared);
    }
    std::vector<const void*> operands;
    operands.reserve(prepared->operands.size());
    for (const int32_t i : prepared->operands) operands.push_back(c.Input(i).elements<void>());
    void* const result = MutableElements<void>(y);
    prepared->loop.Run(operands.data(), &result);
    return {};
  }

 private:
  using Shared = std::shared_ptr<const Prepared>;

  bool Fits(const Prepared& entry, const RunContext& c) const {
    for (int32_t i = 0; i < input_count_; ++i) {
      const ir::Tensor* input = c.InputOrNull(i);
      const ir::TensorDesc& known = entry.inputs[static_cast<size_t>(i)];
      if (input == nullptr) continue;
      if (input->desc.type != known.type || input->desc.shape != known.shape) return false;
    }
    return true;
  }

  base::Result<Shared> Prepare(const RunContext& c, const ir::TensorDesc& out) const {
    auto prepared = std::make_shared<Prepared>();
    ElementWriter writer;
    LoopInputs inputs{std::vector<std::optional<Term>>(static_cast<size_t>(input_count_)), constants_, {}};
    std::vector<const ir::Shape*> shapes;
    prepared->inputs.resize(inputs.terms.size());
    for (int32_t i = 0; i < input_count_; ++i) {
      const ir::Tensor* input = c.InputOrNull(i);
      if (input == nullptr) continue;
      const auto at = static_cast<size_t>(i);
      prepared->inputs[at] = input->desc;
      inputs.terms[at] = writer.Operand(input->desc.type);
      prepared->operands.push_back(i);
      shapes.push_back(&StretchedShape(input->desc.shape));
    }
    GE_ASSIGN_OR_RETURN(const Term result, WriteNodes(c, nodes_, inputs, out.type, writer));
    writer.Result(result);
    base::Result<ElementProgram> program = writer.Finish();
    if (!program.ok()) return Refuse(c, program.status().message());
    base::Result<ElementLoop> loop = ElementLoop::Over(*program, out.shape, shapes);
    if (!loop.ok()) return Refuse(c, loop.status().message());
    prepared->loop = std::move(loop).value();
    return Shared(std::move(prepared));
  }

  std::vector<ElementNode> nodes_;
  std::vector<const ir::Tensor*> constants_;
  int32_t input_count_ = 0;
  ShapeCache<Prepared> cache_;
};

}  // namespace

base::Result<Term> WriteNodes(const RunContext& c, const std::vector<ElementNode>& nodes,
                              const LoopInputs& inputs, base::DataType result, ElementWriter& writer) {
  std::vector<Term> made;
  for (const ElementNode& node : nodes) {
    std::vector<std::optional<Term>> reads;
    std::vector<const ir::Tensor*> constants;
    for (const ElementNode::Source& source : node.inputs) {
      const auto at = static_cast<size_t>(source.index);
      constants.push_back(source.kind == Kind::kInput && at < inputs.constants.size() ? inputs.constants[at]
                                                                                      : nullptr);
      switch (source.kind) {
        case Kind::kNone:
          reads.emplace_back();
          break;
        case Kind::kInput:
          reads.push_back(inputs.terms[at]);
          break;
        case Kind::kNode:
          reads.emplace_back(made[at]);
          break;
        case Kind::kResult:
          reads.push_back(inputs.result);
          break;
      }
    }
    const base::DataType type = &node == &nodes.back() ? result : node.node->output_desc(0).type;
    ElementCall call(*node.node, writer, reads, constants, type);
    GE_ASSIGN_OR_RETURN(const Term term, node.rule(call));
    made.push_back(term);
    if (term.type != type && writer.ok()) {
      return Refuse(c, "its result is ", type, ", but what it computes is ", term.type);
    }
  }
  return made.back();
}

std::optional<double> ElementCall::Number(size_t i) const {
  const ir::Tensor* constant = i < constants_.size() ? constants_[i] : nullptr;
  if (constant == nullptr || constant->desc.shape.Elements() != 1) return std::nullopt;
  std::optional<double> number;
  Visit(FloatTypes(), constant->desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    number = static_cast<double>(Wide<T>(*constant->elements<T>()));
  });
  return number;
}

std::unique_ptr<Kernel> MakeElementKernel(std::vector<ElementNode> nodes,
                                          std::vector<const ir::Tensor*> constants) {
  return std::make_unique<ElementKernel>(std::move(nodes), std::move(constants));
}

base::Result<std::unique_ptr<Kernel>> MakeElementKernel(const PrepareContext& c, ElementRule rule) {
  ElementNode only{&c.node, rule, {}};
  for (int32_t i = 0; i < c.node.input_count(); ++i) only.inputs.push_back({Kind::kInput, i});
  return MakeElementKernel(std::vector<ElementNode>{std::move(only)}, c.constants);
}

}  // namespace ge::cpu::kernels
