#include "base/json.h"

#include <cstdlib>

namespace ge::base {
namespace {

constexpr int kDeepest = 100;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Status Whole(Json& value) {
    GE_RETURN_IF_ERROR(Any(0, value));
    SkipSpace();
    return at_ == text_.size() ? Status() : Wrong("the end");
  }

 private:
  Status Wrong(std::string_view expected) const {
    size_t line = 1;
    for (size_t i = 0; i < at_ && i < text_.size(); ++i) line += text_[i] == '\n' ? 1 : 0;
    return {"E13005", Text("not JSON: line ", line, ": expected ", expected,
                           at_ < text_.size() ? Text(", found '", text_[at_], "'") : ", found the end")};
  }

  void SkipSpace() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  bool Take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  Status Any(int depth, Json& value) {
    if (depth > kDeepest) return Wrong("less nesting");
    SkipSpace();
    if (at_ == text_.size()) return Wrong("a value");
    if (text_[at_] == '{') return ObjectValue(depth, value.Become<Json::Object>());
    if (text_[at_] == '[') return ArrayValue(depth, value.Become<Json::Array>());
    if (text_[at_] == '"') return String(value.Become<std::string>());
    if (Take("null")) return {};
    if (Take("true")) {
      value.Become<bool>() = true;
      return {};
    }
    if (Take("false")) {
      value.Become<bool>();
      return {};
    }
    return Number(value.Become<double>());
  }

  Status Number(double& value) {
    const std::string rest(text_.substr(at_, text_.find_first_not_of("+-.0123456789eE", at_) - at_));
    char* end = nullptr;
    value = std::strtod(rest.c_str(), &end);
    if (end == rest.c_str()) return Wrong("a value");
    at_ += static_cast<size_t>(end - rest.c_str());
    return {};
  }

  // Calls item() until `close` is found.
  template <typename Item>
  Status List(char close, Item item) {
    ++at_;
    SkipSpace();
    if (at_ < text_.size() && text_[at_] == close) {
      ++at_;
      return {};
    }
    while (true) {
      GE_RETURN_IF_ERROR(item());
      SkipSpace();
      if (at_ < text_.size() && text_[at_] == close) break;
      if (!Take(",")) return Wrong(Text("',' or '", close, "'"));
    }
    ++at_;
    return {};
  }

  Status ArrayValue(int depth, Json::Array& items) {
    return List(']', [&] { return Any(depth + 1, items.emplace_back()); });
  }

  Status ObjectValue(int depth, Json::Object& members) {
    return List('}', [&]() -> Status {
      SkipSpace();
      if (at_ == text_.size() || text_[at_] != '"') return Wrong("a name in quotes");
      std::string name;
      GE_RETURN_IF_ERROR(String(name));
      SkipSpace();
      if (!Take(":")) return Wrong("':'");
      Json& member = members[std::move(name)];
      member = Json();
      return Any(depth + 1, member);
    });
  }

  Status String(std::string& text) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        text += text_[at_++];
        continue;
      }
      ++at_;
      GE_RETURN_IF_ERROR(Escape(text));
    }
    if (at_ == text_.size()) return Wrong("'\"'");
    ++at_;
    return {};
  }

  Status Escape(std::string& text) {
    static constexpr std::string_view kNames = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (at_ == text_.size()) return Wrong("an escape");
    const size_t known = kNames.find(text_[at_]);
    if (known != std::string_view::npos) {
      text += kMeanings[known];
      ++at_;
      return {};
    }
    if (text_[at_] != 'u') return Wrong("an escape");
    ++at_;
    GE_ASSIGN_OR_RETURN(uint32_t code, FourHexDigits());
    if (code >= 0xD800 && code < 0xDC00 && Take("\\u")) {
      GE_ASSIGN_OR_RETURN(const uint32_t low, FourHexDigits());
      code = 0x10000 + ((code - 0xD800) << 10U) + (low & 0x3FFU);
    }
    AppendUtf8(code, text);
    return {};
  }

  Result<uint32_t> FourHexDigits() {
    uint32_t code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      static constexpr std::string_view kDigits = "0123456789abcdef";
      const char digit = at_ < text_.size() ? static_cast<char>(text_[at_] | 0x20) : ' ';
      const size_t value = kDigits.find(digit);
      if (value == std::string_view::npos) return Wrong("four hexadecimal digits");
      code = code * 16 + static_cast<uint32_t>(value);
    }
    return code;
  }

  static void AppendUtf8(uint32_t code, std::string& text) {
    const auto tail = [&text](uint32_t bits) { text += static_cast<char>(0x80U | (bits & 0x3FU)); };
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else if (code < 0x800) {
      text += static_cast<char>(0xC0U | (code >> 6U));
      tail(code);
    } else if (code < 0x10000) {
      text += static_cast<char>(0xE0U | (code >> 12U));
      tail(code >> 6U);
      tail(code);
    } else {
      text += static_cast<char>(0xF0U | (code >> 18U));
      tail(code >> 12U);
      tail(code >> 6U);
      tail(code);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Result<Json> Json::Parse(std::string_view text) {
  Json value;
  GE_RETURN_IF_ERROR(Parser(text).Whole(value));
  return value;
}

const Json* Json::Find(std::string_view key) const {
  const auto* members = As<Object>();
  if (members == nullptr) return nullptr;
  const auto found = members->find(key);
  return found == members->end() ? nullptr : &found->second;
}

const std::string* Json::FindText(std::string_view key) const {
  const Json* member = Find(key);
  return member == nullptr ? nullptr : member->As<std::string>();
}

}  // namespace ge::base
