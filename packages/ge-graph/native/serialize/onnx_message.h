#pragma once

#include <string>
#include <string_view>

#include "base/api.h"
#include "base/status.h"
#include "serialize/message_info.h"

namespace ge::serialize {

// The description of a ModelProto, of which proto/ge_onnx.proto knows the part that a view of a graph needs.
GE_API const MessageInfo& OnnxModelMessage();

// The wire form of a ModelProto from its protobuf text: an ONNX-flavoured dump, for one.
// Errors: E13005 the text is no such message, with line and column.
GE_API base::Result<std::string> OnnxFromText(std::string_view text);

}  // namespace ge::serialize
