#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "ir/shape.h"

namespace ge::cpu::compute {

// The elements of a result in order, and where those of operands that are stretched to it lie: nested loops,
// in which neighbouring dimensions that can be walked as one are one.
class Space {
 public:
  // Fails when an operand's shape cannot be stretched to `out`.
  static base::Result<Space> Over(const ir::Shape& out, const std::vector<const ir::Shape*>& operands);

  int64_t count() const { return inner_ * outer_; }
  // The last loop, and how often it runs.
  int64_t inner() const { return inner_; }
  int64_t outer() const { return outer_; }
  // Whether the operand moves on in the last loop; otherwise one element serves for all of it.
  bool Walks(size_t operand) const { return strides_[operand].back() != 0; }
  // Whether its elements lie as the result's.
  bool IsWhole(size_t operand) const { return whole_[operand]; }
  // Whether it is one element for all.
  bool IsScalar(size_t operand) const { return scalar_[operand]; }
  // Elements before the operand's part of outer iteration `row`.
  int64_t Offset(size_t operand, int64_t row) const;

 private:
  std::vector<int64_t> dims_;
  std::vector<std::vector<int64_t>> strides_;  // by operand and loop
  std::vector<bool> whole_;
  std::vector<bool> scalar_;
  int64_t inner_ = 1;
  int64_t outer_ = 1;
};

}  // namespace ge::cpu::compute
