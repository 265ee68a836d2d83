#include "serialize/text_reader.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <protozero/pbf_writer.hpp>

#include "serialize/field_values.h"
#include "serialize/text_format.h"

namespace ge::serialize {
namespace {

constexpr size_t kShownOfText = 24;  // of what was met, in an error

bool IsWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '+' || c == '-';
}

std::optional<uint32_t> DigitOf(char c, uint32_t base) {
  uint32_t digit = 99;
  if (c >= '0' && c <= '9') digit = static_cast<uint32_t>(c - '0');
  if (c >= 'a' && c <= 'f') digit = static_cast<uint32_t>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') digit = static_cast<uint32_t>(c - 'A') + 10;
  return digit < base ? std::optional(digit) : std::nullopt;
}

// A decimal, octal (`017`) or hexadecimal (`0x1f`) number without a sign.
std::optional<uint64_t> UnsignedOf(std::string_view word) {
  int base = 10;
  if (word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X')) {
    base = 16;
    word.remove_prefix(2);
  } else if (word.size() > 1 && word[0] == '0') {
    base = 8;
    word.remove_prefix(1);
  }
  uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number, base);
  return error == std::errc() && rest == end && !word.empty() ? std::optional(number) : std::nullopt;
}

std::optional<int64_t> SignedOf(std::string_view word) {
  const bool negative = !word.empty() && word.front() == '-';
  const std::optional<uint64_t> size = UnsignedOf(negative ? word.substr(1) : word);
  constexpr auto kLargest = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (!size || *size > kLargest + (negative ? 1 : 0)) return std::nullopt;
  return static_cast<int64_t>(negative ? ~*size + 1 : *size);
}

std::optional<float> FloatOf(std::string_view word) {
  if (!word.empty() && (word.back() == 'f' || word.back() == 'F') && word.size() > 1 &&
      (DigitOf(word[word.size() - 2], 10) || word[word.size() - 2] == '.')) {
    word.remove_suffix(1);
  }
  float number = 0;
  const char* const end = word.data() + word.size();
  // Also `inf`, `infinity` and `nan`, in any case.
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  return error == std::errc() && rest == end && !word.empty() ? std::optional(number) : std::nullopt;
}

std::optional<bool> BoolOf(std::string_view word) {
  if (word == "true" || word == "True" || word == "t" || word == "1") return true;
  if (word == "false" || word == "False" || word == "f" || word == "0") return false;
  return std::nullopt;
}

std::optional<int64_t> IntOf(std::string_view word, FieldKind kind) {
  if (kind == FieldKind::kUint64) {
    const std::optional<uint64_t> number = UnsignedOf(word);
    return number ? std::optional(static_cast<int64_t>(*number)) : std::nullopt;
  }
  const std::optional<int64_t> number = SignedOf(word);
  if (!number || kind == FieldKind::kInt64) return number;
  const bool fits =
      kind == FieldKind::kUint32
          ? *number >= 0 && *number <= std::numeric_limits<uint32_t>::max()
          : *number >= std::numeric_limits<int32_t>::min() && *number <= std::numeric_limits<int32_t>::max();
  return fits ? number : std::nullopt;
}

