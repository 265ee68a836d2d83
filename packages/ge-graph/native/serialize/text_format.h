#pragma once

#include <string>
#include <string_view>

#include "base/api.h"
#include "base/status.h"
#include "serialize/message_info.h"

namespace ge::serialize {

// The protobuf text form of a message: fields in the order of their numbers, map entries in the order of
// their keys, everything that is not ASCII as octal escapes. Fields that the description does not know are
// left out. Errors: E13005 the bytes are no such message.
base::Result<std::string> TextOf(std::string_view message, const MessageInfo& info);

// `1`, `0.1`, `1e-05`, `inf`: as short as tells the number apart from all others.
GE_API std::string FloatText(float value);

// Quotes, control characters and what is not ASCII as escapes.
std::string Escaped(std::string_view text);

}  // namespace ge::serialize
