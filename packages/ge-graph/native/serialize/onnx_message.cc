#include "serialize/onnx_message.h"

#include "serialize/ge_onnx_fields.h"

namespace ge::serialize {

const MessageInfo& OnnxModelMessage() { return ge_onnx::kModelProto; }

}  // namespace ge::serialize
