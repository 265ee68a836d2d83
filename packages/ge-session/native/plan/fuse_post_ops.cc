#include "plan/fuse_post_ops.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "kernels/activation.h"
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

// An arithmetic step with one scalar; `as_second` and `as_first` say what it is by the scalar's place.
std::optional<PostOp> ArithmeticOf(const Program& program, const Step& step,
                                   std::optional<PostOpKind> as_second, std::optional<PostOpKind> as_first) {
  const auto operand = FindScalarOperand(program, step);
  if (!operand) return std::nullopt;
  const std::optional<PostOpKind> kind = operand->is_second ? as_second : as_first;
  return kind ? std::optional(PostOp{*kind, operand->scalar}) : std::nullopt;
}

// x - a is x + (-a), whatever x and a are.
std::optional<PostOp> DifferenceOf(const Program& program, const Step& step) {
  auto op = ArithmeticOf(program, step, PostOpKind::kShift, PostOpKind::kSubtractFrom);
  if (op && op->kind == PostOpKind::kShift) op->alpha = -op->alpha;
  return op;
}

PostOp HardSwishOf(const Step& step) {
  const auto* alpha = step.node->Attr<float>(kernels::kGateAlpha);
  const auto* beta = step.node->Attr<float>(kernels::kGateBeta);
  if (alpha == nullptr || beta == nullptr) return {PostOpKind::kHardSwish};
  return {PostOpKind::kHardGate, *alpha, *beta};
}

using Translate = std::function<std::optional<PostOp>(const Program&, const Step&)>;

// What a step of each type does to each element; the very same, or it must not stand here.
const std::map<std::string, Translate>& Translations() {
  static const auto* const translations = new std::map<std::string, Translate>{
      {"Relu", [](const Program&, const Step&) { return PostOp{PostOpKind::kRelu}; }},
      {"Relu6",
       [](const Program&, const Step&) {
         return PostOp{PostOpKind::kClip, 0, 6};
       }},
      {"Sigmoid", [](const Program&, const Step&) { return PostOp{PostOpKind::kSigmoid}; }},
      {"Tanh", [](const Program&, const Step&) { return PostOp{PostOpKind::kTanh}; }},
      {"HardSwish", [](const Program&, const Step& step) { return HardSwishOf(step); }},
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
         return ArithmeticOf(program, step, PostOpKind::kScale, PostOpKind::kScale);
       }},
      {"Add",
       [](const Program& program, const Step& step) {
         return ArithmeticOf(program, step, PostOpKind::kShift, PostOpKind::kShift);
       }},
      {"Sub", DifferenceOf},
      {"RealDiv",
       [](const Program& program, const Step& step) {
         return ArithmeticOf(program, step, PostOpKind::kDivide, std::nullopt);
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
    if (step.info == nullptr || !step.info->takes_post_ops || step.outputs.size() != 1 || !IsFloat(step))
      return nullptr;
    Step* const next = links_.OnlyReader(step.outputs[0]);
    if (next == nullptr || next->info == nullptr || !next->post_ops.empty()) return nullptr;
    const auto op = PostOpOf(program_, *next);
    if (!op) return FuseSum(step, *next);
    Step& fused = links_.ReplaceBy(*next, step);
    fused.post_ops.push_back(*op);
    return &fused;
  }

  Step* FuseSum(Step& step, Step& next) {
    if (next.node->type().text() != "Add") return nullptr;
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

std::vector<std::string> PostOpTypes() {
  std::vector<std::string> types;
  for (const auto& [type, translate] : Translations()) types.push_back(type);
  return types;
}

}  // namespace ge::cpu::plan
