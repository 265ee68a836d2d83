#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serialize/ge_ir_fields.h"
#include "serialize/text_reader.h"

namespace ge::serialize {

// The bytes of a message from its protobuf text, so that tests can show files that nobody would write.
inline std::string MessageOf(std::string_view text, const MessageInfo& info = ge_ir::kModelDef) {
  base::Result<std::string> wire = WireOf(text, info);
  EXPECT_TRUE(wire.ok()) << wire.status().ToString();
  return wire.ok() ? std::move(wire).value() : "";
}

}  // namespace ge::serialize
