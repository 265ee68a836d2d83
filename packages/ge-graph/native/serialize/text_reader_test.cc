#include "serialize/text_reader.h"

#include <gtest/gtest.h>

#include "ir/test_graph.h"
#include "serialize/ge_ir_fields.h"
#include "serialize/testdata_files.h"
#include "serialize/text_dump.h"
#include "serialize/text_format.h"

namespace ge::serialize {
namespace {

// What the reader understood, as the printer shows it.
std::string Understood(std::string_view text, const MessageInfo& info) {
  const base::Result<std::string> wire = WireOf(text, info);
  return wire.ok() ? TextOf(*wire, info).value() : wire.status().ToString();
}

std::string Refused(std::string_view text, const MessageInfo& info = ge_ir::kModelDef) {
  const base::Result<std::string> wire = WireOf(text, info);
  return wire.ok() ? "read" : wire.status().ToString();
}

TEST(TextReader, WhatIsPrintedIsReadAgain) {
  for (const char* name :
       {"g01_builder_constants", "g04_native_attrs", "g07_dynamic_ports", "g08_nested_if", "g10_names"}) {
    const std::string golden = TestText(std::string(name) + ".air");

    const std::string text = TextOf(golden, ge_ir::kModelDef).value();

    EXPECT_EQ(TextOf(WireOf(text, ge_ir::kModelDef).value(), ge_ir::kModelDef).value(), text) << name;
  }
}

TEST(TextReader, NumbersMayBeDecimalOctalOrHexadecimal) {
  EXPECT_EQ(
      Understood("id: -9223372036854775808 src_index: 0x1F src_index: 017, src_index: 0;", ge_ir::kOpDef),
      "id: -9223372036854775808\nsrc_index: 31\nsrc_index: 15\nsrc_index: 0\n");
  EXPECT_EQ(Understood("version: 4294967295", ge_ir::kModelDef), "version: 4294967295\n");
  EXPECT_EQ(Understood("unique_sym_id: 18446744073709551615", ge_ir::kShapeEnvAttrGroupsDef),
            "unique_sym_id: 18446744073709551615\n");
}

TEST(TextReader, FloatsMayBeWrittenInManyWays) {
  EXPECT_EQ(Understood("f: [1, -2.5, 1e-05, 3f, 1e-45, inf, -Infinity, nan, .5]", ge_ir::kAttrDefListValue),
            "f: 1\nf: -2.5\nf: 1e-05\nf: 3\nf: 1.4013e-45\nf: inf\nf: -inf\nf: nan\nf: 0.5\n");
}

TEST(TextReader, MessagesListsAndCommentsAreWrittenAsProtobufHasThem) {
  EXPECT_EQ(
      Understood("# one\nshape < dim: [1, 2] dim: 3 > # two\nlayout: 'N' \"C\"", ge_ir::kTensorDescriptor),
      "shape {\n  dim: 1\n  dim: 2\n  dim: 3\n}\nlayout: \"NC\"\n");
  EXPECT_EQ(Understood("op: [{name: 'a'}, {name: 'b'}] input: []", ge_ir::kGraphDef),
            "op {\n  name: \"a\"\n}\nop {\n  name: \"b\"\n}\n");
  EXPECT_EQ(Understood("dtype: 2 reuse_input: t", ge_ir::kTensorDescriptor),
            "dtype: DT_FLOAT16\nreuse_input: true\n");
}

TEST(TextReader, EscapesAreBytesOrCharacters) {
  EXPECT_EQ(WireOf(R"(name: "\n\\\'\"\101\x41\u00e9\U0001F600\0")", ge_ir::kModelDef).value(),
            std::string("\x0a\x0d\n\\'\"AA\xc3\xa9\xf0\x9f\x98\x80\0", 15));
}

TEST(TextReader, WhatIsNoSuchMessageIsRefusedWithItsPlace) {
  EXPECT_EQ(Refused("name: 'm'\n  colour: 3"), "E13005: line 2, column 3: ModelDef has no field \"colour\"");
  EXPECT_EQ(Refused("name: 'm' name: 'n'"),
            "E13005: line 1, column 15: \"name\" stands twice in one ModelDef, which has one");
  EXPECT_EQ(
      Refused("version: 4294967296"),
      "E13005: line 1, column 10: expected for \"version\" a whole number of 32 bits, not negative, met "
      "\"4294967296\"");
  EXPECT_EQ(Refused("version: -1").substr(0, 40), "E13005: line 1, column 10: expected for ");
  EXPECT_EQ(Refused("graph {"),
            "E13005: line 1, column 8: expected the name of a field or \"}\", met the end of the text");
  EXPECT_EQ(Refused("graph }"), "E13005: line 1, column 7: expected a message in braces, met \"}\"");
  EXPECT_EQ(Refused("name 'm'"), "E13005: line 1, column 6: expected \":\", met \"\\'m\\'\"");
  EXPECT_EQ(Refused("name: 'm\n'"), "E13005: line 1, column 9: a text in quotes does not end in its line");
  EXPECT_EQ(Refused("name: '\\400'"), "E13005: line 1, column 12: an escape is no byte");
  EXPECT_EQ(Refused("name: '\\uD800'"), "E13005: line 1, column 14: an escape is no character");
  EXPECT_EQ(Refused("name: '\\q'"),
            "E13005: line 1, column 9: expected what a backslash may stand before, met \"q\\'\"");
  EXPECT_EQ(Refused("graph { input: ['a' 'b' 3] }"),
            "E13005: line 1, column 25: expected \",\" or \"]\", met \"3] }\"");
  EXPECT_EQ(Refused(std::string_view("\0", 1)),
            "E13005: line 1, column 1: expected the name of a field, met \"\\000\"");
  EXPECT_EQ(Refused("f: 1e99", ge_ir::kAttrDef).substr(0, 51),
            "E13005: line 1, column 4: expected for \"f\" a number");
}

TEST(TextReader, MessagesThatNestTooDeepAreRefused) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "func { attr { value { ";

  EXPECT_NE(Refused(text, ge_ir::kAttrDef).find("messages nest more than 200 deep"), std::string::npos);
}

TEST(TextDump, AGraphComesBackFromItsTextWithTheOrderOfItsUses) {
  const auto graph = ir::Graph::Create("g");
  ir::Node* a = AddOp(*graph, "a", {});
  ir::Node* b = AddOp(*graph, "b", {a, a});
  ir::Node* c = AddOp(*graph, "c", {a, b});
  for (ir::Node* target : {c, b}) ASSERT_TRUE(graph->AddControlEdge(a, target).ok());
  graph->OrderUses(a, 0, {2, 0, 1});
  const std::string text = TextDump(*graph).value();

  const auto read = ReadTextDump(text);

  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(TextDump(**read).value(), text);
  std::string uses;
  for (const ir::Link& use : (*read)->FindNode("a")->uses(0))
    uses += use.node->name() + std::to_string(use.port);
  EXPECT_EQ(uses, "c0b0b1");
  EXPECT_EQ((*read)->FindNode("a")->control_outputs().front().node->name(), "c");
}

TEST(TextDump, TheTextsOfTheReferenceAreRead) {
  for (const char* name :
       {"g01_builder_constants", "g04_native_attrs", "g07_dynamic_ports", "g08_nested_if", "g10_names"}) {
    const auto read = ReadTextDump(TestText(std::string(name) + ".ge_proto.txt"));

    EXPECT_TRUE(read.ok()) << name << ": " << read.status().ToString();
  }
}

TEST(TextDump, ATextThatMakesNoSenseIsRefusedAsItsFileWouldBe) {
  EXPECT_EQ(ReadTextDump("").status().message(), "the model is empty");
  EXPECT_EQ(ReadTextDump("graph { op { name: 'a' input: 'b:0' input_desc { } } }").status().code(), "E10041");
}

}  // namespace
}  // namespace ge::serialize
