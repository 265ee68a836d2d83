#include "serialize/model_def.h"

#include <gtest/gtest.h>

#include "ir/test_graph.h"
#include "serialize/ge_ir_fields.h"
#include "serialize/test_message.h"
#include "serialize/testdata_files.h"
#include "serialize/text_format.h"

namespace ge::serialize {
namespace {

using ir::AddOp;
using ir::Graph;

std::shared_ptr<base::Buffer> BufferOf(std::string_view bytes) {
  return base::Buffer::CopyOf(bytes.data(), bytes.size());
}

std::string Written(const Graph& graph, const WriteOptions& options = {}) {
  base::Result<Segments> written = WriteModel(graph, options);
  EXPECT_TRUE(written.ok()) << written.status().ToString();
  return written.ok() ? written->Join() : "";
}

std::shared_ptr<Graph> Read(std::string_view bytes, const ReadOptions& options = {}) {
  auto graph = ReadModel(BufferOf(bytes), options);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  return graph.ok() ? *graph : Graph::Create("unread");
}

std::string TextOf(std::string_view bytes) { return TextOf(bytes, ge_ir::kModelDef).value(); }

class GoldenFile : public testing::TestWithParam<const char*> {};

TEST_P(GoldenFile, IsTheSameMessageAfterLoadingAndSaving) {
  const std::string golden = TestText(std::string(GetParam()) + ".air");

  const std::string saved = Written(*Read(golden));

  EXPECT_EQ(TextOf(saved), TextOf(golden));
  EXPECT_EQ(Written(*Read(saved)), saved);
}

INSTANTIATE_TEST_SUITE_P(Reference, GoldenFile,
                         testing::Values("g01_builder_constants", "g04_native_attrs", "g07_dynamic_ports",
                                         "g08_nested_if", "g10_names"));

TEST(ModelDef, WhatTheReferenceLosesIsKept) {
  const std::string model = MessageOf(R"(
    name: 'net' version: 3 custom_version: 'mine'
    graph {
      name: 'g'
      op {
        name: 'a' type: 'NoSuchOperator'
        attr { key: 'bytes' value { list { bt: '' bt: 'x' val_type: VT_LIST_BYTES } } }
        attr { key: 'formula' value { expression: 's0 + 1' } }
        attr_groups { other_group_def { attr { key: 'k' value { i: 5 } } } }
        has_out_attr: true id: 4 stream_id: 2
        input_name: 'in' src_name: 's' src_index: 1 dst_name: 'd' dst_index: 2 input_i: 3 output_i: 4
        workspace: 5 workspace_bytes: 6 is_input_const: true
        output_desc {
          name: 'named' dtype: DT_FLOAT16 shape { dim: 2 dim: -1 } layout: 'NCHW'
          attr { key: 'format_for_int' value { i: 0 } }
          attr { key: 'origin_data_type' value { s: 'DT_INT8' } }
          attr { key: 'origin_format' value { s: 'ND' } }
          attr { key: 'origin_format_for_int' value { i: 2 } }
          attr { key: 'origin_shape_initialized' value { b: false } }
          attr { key: 'own' value { b: true } }
          attr { key: 'placement' value { i: 1 } }
          attr { key: 'shape_range' value { list_list_int { list_list_i { list_i: 1 list_i: -1 } } } }
          has_out_attr: true size: 1 weight_size: 2 reuse_input: true output_tensor: true device_type: 'CPU'
          input_tensor: true real_dim_cnt: 3 reuse_input_index: 4 data_offset: 5 cmps_size: 6 cmps_tab: 'c'
          cmps_tab_offset: 7
        }
      }
      attr_groups { attr_group_def { shape_env_attr_group { unique_sym_id: 9 } } }
    }
    attr { key: 'event_num' value { i: 0 } }
    attr { key: 'label_num' value { i: 0 } }
    attr { key: 'memory_size' value { i: 12 } }
    attr { key: 'p2p_memory_size' value { i: 0 } }
    attr { key: 'stream_num' value { i: 0 } }
    attr { key: 'target_type' value { s: 'MINI' } }
    attr { key: 'user' value { s: 'kept' } }
    attr { key: 'weight_size' value { i: 0 } }
    attr_groups { other_group_def { } })");

  EXPECT_EQ(TextOf(Written(*Read(model))), TextOf(model));
}

TEST(ModelDef, APrototypeIsRestored) {
  const auto graph = Read(TestText("g07_dynamic_ports.air"));

  const ir::Node* node = graph->FindNode("phony_1i1dyi_2o2dyo1o_11");
  EXPECT_EQ(node->InputName(1), "dx0");
  EXPECT_EQ(node->OutputName(3), "dy11");
  EXPECT_EQ(node->OutputName(5), "dy30");
  EXPECT_EQ(node->port_counts().dynamic_outputs, (std::vector<int32_t>{2, 0, 1}));
  EXPECT_EQ(node->schema().attrs[1].name, base::Name("value"));
}

TEST(ModelDef, AnOperatorThatTheProcessKnowsHasItsDefaultsAgain) {
  const auto graph = Read(TestText("g07_dynamic_ports.air"));

  const ir::OpSchema& split = graph->FindNode("Split_1")->schema();

  EXPECT_NE(split.inputs[1].types, 0U);
  EXPECT_NE(split.attrs[0].kind, ir::AttrKind::kUnknown);
}

TEST(ModelDef, NodesThatTellTheSameShareAPrototype) {
  const auto graph = Read(TestText("g01_builder_constants.air"));

  EXPECT_EQ(graph->FindNode("Const_1")->shared_schema(), graph->FindNode("Const_2")->shared_schema());
}

TEST(ModelDef, SubgraphsFindTheirNodesAndSlots) {
  const auto graph = Read(TestText("g08_nested_if.air"));

  const auto inner = graph->FindSubgraph("inner_else");
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->parent_graph()->name(), "then_body");
  EXPECT_EQ(inner->parent_node()->subgraphs()[1].slot, "else_branch");
  EXPECT_EQ(graph->subgraphs().size(), 4U);
}

TEST(ModelDef, LargeElementsAreNeitherCopiedWhenWrittenNorWhenRead) {
  const auto graph = Graph::Create("g");
  ir::Node* node = AddOp(*graph, "c", {}, "Const");
  const auto data = base::Buffer::Allocate(1 << 20);
  node->mutable_attrs().Set("value",
                            ir::Box<ir::Tensor>(ir::Tensor({{1 << 20}, base::DataType::kInt8}, data)));

  const auto written = WriteModel(*graph);
  const auto bytes = BufferOf(written->Join());
  const auto read = ReadModel(bytes);

  ASSERT_TRUE(read.ok());
  EXPECT_NE(std::find_if(written->pieces().begin(), written->pieces().end(),
                         [&data](std::string_view piece) { return piece.data() == data->data(); }),
            written->pieces().end());
  const auto& tensor = *(*read)->FindNode("c")->Attr<ir::Box<ir::Tensor>>("value");
  EXPECT_GE(tensor->data->view().data(), bytes->view().data());
  EXPECT_LT(tensor->data->view().data(), bytes->view().data() + bytes->size());
}

TEST(ModelDef, ElementsBeginWhereTheyCanBeUsedInAMappedFile) {
  std::string name;
  for (int i = 0; i < 20; ++i) {
    const auto graph = Graph::Create("g");
    for (const std::string which : {"first", "second"}) {
      ir::Node* node = AddOp(*graph, which + (name += "x"), {}, "Const");
      node->mutable_attrs().Set("value", ir::Box<ir::Tensor>(ir::Tensor({{1024}, base::DataType::kDouble},
                                                                        base::Buffer::Allocate(8192))));
    }

    const auto bytes = BufferOf(Written(*graph));
    const auto read = ReadModel(bytes);

    ASSERT_TRUE(read.ok());
    for (const ir::Node* node : (*read)->nodes()) {
      const auto& tensor = *node->Attr<ir::Box<ir::Tensor>>("value");
      EXPECT_GE(tensor->data->view().data(), bytes->view().data());
      EXPECT_LT(tensor->data->view().data(), bytes->view().data() + bytes->size());
    }
  }
}

TEST(ModelDef, ElementsThatLieBadlyAreCopied) {
  // Another writer has no filler.
  const std::string data(8192, '7');
  for (std::string name; name.size() < 8; name += "n") {
    const auto read =
        Read(MessageOf("graph { name: 'g' op { name: '" + name +
                       "' type: 'Const' output_desc { } attr { key: 'value' value { t { desc { dtype: "
                       "DT_DOUBLE shape { dim: 1024 } } data: '" +
                       data + "' } } } } }"));

    const auto& tensor = *read->FindNode(name)->Attr<ir::Box<ir::Tensor>>("value");
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor->data->data()) % 8, 0U);
    EXPECT_EQ(tensor->data->view(), data);
  }
}

