#include "plan/fuse_epilogues.h"

#include <algorithm>
#include <utility>

#include "plan/fuse_elements.h"
#include "plan/step_links.h"

namespace ge::cpu::plan {
namespace {

using Kind = kernels::ElementNode::Source::Kind;

bool IsFloat(const Step& step) { return step.node->output_desc(0).type == base::DataType::kFloat; }

// The nodes of an element-wise step, with its inputs as their sources.
std::vector<kernels::ElementNode> NodesOf(const Step& step) {
  if (!step.group.empty()) return step.group;
  kernels::ElementNode only{step.node, step.info->element, {}};
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    if (step.inputs[i] == kNoValue) {
      only.inputs.push_back({});
    } else {
      only.inputs.push_back({Kind::kInput, static_cast<int32_t>(i)});
    }
  }
  return {only};
}

class Fuser {
 public:
  explicit Fuser(Program& program) : links_(program), program_(program) {}

  void Run() {
    for (size_t i = 0; i < links_.step_count(); ++i) {
      Step* const step = links_.StepAt(i);
      if (step != nullptr) Fuse(*step);
    }
    links_.Close();
  }

 private:
  void Fuse(Step& step) {
    if (step.info == nullptr || !step.info->takes_epilogue || step.outputs.size() != 1 || !IsFloat(step))
      return;
    const ValueId result = step.outputs[0];
    Step* const next = links_.OnlyReader(result);
    if (next == nullptr || !IsElementwise(*next) || !IsFloat(*next)) return;
    const std::vector<ValueId> reads = next->inputs;
    const auto fits = [&](ValueId id) { return id == kNoValue || id == result || FitsBehind(id, result); };
    if (!std::all_of(reads.begin(), reads.end(), fits)) return;
    std::vector<kernels::ElementNode> nodes = NodesOf(*next);
    Step& fused = links_.ReplaceBy(*next, step);
    const auto first = std::max(fused.inputs.size(), static_cast<size_t>(fused.node->input_count()));
    std::vector<int32_t> ports;
    size_t free = first;
    for (const ValueId id : reads) {
      ports.push_back(static_cast<int32_t>(free));
      if (id == kNoValue || id == result) continue;
      links_.SetInput(fused, free++, id);
    }
    for (kernels::ElementNode& node : nodes) {
      for (kernels::ElementNode::Source& source : node.inputs) {
        if (source.kind != Kind::kInput) continue;
        const auto at = static_cast<size_t>(source.index);
        source = reads[at] == result ? kernels::ElementNode::Source{Kind::kResult, 0}
                                     : kernels::ElementNode::Source{Kind::kInput, ports[at]};
      }
    }
    fused.epilogue = std::move(nodes);
  }

  // One element, or known to be of the shape of `result` whatever the inputs are.
  bool FitsBehind(ValueId id, ValueId result) const {
    const Value& made = program_.values[result];
    const ir::Shape& shape = made.node->output_desc(made.port).shape;
    if (const ir::Tensor* constant = program_.ConstantOf(id)) {
      const ir::Shape& own = constant->desc.shape;
      if (own.Elements() == 1) return own.empty() || (!shape.IsUnknownRank() && own.size() <= shape.size());
      return shape.IsKnown() && own == shape;
    }
    const Value& value = program_.values[id];
    return value.node != nullptr && shape.IsKnown() && shape == value.node->output_desc(value.port).shape;
  }

  StepLinks links_;
  Program& program_;
};

}  // namespace

void FuseEpilogues(Program& program) { Fuser(program).Run(); }

}  // namespace ge::cpu::plan
