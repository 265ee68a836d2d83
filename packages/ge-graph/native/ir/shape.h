#pragma once

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "base/api.h"

namespace ge::ir {

inline constexpr int64_t kUnknownDim = -1;
inline constexpr int64_t kUnknownRank = -2;

// Dimensions of a tensor. No dimensions: a scalar. -1: a dimension that is not known yet. A -2 anywhere makes
// the whole shape `[-2]`: not even the rank is known. Up to four dimensions are stored in place.
class GE_API Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<int64_t> dims) { Assign(dims.begin(), dims.size()); }
  explicit Shape(const std::vector<int64_t>& dims) { Assign(dims.data(), dims.size()); }
  Shape(const int64_t* dims, size_t count) { Assign(dims, count); }
  Shape(const Shape& other) { Assign(other.begin(), other.size()); }
  Shape(Shape&& other) noexcept;
  Shape& operator=(const Shape& other);
  Shape& operator=(Shape&& other) noexcept;
  ~Shape();

  static Shape UnknownRank() { return {kUnknownRank}; }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const int64_t* begin() const { return size_ <= kInPlace ? in_place_ : heap_; }
  const int64_t* end() const { return begin() + size_; }
  int64_t operator[](size_t i) const { return begin()[i]; }
  int64_t back() const { return begin()[size_ - 1]; }
  void Set(size_t i, int64_t dim);
  std::vector<int64_t> dims() const { return {begin(), end()}; }

  bool IsUnknownRank() const { return size_ == 1 && begin()[0] == kUnknownRank; }
  // Every dimension is a number >= 0.
  bool IsKnown() const;
  // Number of elements (1 for a scalar); -1 when a dimension is unknown or the number does not fit.
  int64_t Elements() const;

  friend GE_API bool operator==(const Shape& a, const Shape& b);
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }
  // `[2, -1, 3]`
  friend GE_API std::ostream& operator<<(std::ostream& out, const Shape& shape);

 private:
  static constexpr size_t kInPlace = 4;

  void Assign(const int64_t* dims, size_t count);
  void Release();
  int64_t* data() { return size_ <= kInPlace ? in_place_ : heap_; }

  size_t size_ = 0;
  union {
    int64_t in_place_[kInPlace] = {};
    int64_t* heap_;
  };
};

}  // namespace ge::ir
