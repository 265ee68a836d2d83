#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "base/api.h"

namespace ge::base {

// A text held once per process: copying and comparing for equality cost one pointer. For operator types,
// attribute and port names, which repeat in every node; never for node names. Never freed.
class GE_API Name {
 public:
  Name();
  Name(std::string_view text);    // NOLINT(google-explicit-constructor)
  Name(const std::string& text);  // NOLINT(google-explicit-constructor)
  Name(const char* text);         // NOLINT(google-explicit-constructor)

  const std::string& text() const { return *text_; }
  bool empty() const { return text_->empty(); }
  const void* id() const { return text_; }

  friend bool operator==(Name a, Name b) { return a.text_ == b.text_; }
  friend bool operator!=(Name a, Name b) { return a.text_ != b.text_; }
  // By text, so that sorted containers have the same order in every run.
  friend bool operator<(Name a, Name b) { return a.text_ != b.text_ && *a.text_ < *b.text_; }
  friend std::ostream& operator<<(std::ostream& out, Name name) { return out << *name.text_; }

 private:
  const std::string* text_;
};

}  // namespace ge::base

template <>
struct std::hash<ge::base::Name> {
  size_t operator()(ge::base::Name name) const noexcept { return std::hash<const void*>()(name.id()); }
};
