#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/api.h"
#include "base/status.h"

namespace ge::base {

// A JSON value, for the small configuration files that the compiler reads.
class GE_API Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::map<std::string, Json, std::less<>>;
  using Value = std::variant<std::monostate, bool, double, std::string, Array, Object>;

  Json() = default;

  // Fails (E13005) naming the place where the text stops being JSON. Nested at most 100 deep.
  static Result<Json> Parse(std::string_view text);

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&value_);
  }
  // Makes it an empty value of this kind, to be filled.
  template <typename T>
  T& Become() {
    return value_.emplace<T>();
  }
  // The member of an object; null when there is none, or when this is no object.
  const Json* Find(std::string_view key) const;
  // The member when it is a text, else null.
  const std::string* FindText(std::string_view key) const;

 private:
  Value value_;
};

}  // namespace ge::base
