#pragma once

#include <cstdint>
#include <vector>

#include "base/api.h"
#include "base/data_type.h"
#include "ir/tensor.h"

namespace ge::ops {

// One element as far as it is known: `real` counts for floating types, `integer` for the others (bool: 0 and
// 1).
struct Element {
  bool known = false;
  int64_t integer = 0;
  double real = 0;

  static Element Int(int64_t value) { return {true, value, 0}; }
  static Element Real(double value) { return {true, 0, value}; }
};

// The elements of a small tensor, row by row. Shape and data type stand in its descriptor. Empty for a tensor
// that has elements: nothing is known.
using Value = std::vector<Element>;

// Tensors with more elements have no value here: shapes and what shapes are computed from are small.
inline constexpr int64_t kMaxValueElements = 1024;

// Whether inference follows elements of this type: bool, the integers up to 64 bits, float, double.
GE_API bool HasValues(base::DataType type);
inline bool IsReal(base::DataType type) {
  return type == base::DataType::kFloat || type == base::DataType::kDouble;
}

// The tensor's elements; false when it has too many, or another type than those above, or its bytes do not
// fit its shape. A tensor without elements has a value: it is known to be empty.
GE_API bool ReadValue(const ir::Tensor& tensor, Value& value);

// Integers of a small tensor, each known or not: a shape, axes, sizes.
class GE_API IntList {
 public:
  IntList() = default;
  explicit IntList(std::vector<int64_t> values) : values_(std::move(values)) {}
  // `value` holds integers.
  explicit IntList(const Value& value);

  size_t size() const { return values_.size(); }
  bool Knows(size_t i) const { return unknown_.empty() || !unknown_[i]; }
  bool AllKnown() const { return unknown_.empty(); }
  // Must be known.
  int64_t operator[](size_t i) const { return values_[i]; }
  // `otherwise` where it is not known.
  int64_t Or(size_t i, int64_t otherwise) const { return Knows(i) ? values_[i] : otherwise; }
  // All must be known.
  const std::vector<int64_t>& values() const { return values_; }

 private:
  std::vector<int64_t> values_;
  std::vector<bool> unknown_;  // empty: all are known
};

}  // namespace ge::ops
