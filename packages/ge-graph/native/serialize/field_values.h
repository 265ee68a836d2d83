#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/api.h"
#include "serialize/message_info.h"

namespace ge::serialize {

// How deep messages may hold messages, for code that treats all of them alike.
inline constexpr int kMaxMessageDepth = 200;

// One value of a field, as the wire has it: of a repeated field there are as many as it has items.
struct FieldValue {
  const FieldInfo* field;
  std::string_view bytes;  // of strings, bytes and messages
  int64_t number = 0;      // of whole numbers, flags and enumerations
  float real = 0;          // of floats
};

// The values of a message in the order of the wire; fields that the description does not know, or that have
// another wire type, are left out. Views into `message`. Malformed bytes end in a protozero::exception.
GE_API std::vector<FieldValue> ReadFieldValues(std::string_view message, const MessageInfo& info);

}  // namespace ge::serialize
