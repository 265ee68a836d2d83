#include "plan/fuse_elements.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compute/element/loop_plan.h"
#include "plan/step_links.h"

namespace ge::cpu::plan {
namespace {

using Source = kernels::ElementNode::Source;

// Operators of one loop at most: its instructions and slots stay few enough for the first-level cache.
constexpr size_t kMostNodes = 256;
constexpr size_t kMostInputs = 48;

// A loop is not looked up by an operator's type: it has a kernel from the start.
const kernels::KernelInfo& LoopInfo() {
  static const kernels::KernelInfo info = [] {
    kernels::KernelInfo loop;
    loop.type = "ElementLoop";
    loop.types = kernels::kPlain;
    return loop;
  }();
  return info;
}

class Fuser {
 public:
  explicit Fuser(Program& program) : links_(program), program_(program) {}

  void Run() {
    for (size_t i = links_.step_count(); i-- > 0;) {
      Step* const last = links_.StepAt(i);
      if (last != nullptr && last->group.empty() && IsElementwise(*last)) Fuse(*last);
    }
    links_.Close();
  }

 private:
  const ir::TensorDesc* DescOf(ValueId id) const {
    const Value& value = program_.values[id];
    return value.node == nullptr ? nullptr : &value.node->output_desc(value.port);
  }

  bool CanJoin(const Step& step, const Step& last) const {
    if (!IsElementwise(step) || !step.group.empty()) return false;
    const ir::TensorDesc* made = DescOf(step.outputs[0]);
    const ir::TensorDesc* result = DescOf(last.outputs[0]);
    return made != nullptr && result != nullptr && compute::LaneOf(made->type) &&
           made->shape == result->shape && !made->shape.IsUnknownRank();
  }

  // The steps of the loop that ends with `last`, each before those that read it.
  std::vector<Step*> Members(Step& last) {
    std::vector<Step*> members{&last};
    std::unordered_map<ValueId, size_t> reads;  // by value: how often members read it
    std::unordered_set<ValueId> inputs;
    const auto add_inputs = [&](const Step& step) {
      for (const ValueId id : step.inputs) {
        if (id == kNoValue) continue;
        ++reads[id];
        inputs.insert(id);
      }
    };
    add_inputs(last);
    for (bool grown = true; grown && members.size() < kMostNodes && inputs.size() <= kMostInputs;) {
      grown = false;
      const std::vector<ValueId> candidates(inputs.begin(), inputs.end());
      for (const ValueId id : candidates) {
        Step* const producer = links_.Producer(id);
        if (producer == nullptr || reads[id] != links_.reads(id) || !CanJoin(*producer, last)) continue;
        if (inputs.size() + producer->inputs.size() > kMostInputs || members.size() == kMostNodes) break;
        inputs.erase(id);
        members.push_back(producer);
        add_inputs(*producer);
        grown = true;
      }
    }
    std::sort(members.begin(), members.end());  // steps lie in the program's order
    return members;
  }

  void Fuse(Step& last) {
    const std::vector<Step*> members = Members(last);
    if (members.size() == 1) return;
    std::unordered_map<ValueId, int32_t> made;   // by value: the member that makes it
    std::unordered_map<ValueId, int32_t> place;  // by value: its number among the loop's inputs
    std::vector<ValueId> inputs;
    std::vector<kernels::ElementNode> nodes;
    for (Step* const step : members) {
      kernels::ElementNode node{step->node, step->info->element, {}};
      for (const ValueId id : step->inputs) node.inputs.push_back(SourceOf(id, made, place, inputs));
      made[step->outputs[0]] = static_cast<int32_t>(nodes.size());
      nodes.push_back(std::move(node));
    }
    for (Step* const step : members) {
      if (step != &last) links_.TakeOut(*step);
    }
    for (size_t port = 0; port < last.inputs.size(); ++port) links_.SetInput(last, port, kNoValue);
    last.inputs.clear();
    for (size_t port = 0; port < inputs.size(); ++port) links_.SetInput(last, port, inputs[port]);
    last.group = std::move(nodes);
    last.info = &LoopInfo();
  }

  static Source SourceOf(ValueId id, const std::unordered_map<ValueId, int32_t>& made,
                         std::unordered_map<ValueId, int32_t>& place, std::vector<ValueId>& inputs) {
    if (id == kNoValue) return {};
    const auto by_member = made.find(id);
    if (by_member != made.end()) return {Source::Kind::kNode, by_member->second};
    const auto [found, is_new] = place.try_emplace(id, static_cast<int32_t>(inputs.size()));
    if (is_new) inputs.push_back(id);
    return {Source::Kind::kInput, found->second};
  }

  StepLinks links_;
  Program& program_;
};

}  // namespace

bool IsElementwise(const Step& step) {
  return !step.group.empty() ||
         (step.info != nullptr && step.info->element != nullptr && step.outputs.size() == 1);
}

void FuseElements(Program& program) { Fuser(program).Run(); }

}  // namespace ge::cpu::plan
