#include "ir/shape.h"

#include <algorithm>

#include "ir/dim_range.h"

namespace ge::ir {

void Shape::Assign(const int64_t* dims, size_t count) {
  if (std::find(dims, dims + count, kUnknownRank) != dims + count) {
    size_ = 1;
    in_place_[0] = kUnknownRank;
    return;
  }
  size_ = count;
  if (count > kInPlace) heap_ = new int64_t[count];
  std::copy(dims, dims + count, data());
}

void Shape::Release() {
  if (size_ > kInPlace) delete[] heap_;
  size_ = 0;
}

Shape::Shape(Shape&& other) noexcept : size_(other.size_) {
  if (size_ > kInPlace) {
    heap_ = other.heap_;
    other.size_ = 0;
  } else {
    std::copy(other.in_place_, other.in_place_ + size_, in_place_);
  }
}

Shape& Shape::operator=(const Shape& other) {
  if (this != &other) {
    Release();
    Assign(other.begin(), other.size());
  }
  return *this;
}

Shape& Shape::operator=(Shape&& other) noexcept {
  if (this != &other) {
    Release();
    new (this) Shape(std::move(other));
  }
  return *this;
}

Shape::~Shape() { Release(); }

void Shape::Set(size_t i, int64_t dim) {
  if (dim == kUnknownRank) {
    *this = UnknownRank();
  } else {
    data()[i] = dim;
  }
}

bool Shape::IsKnown() const {
  return std::all_of(begin(), end(), [](int64_t dim) { return dim >= 0; });
}

int64_t Shape::Elements() const {
  if (!IsKnown()) return -1;
  if (std::find(begin(), end(), 0) != end()) return 0;
  int64_t elements = 1;
  for (const int64_t dim : *this) {
    if (__builtin_mul_overflow(elements, dim, &elements)) return -1;
  }
  return elements;
}

bool operator==(const Shape& a, const Shape& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  const char* separator = "[";
  for (const int64_t dim : shape) {
    out << separator;
    if (HasRange(dim)) {
      const DimRange range = RangeOf(dim);
      out << range.min << "~";
      if (range.max != DimRange::kOpen) out << range.max;
    } else {
      out << dim;
    }
    separator = ", ";
  }
  return out << (shape.empty() ? "[]" : "]");
}

}  // namespace ge::ir
