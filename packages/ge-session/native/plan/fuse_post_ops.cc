#include "plan/fuse_post_ops.h"

#include <functional>
#include <optional>
#include <unordered_map>

#include "plan/step_links.h"

namespace ge::cpu::plan {
namespace {

using kernels::PostOp;
using kernels::PostOpKind;

float FloatAttr(const Step& step, std::string_view name, float otherwise) {
  const auto* value = step.node->Attr<float>(name);
  return value == nullptr ? otherwise : *value;
}

std::optional<PostOp> ClipOf(const Program& program, const Step& step) {
  const auto low = ScalarOf(program, step.inputs[1]);
  const auto high = ScalarOf(program, step.inputs[2]);
  if (!low || !high) return std::nullopt;
  return PostOp{PostOpKind::kClip, *low, *high};
}

// a * x + b of an arithmetic step with one scalar; `arithmetic` gets the scalar and whether it is the second
// operand.
template <typename Arithmetic>
std::optional<PostOp> LinearOf(const Program& program, const Step& step, Arithmetic arithmetic) {
  const auto operand = FindScalarOperand(program, step);
  if (!operand) return std::nullopt;
  return arithmetic(operand->scalar, operand->is_second);
}

using Result = std::optional<PostOp>;
using Translate = std::function<Result(const Program&, const Step&)>;

PostOp Linear(float alpha, float beta) { return {PostOpKind::kLinear, alpha, beta}; }

const std::unordered_map<std::string, Translate>& Translations() {
  static const auto* const translations = new std::unordered_map<std::string, Translate>{
      {"Relu", [](const Program&, const Step&) { return PostOp{PostOpKind::kRelu}; }},
      {"Relu6",
       [](const Program&, const Step&) {
         return PostOp{PostOpKind::kClip, 0, 6};
       }},
      {"Sigmoid", [](const Program&, const Step&) { return PostOp{PostOpKind::kSigmoid}; }},
      {"Tanh", [](const Program&, const Step&) { return PostOp{PostOpKind::kTanh}; }},
      {"HardSwish",
       [](const Program&, const Step&) {
         return PostOp{PostOpKind::kHardSwish, 1.F / 6, 0.5F};
       }},
      {"LeakyRelu",
       [](const Program&, const Step& step) {
         return PostOp{PostOpKind::kLeakyRelu, FloatAttr(step, "negative_slope", 0)};
       }},
      {"HardSigmoid",
       [](const Program&, const Step& step) {
         return PostOp{PostOpKind::kHardSigmoid, FloatAttr(step, "alpha", 1.F / 6),
                       FloatAttr(step, "beta", 0.5F)};
       }},
      {"Swish",
       [](const Program&, const Step& step) {
         return PostOp{PostOpKind::kSwish, FloatAttr(step, "scale", 1)};
       }},
      {"ClipByValue", ClipOf},
      {"Mul",
       [](const Program& program, const Step& step) {
         return LinearOf(program, step, [](float s, bool) { return Result(Linear(s, 0)); });
       }},
      {"Add",
       [](const Program& program, const Step& step) {
         return LinearOf(program, step, [](float s, bool) { return Result(Linear(1, s)); });
       }},
      {"Sub",
       [](const Program& program, const Step& step) {
         return LinearOf(program, step,
                         [](float s, bool second) { return Result(second ? Linear(1, -s) : Linear(-1, s)); });
       }},
      {"RealDiv",
       [](const Program& program, const Step& step) {
         return LinearOf(program, step, [](float s, bool second) {
           return second && s != 0 ? Result(Linear(1 / s, 0)) : std::nullopt;
         });
       }},
  };
  return *translations;
}

bool IsFloat(const Step& step) { return step.node->output_desc(0).type == base::DataType::kFloat; }

// What `next`, which reads what `step` makes, does to it.
std::optional<PostOp> PostOpOf(const Program& program, const Step& next) {
  const auto found = Translations().find(next.node->type().text());
  if (found == Translations().end() || !IsFloat(next) || next.outputs.size() != 1) return std::nullopt;
  return found->second(program, next);
}

class Fuser {
 public:
  explicit Fuser(Program& program) : links_(program), program_(program) {}

  void Run() {
    for (size_t i = 0; i < links_.step_count(); ++i) {
      Step* step = links_.StepAt(i);
      while (step != nullptr) step = FuseNext(*step);
    }
    links_.Close();
  }

 private:
  // The step as it is after it took over its only reader; null when it cannot.
  Step* FuseNext(Step& step) {
    if (step.info == nullptr || step.info->post_ops == 0 || step.outputs.size() != 1 || !IsFloat(step))
      return nullptr;
    Step* const next = links_.OnlyReader(step.outputs[0]);
    if (next == nullptr || next->info == nullptr || !next->post_ops.empty()) return nullptr;
    const auto op = PostOpOf(program_, *next);
    if (!op) return FuseSum(step, *next);
    if (!kernels::Takes(step.info->post_ops, op->kind)) return nullptr;
    Step& fused = links_.ReplaceBy(*next, step);
    AddPostOp(fused, *op);
    return &fused;
  }

  // A sum with a scalar next to one: a * x + b.
  static void AddPostOp(Step& step, const PostOp& op) {
    const bool joins = op.kind == PostOpKind::kLinear && !step.post_ops.empty() &&
                       step.post_ops.back().kind == PostOpKind::kLinear;
    if (!joins) return step.post_ops.push_back(op);
    PostOp& before = step.post_ops.back();
    before = Linear(before.alpha * op.alpha, before.beta * op.alpha + op.beta);
  }

  Step* FuseSum(Step& step, Step& next) {
    if (!kernels::Takes(step.info->post_ops, PostOpKind::kAdd) || next.node->type().text() != "Add")
      return nullptr;
    if (next.inputs.size() != 2 || next.inputs[0] == next.inputs[1] || !IsFloat(next)) return nullptr;
    const ValueId other = next.inputs[next.inputs[0] == step.outputs[0] ? 1 : 0];
    if (!SameShape(step.outputs[0], other)) return nullptr;
    Step& fused = links_.ReplaceBy(next, step);
    const auto port = std::max(fused.inputs.size(), static_cast<size_t>(fused.node->input_count()));
    links_.SetInput(fused, port, other);
    fused.post_ops.push_back({PostOpKind::kAdd, 0, 0, static_cast<int32_t>(port)});
    return &fused;
  }

  // Known to be the same whatever the inputs are.
  bool SameShape(ValueId a, ValueId b) const {
    const Value& first = program_.values[a];
    const Value& second = program_.values[b];
    if (first.node == nullptr || second.node == nullptr) return false;
    const ir::Shape& shape = first.node->output_desc(first.port).shape;
    return shape.IsKnown() && shape == second.node->output_desc(second.port).shape;
  }

  StepLinks links_;
  Program& program_;
};

}  // namespace

void FusePostOps(Program& program) { Fuser(program).Run(); }

}  // namespace ge::cpu::plan
