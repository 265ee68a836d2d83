#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/api.h"

namespace ge::base {

// The outcome of an operation: fine, or an error code of the reference's families (`E10001`, ...) with a
// text that says what, where, what was expected and what was given. Fine costs one null pointer.
class [[nodiscard, gnu::visibility("default")]] Status {
 public:
  Status() = default;
  Status(std::string_view code, std::string message);
  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status &&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;
  ~Status() = default;

  bool ok() const { return error_ == nullptr; }
  const std::string& code() const;
  const std::string& message() const;
  // `code: message`, or "ok".
  std::string ToString() const;
  // The same error with `context` ("while importing node \"conv1\" (Conv)") put in front of its text.
  Status In(std::string_view context) const;

 private:
  struct Error {
    std::string code;
    std::string message;
  };
  std::unique_ptr<Error> error_;
};

// Codes used across layers; the whole table with its titles is in error_codes.h.
inline constexpr std::string_view kInnerError = "E19999";
inline constexpr std::string_view kInvalidArgument = "E10001";

GE_API Status InnerError(std::string message);
GE_API Status InvalidArgument(std::string message);

// A value or the error that stood in its way.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}          // NOLINT(google-explicit-constructor)
  Result(Status status) : status_(std::move(status)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T&& value() && { return std::move(*value_); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  Status status_;
  std::optional<T> value_;
};

// Joins anything that has `<<` into one text: Text("axis ", axis, " is out of range").
template <typename... Parts>
std::string Text(const Parts&... parts);

}  // namespace ge::base

#include <sstream>

namespace ge::base {
template <typename... Parts>
std::string Text(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return std::move(out).str();
}
}  // namespace ge::base

#define GE_JOIN_INNER(a, b) a##b
#define GE_JOIN(a, b) GE_JOIN_INNER(a, b)

#define GE_RETURN_IF_ERROR(expression)           \
  do {                                           \
    ::ge::base::Status ge_status = (expression); \
    if (!ge_status.ok()) return ge_status;       \
  } while (false)

#define GE_ASSIGN_OR_RETURN_INNER(result, target, expression) \
  auto result = (expression);                                 \
  if (!result.ok()) return result.status();                   \
  target = std::move(result).value()

#define GE_ASSIGN_OR_RETURN(target, expression) \
  GE_ASSIGN_OR_RETURN_INNER(GE_JOIN(ge_result_, __LINE__), target, expression)
