#pragma once

#include <cstdint>
#include <vector>

#include "base/api.h"
#include "base/data_type.h"
#include "ir/dim_range.h"
#include "ir/tensor.h"

namespace ge::ops {

// The dimension that an integer was read from, while it is not known. Tensors have numbers within one graph.
struct DimOrigin {
  uint64_t tensor = 0;  // 0: it was read from none
  size_t dim = 0;
};

// One element as far as it is known: `real` counts for floating types, `integer` for the others (bool: 0 and
// 1). An integer that is not known and comes from a dimension has that in `integer`: -1, or with its range.
struct Element {
  bool known = false;
  int64_t integer = 0;
  double real = 0;
  DimOrigin origin = {};

  static Element Int(int64_t value) { return {true, value, 0}; }
  static Element Dim(int64_t dim, DimOrigin origin = {}) { return {dim >= 0, dim, 0, origin}; }
  // Whether it can be one: an integer that is not negative, whether it is known or not.
  bool IsDim() const { return known ? integer >= 0 : integer == ir::kUnknownDim || ir::HasRange(integer); }
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
  // -1 where it is not known, or its range.
  int64_t Dim(size_t i) const { return Knows(i) || ir::HasRange(values_[i]) ? values_[i] : ir::kUnknownDim; }
  // Of one that is not known.
  DimOrigin Origin(size_t i) const { return Knows(i) ? DimOrigin() : origins_[i]; }
  // `otherwise` where it is not known.
  int64_t Or(size_t i, int64_t otherwise) const { return Knows(i) ? values_[i] : otherwise; }
  // All must be known.
  const std::vector<int64_t>& values() const { return values_; }

 private:
  std::vector<int64_t> values_;
  std::vector<bool> unknown_;  // empty: all are known
  std::vector<DimOrigin> origins_;
};

}  // namespace ge::ops
