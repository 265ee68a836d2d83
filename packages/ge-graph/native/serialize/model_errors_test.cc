#include <gtest/gtest.h>

#include <cstdlib>
#include <protozero/pbf_writer.hpp>
#include <random>

#include "serialize/model_def.h"
#include "serialize/test_message.h"
#include "serialize/testdata_files.h"

namespace ge::serialize {
namespace {

base::Result<std::shared_ptr<ir::Graph>> Read(std::string_view bytes) {
  return ReadModel(base::Buffer::CopyOf(bytes.data(), bytes.size()));
}

struct BadModel {
  const char* name;
  const char* model;  // protobuf text
  const char* error;  // part of it
};

class BadModels : public testing::TestWithParam<BadModel> {};

TEST_P(BadModels, AreRefused) {
  const auto graph = Read(MessageOf(GetParam().model));

  ASSERT_FALSE(graph.ok());
  EXPECT_NE(graph.status().ToString().find(GetParam().error), std::string::npos) << graph.status().ToString();
}

INSTANTIATE_TEST_SUITE_P(
    ModelDef, BadModels,
    testing::Values(
        BadModel{"no_graph", "name: 'm'", "E10041: the model holds no graph"},
        BadModel{"unknown_producer",
                 "graph { name: 'g' op { name: 'a' type: 'T' input: 'b:0' input_desc { } } }",
                 "E10041: graph \"g\": node \"a\" (T) reads \"b:0\", but there is no node \"b\""},
        BadModel{"no_such_output", "graph { name: 'g' op { name: 'a' input: 'a:3' input_desc { } } }",
                 "E10041: graph \"g\": \"a:3\": there is no output 3 of node \"a\" (): it has 0"},
        BadModel{"no_such_input", "graph { op { name: 'a' input: 'a:0' output_desc { } } }",
                 "there is no input 0 of node \"a\" (): it has 0"},
        BadModel{"input_that_is_no_text", "graph { op { name: 'a' input: '\\xad:0' input_desc { } } }",
                 "reads \"\\255:0\", but there is no node \"\\255\""},
        BadModel{"huge_output",
                 "graph { op { name: 'a' input: 'a:4294967296' input_desc { } output_desc { } } }",
                 "there is no output 4294967296"},
        BadModel{"no_number", "graph { op { name: 'a' input: 'a:x' input_desc { } output_desc { } } }",
                 "\"a:x\" does not end in the number of an output"},
        BadModel{"overflowing_number", "graph { op { name: 'a' input: 'a:99999999999999999999' } }",
                 "does not end in the number of an output"},
        BadModel{"twins", "graph { name: 'g' op { name: 'a' } op { name: 'a' } }",
                 "E13009: graph \"g\": two nodes have the name \"a\""},
        BadModel{"unknown_result", "graph { output: 'a:0' }",
                 "a result of the graph is \"a:0\", but there is no node \"a\""},
        BadModel{"unknown_input", "graph { input: 'a:0' }", "an input of the graph is \"a:0\""},
        BadModel{"result_out_of_range", "graph { output: 'a:1' op { name: 'a' type: 'T' output_desc { } } }",
                 "a result of the graph is output 1 of node \"a\" (T), which has 1"},
        BadModel{"missing_subgraph",
                 "graph { name: 'g' op { name: 'a' type: 'T' subgraph_name: 's' } } graph { name: 'x' }",
                 "subgraph \"s\" of node \"a\" (T) of graph \"g\" is not in the model"},
        BadModel{"own_subgraph",
                 "graph { name: 'g' op { name: 'a' subgraph_name: 'g' } } graph { name: 'x' }",
                 "graph \"g\" cannot be its own subgraph"},
        BadModel{"subgraph_of_itself",
                 "graph { name: 'g' op { name: 'a' subgraph_name: 's' } } "
                 "graph { name: 's' op { name: 'b' subgraph_name: 's' } }",
                 "graph \"s\" is already the body of node \"a\""},
        BadModel{
            "subgraph_used_twice",
            "graph { name: 'g' op { name: 'a' subgraph_name: 's' subgraph_name: 's' } } graph { name: 's' }",
            "already the body of node \"a\""},
        BadModel{"graphs_with_one_name", "graph { name: 'g' } graph { name: 'g' }",
                 "two graphs of the model have the name \"g\""},
        BadModel{"unknown_type_of_data", "graph { op { name: 'a' type: 'T' output_desc { dtype: 77 } } }",
                 "node \"a\" (T): output 0: the data type number 77 is not known"},
        BadModel{"unknown_list", "graph { attr { key: 'k' value { list { val_type: 11 } } } }",
                 "attribute \"k\": the kind of list number 11 is not known"},
        BadModel{"too_few_elements",
                 "graph { attr { key: 'k' value { t { desc { dtype: DT_FLOAT shape { dim: 3 } } data: 'abcd' "
                 "} } } }",
                 "a DT_FLOAT tensor of shape [3] takes 12 bytes, but has 4"},
        BadModel{"weights_in_a_file",
                 "graph { attr { key: 'k' value { t { desc { attr { key: 'location' value { s: 'w' } } "
                 "attr { key: 'length' value { i: 4 } } } } } } }",
                 "weights stand in the file \"w\", but the model was read from memory"},
        BadModel{"name_of_a_node", "graph { op { name: '\\xff' } }",
                 "E13005: graph \"\": the name of a node is no UTF-8 text"},
        BadModel{"name_of_an_attribute", "graph { attr { key: '\\xc0\\x80' value { i: 1 } } }",
                 "the name of an attribute is no UTF-8 text"}),
    [](const auto& info) { return info.param.name; });

TEST(ModelErrors, AnAttributeOfALaterVersionIsRefused) {
  std::string attr;
  protozero::pbf_writer(attr).add_int64(18, 1);
  std::string entry;
  protozero::pbf_writer(entry).add_string(1, "k");
  protozero::pbf_writer(entry).add_message(2, attr);
  std::string graph;
  protozero::pbf_writer(graph).add_message(ge_ir::graph_def::kAttr, entry);
  std::string model;
  protozero::pbf_writer(model).add_message(ge_ir::model_def::kGraph, graph);

  EXPECT_NE(Read(model).status().message().find("the kind of value number 18 is not known"),
            std::string::npos);
}

TEST(ModelErrors, BytesThatAreNoMessageAreRefused) {
  EXPECT_EQ(ReadModel(nullptr).status().code(), "E13005");
  EXPECT_EQ(Read("").status().code(), "E13005");
  EXPECT_EQ(Read("no protobuf").status().code(), "E13005");
}

TEST(ModelErrors, EveryCutOffFileIsRefusedOrASmallerModel) {
  const std::string golden = TestText("g04_native_attrs.air");
  for (size_t size = 0; size < golden.size(); ++size) {
    const auto graph = Read(std::string_view(golden).substr(0, size));
    EXPECT_EQ(graph.ok(), graph.status().code().empty());
  }
}

TEST(ModelErrors, AttributesThatNestTooDeepAreRefused) {
  std::string attr = MessageOf("i: 1", ge_ir::kAttrDef);
  for (int depth = 0; depth < 100000; ++depth) {
    std::string entry;
    protozero::pbf_writer(entry).add_message(2, attr);
    std::string named;
    protozero::pbf_writer(named).add_message(ge_ir::named_attrs::kAttr, entry);
    attr.clear();
    protozero::pbf_writer(attr).add_message(ge_ir::attr_def::kFunc, named);
    if (attr.size() > 200000) break;
  }
  std::string entry;
  protozero::pbf_writer(entry).add_message(2, attr);
  std::string graph;
  protozero::pbf_writer(graph).add_message(ge_ir::graph_def::kAttr, entry);
  std::string model;
  protozero::pbf_writer(model).add_message(ge_ir::model_def::kGraph, graph);

  EXPECT_NE(Read(model).status().message().find("more than 24 deep"), std::string::npos);
}

TEST(ModelErrors, SubgraphsThatNestTooDeepAreRefused) {
  std::string model;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = "graph { name: '" + std::to_string(i) + "' op { name: 'n' subgraph_name: '" +
                             (i == 4999 ? std::string() : std::to_string(i + 1)) + "' } }";
    model += MessageOf(text);
  }

