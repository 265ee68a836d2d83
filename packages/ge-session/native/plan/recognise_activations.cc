#include "plan/recognise_activations.h"

#include <cmath>
#include <optional>

#include "kernels/activation.h"
#include "ops/registry.h"
#include "plan/step_links.h"

namespace ge::cpu::plan {
namespace {

bool Near(float a, float b) { return std::abs(a - b) <= 1e-6F * std::abs(b); }

// x * hard_sigmoid(x) with these.
struct Gate {
  float alpha;
  float beta;
};

// The steps of one activation: what they start from, and which of them go.
struct Found {
  ValueId x = kNoValue;
  std::vector<Step*> inner;
  std::optional<Gate> gate = {};  // of a hard swish that multiplies by what is already between 0 and 1
};

class Recogniser {
 public:
  explicit Recogniser(Program& program) : links_(program), program_(program) {}

  base::Status Run() {
    for (size_t i = 0; i < links_.step_count(); ++i) {
      Step* step = links_.StepAt(i);
      if (step == nullptr || !step->post_ops.empty()) continue;
      Found found;
      if (IsHardSwish(*step, found)) {
        GE_RETURN_IF_ERROR(Replace(*step, found, "HardSwish"));
      } else if (found = {}; IsSwish(*step, found)) {
        GE_RETURN_IF_ERROR(Replace(*step, found, "Swish"));
      }
    }
    links_.Close();
    return {};
  }

 private:
  // The inner step makes one value, which only `found`'s steps read.
  bool TakeInner(ValueId id, std::string_view type, Found& found) {
    if (!links_.IsMadeBy(id, type) || links_.reads(id) != 1) return false;
    found.inner.push_back(links_.Producer(id));
    return true;
  }

  // `step` is id / 6 or id * (1 / 6); gives id.
  std::optional<ValueId> SixthOf(const Step& step) {
    const std::string& type = step.node->type().text();
    const auto operand = FindScalarOperand(program_, step);
    if (!operand) return std::nullopt;
    const bool divides = (type == "RealDiv" || type == "Div") && operand->is_second && operand->scalar == 6;
    const bool multiplies = type == "Mul" && Near(operand->scalar, 1.F / 6);
    if (divides || multiplies) return operand->other;
    return std::nullopt;
  }

  std::optional<ValueId> InnerSixthOf(ValueId id, Found& found) {
    const Step* step = links_.Producer(id);
    if (step == nullptr || !step->post_ops.empty() || links_.reads(id) != 1) return std::nullopt;
    const auto whole = SixthOf(*step);
    if (whole) found.inner.push_back(links_.Producer(id));
    return whole;
  }

  // `id` is clip(x + 3, 0, 6).
  bool IsShiftedClip(ValueId id, ValueId x, Found& found) {
    if (!TakeInner(id, "ClipByValue", found)) return false;
    const Step& clip = *found.inner.back();
    const auto low = ScalarOf(program_, clip.inputs[1]);
    const auto high = ScalarOf(program_, clip.inputs[2]);
    if (!low || !high || *low != 0 || std::signbit(*low) || *high != 6) return false;
    if (!TakeInner(clip.inputs[0], "Add", found)) return false;
    const auto shift = FindScalarOperand(program_, *found.inner.back());
    return shift && shift->other == x && shift->scalar == 3;
  }

  // `id` is hard_sigmoid(x), spelt out or not.
  bool IsHardSigmoid(ValueId id, ValueId x, Found& found) {
    if (TakeInner(id, "HardSigmoid", found)) {
      const Step& step = *found.inner.back();
      const auto* alpha = step.node->Attr<float>("alpha");
      const auto* beta = step.node->Attr<float>("beta");
      if (alpha == nullptr || beta == nullptr || step.inputs[0] != x) return false;
      found.gate = Gate{*alpha, *beta};
      return true;
    }
    found.gate = Gate{1.F / 6, 0.5F};
    const auto clip = InnerSixthOf(id, found);
    return clip && IsShiftedClip(*clip, x, found);
  }

  // Tries both ways round: x * other.
  template <typename Matches>
  bool IsProduct(const Step& step, Found& found, Matches matches) {
    if (step.node->type().text() != "Mul" || step.inputs.size() != 2) return false;
    for (const size_t i : {size_t{0}, size_t{1}}) {
      found = {step.inputs[i], {}};
      if (step.inputs[0] != step.inputs[1] && matches(step.inputs[1 - i], found.x)) return true;
    }
    return false;
  }

  bool IsHardSwish(const Step& step, Found& found) {
    if (IsProduct(step, found, [&](ValueId other, ValueId x) { return IsHardSigmoid(other, x, found); }))
      return true;
    const auto product = SixthOf(step);
    if (!product || !links_.IsMadeBy(*product, "Mul") || links_.reads(*product) != 1) return false;
    Step* const mul = links_.Producer(*product);
    if (!IsProduct(*mul, found, [&](ValueId other, ValueId x) { return IsShiftedClip(other, x, found); }))
      return false;
    found.inner.push_back(mul);
    return true;
  }

  bool IsSwish(const Step& step, Found& found) {
    return IsProduct(step, found, [&](ValueId other, ValueId x) {
      return TakeInner(other, "Sigmoid", found) && found.inner.back()->inputs[0] == x;
    });
  }

  base::Status Replace(Step& last, const Found& found, const std::string& type) {
    const kernels::KernelInfo* info = kernels::FindKernel(type);
    const auto schema = ops::FindSchema(type);
    const ir::TensorDesc& desc = last.node->output_desc(0);
    if (info == nullptr || schema == nullptr || desc.type != base::DataType::kFloat) return {};
    ir::Node* node = program_.AddNode(last.node->name(), type);
    node->mutable_input_desc(0) = desc;
    node->mutable_output_desc(0) = desc;
    if (found.gate) {
      node->mutable_attrs().Set(kernels::kGateAlpha, found.gate->alpha);
      node->mutable_attrs().Set(kernels::kGateBeta, found.gate->beta);
    }
    for (Step* inner : found.inner) links_.TakeOut(*inner);
    for (const size_t port : {size_t{1}, size_t{0}}) links_.SetInput(last, port, kNoValue);
    last.inputs.resize(1);
    links_.SetInput(last, 0, found.x);
    last.node = node;
    last.info = info;
    return {};
  }

  StepLinks links_;
  Program& program_;
};

}  // namespace

base::Status RecogniseActivations(Program& program) { return Recogniser(program).Run(); }

}  // namespace ge::cpu::plan
