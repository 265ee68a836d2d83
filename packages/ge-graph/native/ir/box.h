#pragma once

#include <memory>
#include <utility>

namespace ge::ir {

// A value on the heap that copies like a value: lets a type hold itself (an attribute holding attributes).
template <typename T>
class Box {
 public:
  Box(T value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT(google-explicit-constructor)
  Box(const Box& other) : value_(std::make_unique<T>(*other)) {}
  Box& operator=(const Box& other) {
    if (this != &other) value_ = std::make_unique<T>(*other);
    return *this;
  }
  Box(Box&&) noexcept = default;
  Box& operator=(Box&&) noexcept = default;

  const T& operator*() const { return *value_; }
  T& operator*() { return *value_; }
  const T* operator->() const { return value_.get(); }
  T* operator->() { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace ge::ir