  EXPECT_NE(Read(model).status().message().find("nest more than 256 deep"), std::string::npos);
}

TEST(ModelErrors, SizesThatCountOnTooMuchAreOnlyNumbers) {
  const auto graph = Read(MessageOf(R"(graph { op { name: 'a' type: 'Mine'
      attr { key: '_ir_inputs_key' value { list { s: 'x' } } }
      attr { key: '_ir_inputs_value' value { list { i: 2 } } }
      attr { key: '__dynamic_input_x_cnt' value { i: 4611686018427387904 } }
      input_desc { } output_desc { shape { dim: 9223372036854775807 dim: 9223372036854775807 } } } })"));

  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_EQ((*graph)->FindNode("a")->input_count(), 1);
  EXPECT_EQ((*graph)->FindNode("a")->output_desc(0).shape.Elements(), -1);
}

// Replay one: GE_FUZZ_SEED=<seed>; look for longer: GE_FUZZ_ROUNDS=<count>.
TEST(ModelErrors, ChangedBytesEndInAGraphThatCanBeWrittenOrAnError) {
  const char* rounds_text = std::getenv("GE_FUZZ_ROUNDS");
  const char* seed_text = std::getenv("GE_FUZZ_SEED");
  const uint64_t first = seed_text == nullptr ? 1 : std::strtoull(seed_text, nullptr, 10);
  const uint64_t asked = rounds_text == nullptr ? 3000 : std::strtoull(rounds_text, nullptr, 10);
  const uint64_t rounds = seed_text == nullptr ? asked : 1;
  const std::string golden[] = {TestText("g04_native_attrs.air"), TestText("g08_nested_if.air"),
                                TestText("g07_dynamic_ports.air")};
  for (uint64_t seed = first; seed < first + rounds; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string model = golden[seed % 3];
    for (uint64_t changes = random() % 8; changes != 0; --changes) {
      const size_t at = random() % model.size();
      switch (random() % 4) {
        case 0:
          model[at] = static_cast<char>(random());
          break;
        case 1:
          model[at] = static_cast<char>(model[at] ^ (1 << (random() % 8)));
          break;
        case 2:
          model.erase(at, random() % 16);
          break;
        default:
          model.insert(at, model.substr(random() % model.size(), random() % 64));
      }
      if (model.empty()) break;
    }

    const auto graph = Read(model);

    if (!graph.ok()) {
      EXPECT_FALSE(graph.status().code().empty());
      continue;
    }
    const auto written = WriteModel(**graph);
    ASSERT_TRUE(written.ok()) << written.status().ToString();
    const auto again = Read(written->Join());
    ASSERT_TRUE(again.ok()) << again.status().ToString();
  }
}

}  // namespace
}  // namespace ge::serialize