TEST(ModelDef, WeightsMayStandInAContainer) {
  const auto graph = Graph::Create("g");
  ir::Node* node = AddOp(*graph, "c", {}, "Const");
  node->mutable_attrs().Set("value", ir::Box<ir::Tensor>(ir::Tensor({{4}, base::DataType::kInt8},
                                                                    base::Buffer::CopyOf("abcd", 4))));
  WriteOptions write;
  write.place_data = [](const ir::Node*, const ir::Tensor&) { return DataPlace{3, ""}; };
  const std::string model = Written(*graph, write);
  EXPECT_EQ(model.find("abcd"), std::string::npos);

  ReadOptions options;
  options.weights = BufferOf("...abcd...");
  const auto read = Read(model, options);

  const auto& tensor = *read->FindNode("c")->Attr<ir::Box<ir::Tensor>>("value");
  EXPECT_EQ(tensor->data->view(), "abcd");
  EXPECT_EQ(tensor->desc.details().weight_size, 0);
  EXPECT_EQ(Written(*read), Written(*graph));
  options.weights = BufferOf("...abc");
  EXPECT_NE(ReadModel(BufferOf(model), options)
                .status()
                .message()
                .find("4 bytes from 3 on, lie outside the weights of 6"),
            std::string::npos);
}

TEST(ModelDef, OldFilesRepeatFieldsAsAttributesAndThoseCount) {
  const auto graph = Read(MessageOf(R"(graph { name: 'g' op { name: 'a' type: 'A' output_desc {
      dtype: DT_FLOAT layout: 'NHWC' size: 1 device_type: 'NPU'
      attr { key: '__tensor_desc_data_type__' value { i: 16 } }
      attr { key: 'format_for_int' value { i: 1028 } }
      attr { key: 'size' value { i: 99 } }
      attr { key: 'reuse_input' value { b: true } }
      attr { key: 'device_type' value { s: 'CPU' } } } } })"));

  const ir::TensorDesc& desc = graph->FindNode("a")->output_desc(0);

  EXPECT_EQ(desc.type, base::DataType::kComplex64);
  EXPECT_EQ(desc.format, static_cast<base::Format>(1028));
  EXPECT_EQ(desc.details().size, 99);
  EXPECT_TRUE(desc.details().reuse_input);
  EXPECT_EQ(desc.details().device_type, "CPU");
  EXPECT_TRUE(desc.attrs().empty());
}

