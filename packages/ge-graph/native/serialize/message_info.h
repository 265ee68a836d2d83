#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ge::serialize {

// What a description says of a message, for code that treats all messages alike: text dumps, checks.
enum class FieldKind : uint8_t {
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kBool,
  kEnum,
  kFloat,
  kString,
  kBytes,
  kMessage,
};

struct EnumValue {
  int32_t number;
  std::string_view name;
};

struct EnumInfo {
  const EnumValue* values;
  size_t count;

  // Empty when the enumeration has no such number.
  std::string_view NameOf(int64_t number) const {
    for (size_t i = 0; i < count; ++i) {
      if (values[i].number == number) return values[i].name;
    }
    return {};
  }
  std::optional<int32_t> NumberOf(std::string_view name) const {
    for (size_t i = 0; i < count; ++i) {
      if (values[i].name == name) return values[i].number;
    }
    return std::nullopt;
  }
};

struct MessageInfo;

struct FieldInfo {
  uint32_t number;
  std::string_view name;
  FieldKind kind;
  bool repeated;
  bool shows_default;  // zero, false or "" counts as set
  const MessageInfo* message;
  const EnumInfo* enumeration;
};

struct MessageInfo {
  std::string_view name;
  const FieldInfo* fields;
  size_t count;
  bool is_map_entry;

  // Null for a number that the description does not know.
  const FieldInfo* Find(uint32_t number) const {
    for (size_t i = 0; i < count; ++i) {
      if (fields[i].number == number) return &fields[i];
    }
    return nullptr;
  }
  const FieldInfo* Find(std::string_view field_name) const {
    for (size_t i = 0; i < count; ++i) {
      if (fields[i].name == field_name) return &fields[i];
    }
    return nullptr;
  }
};

}  // namespace ge::serialize
