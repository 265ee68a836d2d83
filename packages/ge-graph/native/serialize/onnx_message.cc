#include "serialize/onnx_message.h"

#include "serialize/ge_onnx_fields.h"
#include "serialize/text_reader.h"

namespace ge::serialize {

const MessageInfo& OnnxModelMessage() { return ge_onnx::kModelProto; }

base::Result<std::string> OnnxFromText(std::string_view text) { return WireOf(text, ge_onnx::kModelProto); }

}  // namespace ge::serialize