TEST(ModelDef, AHiddenOriginShapeIsNotTaken) {
  const auto graph =
      Read(MessageOf(R"(graph { op { name: 'a' output_desc { attr { key: 'origin_shape' value { list {
      i: 4 val_type: VT_LIST_INT } } } attr { key: 'origin_shape_initialized' value { b: false } } } } })"));

  EXPECT_FALSE(graph->FindNode("a")->output_desc(0).has_origin_shape());
}

TEST(ModelDef, WithoutNetOutputTheFileTellsTheResults) {
  const auto graph = Read(
      MessageOf("graph { output: 'a:1' output: 'a:0' op { name: 'a' output_desc { } output_desc { } } }"));

  ir::Node* a = graph->FindNode("a");
  EXPECT_EQ(graph->Results(), (std::vector<ir::Endpoint>{{a, 1}, {a, 0}}));
}

TEST(ModelDef, ASingleGraphMayNameSubgraphsThatAreNotThere) {
  const std::string model =
      MessageOf("graph { op { name: 'a' type: 'X' subgraph_name: 'gone' subgraph_name: '' } }");

  const auto graph = Read(model);

  ASSERT_EQ(graph->FindNode("a")->subgraphs().size(), 2U);
  EXPECT_EQ(graph->FindNode("a")->subgraphs()[0].instance, "gone");
}

TEST(ModelDef, TwoNodesWithOneNameCannotBeWritten) {
  const auto graph = Graph::Create("g");
  AddOp(*graph, "twin", {});
  AddOp(*graph, "twin", {});

  const auto written = WriteModel(*graph);

  EXPECT_EQ(written.status().code(), "E13009");
  EXPECT_NE(written.status().message().find("two nodes of graph \"g\" have the name \"twin\""),
            std::string::npos);
}

TEST(ModelDef, AnEdgeFromAnotherGraphCannotBeWritten) {
  const auto graph = Graph::Create("g");
  const auto other = Graph::Create("other");
  ir::Node* here = graph->AddNode("here", ir::SchemaOf("Op", 1, 1));
  ASSERT_TRUE(graph->AddDataEdge(AddOp(*other, "there", {}), 0, here, 0).ok());

  EXPECT_NE(WriteModel(*graph).status().message().find("reads a node of another graph"), std::string::npos);
}

TEST(ModelDef, AGraphThatHoldsItselfCannotBeWritten) {
  const auto graph = Graph::Create("g");
  graph->attrs.Set("self", graph);

  EXPECT_NE(WriteModel(*graph).status().message().find("more than 24 deep"), std::string::npos);

  graph->attrs.Remove("self");
}

}  // namespace
}  // namespace ge::serialize