std::string_view KindName(FieldKind kind) {
  static constexpr std::string_view kNames[] = {"a whole number of 32 bits",
                                                "a whole number of 64 bits",
                                                "a whole number of 32 bits, not negative",
                                                "a whole number of 64 bits, not negative",
                                                "true or false",
                                                "a name of its enumeration",
                                                "a number",
                                                "a text in quotes",
                                                "bytes in quotes",
                                                "a message in braces"};
  return kNames[static_cast<size_t>(kind)];
}

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  // Up to `close`, which is taken too; 0: the end of the text.
  base::Status Message(const MessageInfo& info, char close, int depth, std::string& wire) {
    if (depth > kMaxMessageDepth)
      return Error(base::Text("messages nest more than ", kMaxMessageDepth, " deep"));
    uint64_t seen = 0;
    for (char next = Next(); next != close; next = Next()) {
      const std::string_view name = Word();
      if (name.empty()) {
        return Unexpected(close == 0 ? "the name of a field"
                                     : base::Text("the name of a field or \"", std::string(1, close), "\""));
      }
      const FieldInfo* field = info.Find(name);
      if (field == nullptr) {
        at_ = static_cast<size_t>(name.data() - text_.data());
        return Error(base::Text(info.name, " has no field \"", name, "\""));
      }
      const uint64_t bit = uint64_t{1} << static_cast<size_t>(field - info.fields);
      if ((seen & bit) != 0 && !field->repeated)
        return Error(base::Text("\"", name, "\" stands twice in one ", info.name, ", which has one"));
      seen |= bit;
      GE_RETURN_IF_ERROR(Values(*field, depth, wire));
      if (Next() == ';' || Next() == ',') ++at_;
    }
    if (close != 0) ++at_;
    return {};
  }

 private:
  // What follows the name: a value, or several in brackets.
  base::Status Values(const FieldInfo& field, int depth, std::string& wire) {
    const bool colon = Next() == ':';
    if (colon) ++at_;
    if (!colon && field.kind != FieldKind::kMessage) return Unexpected("\":\"");
    if (!field.repeated || Next() != '[') return OneValue(field, depth, wire);
    ++at_;
    if (Next() == ']') return ++at_, base::Status();
    while (true) {
      GE_RETURN_IF_ERROR(OneValue(field, depth, wire));
      const char next = Next();
      if (next != ',' && next != ']') return Unexpected("\",\" or \"]\"");
      ++at_;
      if (next == ']') return {};
    }
  }

  base::Status OneValue(const FieldInfo& field, int depth, std::string& wire) {
    protozero::pbf_writer fields(wire);
    switch (field.kind) {
      case FieldKind::kMessage: {
        const char open = Next();
        if (open != '{' && open != '<') return Unexpected(KindName(field.kind));
        ++at_;
        std::string body;
        GE_RETURN_IF_ERROR(Message(*field.message, open == '{' ? '}' : '>', depth + 1, body));
        fields.add_message(field.number, body);
        return {};
      }
      case FieldKind::kString:
      case FieldKind::kBytes: {
        std::string text;
        if (Next() != '"' && Next() != '\'') return Unexpected(KindName(field.kind));
        while (Next() == '"' || Next() == '\'') GE_RETURN_IF_ERROR(Quoted(text));
        fields.add_bytes(field.number, text);
        return {};
      }
      default:
        return Scalar(field, fields);
    }
  }

  base::Status Scalar(const FieldInfo& field, protozero::pbf_writer& fields) {
    Next();
    const size_t start = at_;
    const std::string_view word = Word();
    std::optional<int64_t> number;
    if (field.kind == FieldKind::kFloat) {
      const std::optional<float> real = FloatOf(word);
      if (real) return fields.add_float(field.number, *real), base::Status();
    } else if (field.kind == FieldKind::kBool) {
      number = BoolOf(word);
    } else {
      if (field.kind == FieldKind::kEnum) number = field.enumeration->NumberOf(word);
      if (!number) number = IntOf(word, field.kind);
    }
    at_ = number ? at_ : start;
    if (!number) return Unexpected(base::Text("for \"", field.name, "\" ", KindName(field.kind)));
    fields.add_int64(field.number, *number);
    return {};
  }

  // One text in quotes, which is added.
  base::Status Quoted(std::string& text) {
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      const char c = text_[at_++];
      if (c != '\\') {
        text.push_back(c);
      } else {
        GE_RETURN_IF_ERROR(Escape(text));
      }
    }
    if (at_ >= text_.size() || text_[at_] != quote) return Error("a text in quotes does not end in its line");
    ++at_;
    return {};
  }

  // What follows a backslash.
  base::Status Escape(std::string& text) {
    static constexpr std::string_view kNames = "abfnrtv\\'\"?";
    static constexpr std::string_view kMeant = "\a\b\f\n\r\t\v\\'\"?";
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    const size_t named = kNames.find(c);
    if (c != '\0' && named != std::string_view::npos)
      return ++at_, text.push_back(kMeant[named]), base::Status();
    if (c == 'x' || c == 'X') return ++at_, Digits(16, 2, text);
    if (DigitOf(c, 8)) return Digits(8, 3, text);
    if (c == 'u' || c == 'U') return ++at_, CodePoint(c == 'u' ? 4 : 8, text);
    return Unexpected("what a backslash may stand before");
  }

  // A byte of up to `most` digits.
  base::Status Digits(uint32_t base, int most, std::string& text) {
    uint32_t byte = 0;
    int count = 0;
    for (; count < most && at_ < text_.size() && DigitOf(text_[at_], base); ++count)
      byte = byte * base + *DigitOf(text_[at_++], base);
    if (count == 0 || byte > 0xFF) return Error("an escape is no byte");
    text.push_back(static_cast<char>(byte));
    return {};
  }

  // A character of exactly `count` hexadecimal digits, as UTF-8.
  base::Status CodePoint(int count, std::string& text) {
    uint32_t code = 0;
    for (int i = 0; i < count; ++i) {
      const std::optional<uint32_t> digit = at_ < text_.size() ? DigitOf(text_[at_], 16) : std::nullopt;
      if (!digit) return Unexpected(base::Text(count, " hexadecimal digits"));
      code = code << 4U | *digit;
      ++at_;
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return Error("an escape is no character");
    if (code < 0x80) return text.push_back(static_cast<char>(code)), base::Status();
    const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr uint32_t kMarks[] = {0, 0xC0, 0xE0, 0xF0};
    text.push_back(static_cast<char>(kMarks[following] | code >> static_cast<uint32_t>(6 * following)));
    for (int i = following - 1; i >= 0; --i)
      text.push_back(static_cast<char>(0x80U | (code >> static_cast<uint32_t>(6 * i) & 0x3FU)));
    return {};
  }

  // The next character behind blanks and comments; 0 at the end. A NUL in the text is no character of it.
  char Next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
      } else {
        return c == '\0' ? '\1' : c;
      }
    }
    return '\0';
  }

  std::string_view Word() {
    const size_t start = at_;
    while (at_ < text_.size() && IsWordChar(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  base::Status Unexpected(std::string_view expected) {
    Next();
    const std::string_view rest = text_.substr(at_);
    const std::string_view line = rest.substr(0, std::min(rest.find('\n'), kShownOfText));
    return Error(base::Text("expected ", expected, ", met ",
                            rest.empty() ? "the end of the text" : "\"" + Escaped(line) + "\""));
  }

  base::Status Error(std::string_view what) const {
    const std::string_view before = text_.substr(0, at_);
    const size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {"E13005", base::Text("line ", 1 + std::count(before.begin(), before.end(), '\n'), ", column ",
                                 1 + at_ - line_start, ": ", what)};
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

base::Result<std::string> WireOf(std::string_view text, const MessageInfo& info) {
  std::string wire;
  GE_RETURN_IF_ERROR(TextReader(text).Message(info, 0, 0, wire));
  return wire;
}

}  // namespace ge::serialize
