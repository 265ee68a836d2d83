#include "serialize/text_format.h"

#include <gtest/gtest.h>

#include <limits>

#include "serialize/test_message.h"

namespace ge::serialize {
namespace {

TEST(TextFormat, FieldsStandInTheOrderOfTheirNumbersAndEntriesInThatOfTheirKeys) {
  const std::string message =
      MessageOf(R"(attr { key: 'b' value { i: 0 } } attr { key: 'a' value { } } version: 2 name: 'm')");

  EXPECT_EQ(TextOf(message, ge_ir::kModelDef).value(),
            "name: \"m\"\n"
            "version: 2\n"
            "attr {\n  key: \"a\"\n  value {\n  }\n}\n"
            "attr {\n  key: \"b\"\n  value {\n    i: 0\n  }\n}\n");
}

TEST(TextFormat, DefaultsAreShownOnlyWhereTheyCountAsSet) {
  EXPECT_EQ(TextOf(MessageOf("id: 0 type: '' input: '' input_i: 0", ge_ir::kOpDef), ge_ir::kOpDef).value(),
            "input: \"\"\ninput_i: 0\n");
  EXPECT_EQ(TextOf(MessageOf("b: false", ge_ir::kAttrDef), ge_ir::kAttrDef).value(), "b: false\n");
}

TEST(TextFormat, ANumberWithoutANameIsShownAsANumber) {
  EXPECT_EQ(TextOf(MessageOf("dtype: DT_BF16", ge_ir::kTensorDescriptor), ge_ir::kTensorDescriptor).value(),
            "dtype: DT_BF16\n");
  EXPECT_EQ(TextOf(MessageOf("dtype: 99", ge_ir::kTensorDescriptor), ge_ir::kTensorDescriptor).value(),
            "dtype: 99\n");
}

TEST(TextFormat, BytesThatAreNotAsciiAreEscaped) {
  EXPECT_EQ(Escaped(std::string_view("a\"b'c\\\n\t\r\0\x7f\xc3\xa9", 13)),
            "a\\\"b\\'c\\\\\\n\\t\\r\\000\\177\\303\\251");
}

TEST(TextFormat, FloatsAreAsShortAsTellsThemApart) {
  EXPECT_EQ(FloatText(2.0F), "2");
  EXPECT_EQ(FloatText(0.1F), "0.1");
  EXPECT_EQ(FloatText(-0.0F), "-0");
  EXPECT_EQ(FloatText(1e-5F), "1e-05");
  EXPECT_EQ(FloatText(16777217.0F), "16777216");
  EXPECT_EQ(FloatText(0.3F + 0.6F), "0.900000036");
  EXPECT_EQ(FloatText(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(FloatText(std::numeric_limits<float>::quiet_NaN()), "nan");
}

TEST(TextFormat, BytesThatAreNoMessageAreAnError) {
  EXPECT_EQ(TextOf("\x0a\xff", ge_ir::kModelDef).status().code(), "E13005");
}

}  // namespace
}  // namespace ge::serialize
