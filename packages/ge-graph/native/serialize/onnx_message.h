#pragma once

#include "base/api.h"
#include "serialize/message_info.h"

namespace ge::serialize {

// The description of a ModelProto, of which proto/ge_onnx.proto knows the part that a view of a graph needs.
GE_API const MessageInfo& OnnxModelMessage();

}  // namespace ge::serialize
