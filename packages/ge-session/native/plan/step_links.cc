#include "plan/step_links.h"

#include <algorithm>
#include <utility>

namespace ge::cpu::plan {

StepLinks::StepLinks(Program& program)
    : program_(program),
      gone_(program.steps.size(), false),
      producers_(program.values.size(), -1),
      readers_(program.values.size()),
      is_result_(program.values.size(), false) {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    for (const ValueId id : program.steps[i].inputs) {
      if (id != kNoValue) readers_[id].push_back(i);
    }
    for (const ValueId id : program.steps[i].outputs) producers_[id] = static_cast<int32_t>(i);
  }
  for (const ValueId id : program.results) is_result_[id] = true;
}

Step* StepLinks::Producer(ValueId id) {
  if (id == kNoValue || static_cast<size_t>(id) >= producers_.size() || producers_[id] < 0) return nullptr;
  return &program_.steps[producers_[id]];
}

bool StepLinks::IsMadeBy(ValueId id, std::string_view type) {
  const Step* step = Producer(id);
  return step != nullptr && step->node->type().text() == type && step->epilogue.empty();
}

Step* StepLinks::OnlyReader(ValueId id) {
  return readers_[id].size() == 1 && !is_result_[id] ? &program_.steps[readers_[id].front()] : nullptr;
}

void StepLinks::SetInput(Step& step, size_t port, ValueId id) {
  if (step.inputs.size() <= port) step.inputs.resize(port + 1, kNoValue);
  const size_t number = NumberOf(step);
  if (step.inputs[port] != kNoValue) RemoveReader(step.inputs[port], number);
  step.inputs[port] = id;
  const size_t values = program_.values.size();
  producers_.resize(values, -1);
  readers_.resize(values);
  is_result_.resize(values, false);
  if (id != kNoValue) readers_[id].push_back(number);
}

Step& StepLinks::ReplaceBy(Step& last, Step& first) {
  const size_t from = NumberOf(first);
  const size_t to = NumberOf(last);
  for (const ValueId id : last.inputs) {
    if (id != kNoValue) RemoveReader(id, to);
  }
  for (const ValueId id : first.inputs) {
    if (id == kNoValue) continue;
    RemoveReader(id, from);
    readers_[id].push_back(to);
  }
  first.outputs[0] = last.outputs[0];
  last = std::move(first);
  for (const ValueId id : last.outputs) producers_[id] = static_cast<int32_t>(to);
  gone_[from] = true;
  return last;
}

void StepLinks::TakeOut(Step& step) {
  const size_t number = NumberOf(step);
  for (const ValueId id : step.inputs) {
    if (id != kNoValue) RemoveReader(id, number);
  }
  gone_[number] = true;
}

void StepLinks::Close() {
  std::vector<Step> left;
  left.reserve(program_.steps.size());
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    if (!gone_[i]) left.push_back(std::move(program_.steps[i]));
  }
  program_.steps = std::move(left);
}

void StepLinks::RemoveReader(ValueId id, size_t step) {
  std::vector<size_t>& readers = readers_[id];
  const auto found = std::find(readers.begin(), readers.end(), step);
  if (found != readers.end()) readers.erase(found);
}

std::optional<float> ScalarOf(const Program& program, ValueId id) {
  const ir::Tensor* constant = program.ConstantOf(id);
  if (constant == nullptr || constant->desc.type != base::DataType::kFloat ||
      constant->desc.shape.Elements() != 1) {
    return std::nullopt;
  }
  return constant->elements<float>()[0];
}

// Whether `constant` broadcasts to `id` without giving the result more dimensions.
static bool KeepsRank(const Program& program, ValueId constant, ValueId id) {
  const size_t rank = program.ConstantOf(constant)->desc.shape.size();
  const Value& value = program.values[id];
  if (rank == 0 || value.node == nullptr) return rank == 0;
  const ir::Shape& shape = value.node->output_desc(value.port).shape;
  return !shape.IsUnknownRank() && shape.size() >= rank;
}

std::optional<ScalarOperand> FindScalarOperand(const Program& program, const Step& step) {
  if (step.inputs.size() != 2) return std::nullopt;
  for (const size_t i : {size_t{1}, size_t{0}}) {
    const auto scalar = ScalarOf(program, step.inputs[i]);
    const ValueId other = step.inputs[1 - i];
    if (!scalar || other == kNoValue || program.ConstantOf(other) != nullptr) continue;
    if (KeepsRank(program, step.inputs[i], other)) return ScalarOperand{other, *scalar, i == 1};
  }
  return std::nullopt;
}

}  // namespace ge::cpu::plan
