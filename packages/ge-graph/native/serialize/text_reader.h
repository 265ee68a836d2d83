#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "serialize/message_info.h"

namespace ge::serialize {

// The wire form of a message from its protobuf text: what `TextOf` prints and, as protobuf has it, comments,
// lists in brackets, texts in pieces, octal and hexadecimal numbers. Takes memory in proportion to the text.
// Errors: E13005, with line and column: the text is no such message.
base::Result<std::string> WireOf(std::string_view text, const MessageInfo& info);

}  // namespace ge::serialize
