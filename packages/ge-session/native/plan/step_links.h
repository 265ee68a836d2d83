#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plan/program.h"

namespace ge::cpu::plan {

// Who makes and who reads each value of a program, while fusions change it. Steps are named by their number,
// which holds until Close.
class StepLinks {
 public:
  explicit StepLinks(Program& program);

  Program& program() { return program_; }
  size_t step_count() const { return program_.steps.size(); }
  // Null when it was taken out.
  Step* StepAt(size_t i) { return gone_[i] ? nullptr : &program_.steps[i]; }

  // The step that makes the value; null for inputs and constants.
  Step* Producer(ValueId id);
  // Whether it makes the value and is of this type.
  bool IsMadeBy(ValueId id, std::string_view type);
  // The step that alone reads the value, once; null when others do, or when it is a result.
  Step* OnlyReader(ValueId id);
  // Times that the value is read; a result counts as once more.
  size_t reads(ValueId id) const { return readers_[id].size() + (is_result_[id] ? 1 : 0); }

  void SetInput(Step& step, size_t port, ValueId id);
  // Output 0 of `last` is from now on what `first` makes, which then stands where `last` stood; `last` goes.
  Step& ReplaceBy(Step& last, Step& first);
  // What `step` makes nobody reads any more.
  void TakeOut(Step& step);
  // Removes what was taken out.
  void Close();

 private:
  size_t NumberOf(const Step& step) const { return static_cast<size_t>(&step - program_.steps.data()); }
  void RemoveReader(ValueId id, size_t step);

  Program& program_;
  std::vector<bool> gone_;                    // by step
  std::vector<int32_t> producers_;            // by value, -1: none
  std::vector<std::vector<size_t>> readers_;  // by value, a step once for each time it reads it
  std::vector<bool> is_result_;
};

// A constant of one float, whatever its rank.
std::optional<float> ScalarOf(const Program& program, ValueId id);

// Of two inputs of a step, the one that is a scalar constant.
struct ScalarOperand {
  ValueId other;
  float scalar;
  bool is_second;  // the scalar is input 1
};
std::optional<ScalarOperand> FindScalarOperand(const Program& program, const Step& step);

}  // namespace ge::cpu::plan
