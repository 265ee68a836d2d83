#pragma once

#include <map>
#include <memory>
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

  // Fails (E13005) naming the place where the text stops being JSON. Nested at most 100 deep.
  static Result<Json> Parse(std::string_view text);

  // The value when it is a bool, double, std::string, Array or Object, else null.
  template <typename T>
  const T* As() const {
    const auto* value = std::get_if<std::unique_ptr<T>>(&value_);
    return value == nullptr ? nullptr : value->get();
  }
  // Makes it an empty value of this kind, to be filled.
  template <typename T>
  T& Become() {
    return *value_.emplace<std::unique_ptr<T>>(std::make_unique<T>());
  }
  // The member of an object; null when there is none, or when this is no object.
  const Json* Find(std::string_view key) const;
  // The member when it is a text, else null.
  const std::string* FindText(std::string_view key) const;

 private:
  std::variant<std::unique_ptr<bool>, std::unique_ptr<double>, std::unique_ptr<std::string>,
               std::unique_ptr<Array>,
               std::unique_ptr<Object>>
      value_;  // empty at first: null
};

}  // namespace ge::base
