#pragma once

#include <string>
#include <vector>

#include "plan/program.h"

namespace ge::cpu::plan {

// Rewrites a program so that some of its images lie in memory with their channels last. Each value exists in
// its own order, or with channels last, or both; what is missing is made by a transposing step when it is
// first asked for.
class Relayout {
 public:
  explicit Relayout(Program& program);

  // Goes through all steps; those that have a rule (layout_rules.h) are rewritten where the rule says so.
  base::Status Run();

  // --- for rules

  const ir::Tensor* ConstantOf(ValueId id) const { return program_.ConstantOf(id); }
  ValueId AddConstant(ir::Tensor tensor, const ir::Node* node);
  // -1: not known.
  int Rank(ValueId id) const;
  // Whether it exists with channels last. Not so for constants.
  bool HasLast(ValueId id) const { return last_[id] != kNoValue; }
  // The value with channels last. It must have four dimensions; a constant may have less.
  ValueId Last(ValueId id);
  // The value as the graph has it.
  ValueId First(ValueId id);
  // A node like this one that may be changed; `type` other than its own keeps only what both prototypes have.
  ir::Node* Clone(const ir::Node& node, const std::string& type);

 private:
  void Rewrite(Step step);
  ValueId Transposed(ValueId id, const std::vector<int64_t>& order, base::Format format);
  ValueId TransposedConstant(const ir::Tensor& constant, const ir::Node* node);
  void Remember(ValueId id);

  Program& program_;
  std::vector<Step> steps_;          // of the new program
  std::vector<ValueId> last_;        // by value: it with channels last
  std::vector<bool> missing_first_;  // by value: only the other exists
};

}  // namespace ge::cpu::plan
