#include "base/status.h"

namespace ge::base {

Status::Status(std::string_view code, std::string message)
    : error_(std::make_unique<Error>(Error{std::string(code), std::move(message)})) {}

Status::Status(const Status& other) : error_(other.ok() ? nullptr : std::make_unique<Error>(*other.error_)) {}

Status& Status::operator=(const Status& other) {
  if (this != &other) error_ = other.ok() ? nullptr : std::make_unique<Error>(*other.error_);
  return *this;
}

const std::string& Status::code() const {
  static const std::string none;
  return ok() ? none : error_->code;
}

const std::string& Status::message() const {
  static const std::string none;
  return ok() ? none : error_->message;
}

std::string Status::ToString() const { return ok() ? "ok" : code() + ": " + message(); }

Status Status::In(std::string_view context) const {
  if (ok()) return {};
  return {code(), std::string(context) + ": " + message()};
}

Status InnerError(std::string message) { return {kInnerError, std::move(message)}; }

Status InvalidArgument(std::string message) { return {kInvalidArgument, std::move(message)}; }

}  // namespace ge::base
