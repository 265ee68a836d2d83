#include "infer/infer.h"

#include "infer/test_graph.h"

namespace ge::infer {
namespace {

using base::DataType;

#define EXPECT_OK(expression)                      \
  do {                                             \
    const base::Status status = (expression);      \
    EXPECT_TRUE(status.ok()) << status.ToString(); \
  } while (false)

TEST(InferGraph, EveryEndOfAnEdgeIsDescribed) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2, -1}, DataType::kFloat16);
  ir::Node* relu = g.Op("Relu", {x});
  g.Results({relu});

  EXPECT_OK(InferGraph(*g.graph));

  for (const ir::TensorDesc* desc : {&x->input_desc(0), &x->output_desc(0), &relu->input_desc(0),
                                     &relu->output_desc(0), &g.graph->net_output()->input_desc(0)}) {
    EXPECT_EQ(desc->shape, (ir::Shape{2, -1}));
    EXPECT_EQ(desc->type, DataType::kFloat16);
    EXPECT_TRUE(desc->has_origin_shape());
    EXPECT_EQ(desc->origin_shape(), (ir::Shape{2, -1}));
  }
}

TEST(InferGraph, AFormatIsPassedOn) {
  TestGraph g;
  ir::Node* x = g.Data(0, {1, 8, 4, 4});
  x->mutable_output_desc(0).format = base::Format::kNchw;
  ir::Node* relu = g.Op("Relu", {x});

  EXPECT_OK(InferGraph(*g.graph));

  EXPECT_EQ(relu->input_desc(0).format, base::Format::kNchw);
  EXPECT_EQ(relu->output_desc(0).format, base::Format::kNchw);
  EXPECT_EQ(relu->output_desc(0).origin_format(), base::Format::kNchw);
}

TEST(InferGraph, AConstHasTheShapeOfItsTensor) {
  TestGraph g;
  ir::Node* c = g.Const<float>({2, 2}, DataType::kFloat, {1, 2, 3, 4});

  EXPECT_OK(InferGraph(*g.graph));

  EXPECT_EQ(ShapeText(c), "[2, 2]");
}

TEST(InferGraph, AShapeComputedFromShapesIsKnown) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2, 3, 4});
  ir::Node* shape = g.Op("Shape", {x}, {{"dtype", int64_t{9}}});
  ir::Node* first = g.Op("GatherV2", {shape, g.Ints({0}), g.Int(0)});
  ir::Node* wanted = g.Op("ConcatD", {first, g.Ints({-1})}, {{"concat_dim", int64_t{0}}});
  ir::Node* flat = g.Op("Reshape", {x, wanted});

  EXPECT_OK(InferGraph(*g.graph));

  EXPECT_EQ(ShapeText(flat), "[2, 12]");
}

TEST(InferGraph, WhatIsKnownOfAShapeGoesThroughWhatIsNot) {
  TestGraph g;
  ir::Node* x = g.Data(0, {-1, 3, 4});
  ir::Node* shape = g.Op("Shape", {x}, {{"dtype", int64_t{9}}});
  ir::Node* batch = g.Op("StridedSliceV2", {shape, g.Ints({0}), g.Ints({1})});
  ir::Node* wanted = g.Op("ConcatD", {batch, g.Ints({12})}, {{"concat_dim", int64_t{0}}});
  ir::Node* flat = g.Op("Reshape", {x, wanted});

  EXPECT_OK(InferGraph(*g.graph));

  EXPECT_EQ(ShapeText(flat), "[-1, 12]");
}

TEST(InferGraph, AScaledSizeIsRoundedDown) {
  TestGraph g;
  ir::Node* x = g.Data(0, {1, 8, 5, -1});
  ir::Node* shape = g.Op("Shape", {x});
  ir::Node* image = g.Op("Slice", {shape, g.Ints({2}), g.Ints({2})});
  ir::Node* real = g.Op("Cast", {image}, {{"dst_type", int64_t{0}}});
  ir::Node* scaled = g.Op("Mul", {real, g.Const<float>({2}, DataType::kFloat, {1.5F, 1.5F})});
  ir::Node* size = g.Op("Cast", {scaled}, {{"dst_type", int64_t{3}}});
  ir::Node* resized = g.Op("ResizeNearestNeighborV2", {x, size});

  EXPECT_OK(InferGraph(*g.graph));

  EXPECT_EQ(ShapeText(resized), "[1, 8, 7, -1]");
}

TEST(InferGraph, ValuesMayBeGivenFromOutside) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2, 3});
  ir::Node* shape = g.Data(1, {2}, DataType::kInt64);
  ir::Node* reshaped = g.Op("Reshape", {x, shape});
  const std::vector<int64_t> elements{3, 2};
  const ir::Tensor tensor(ir::TensorDesc({2}, DataType::kInt64), base::Buffer::CopyOf(elements.data(), 16));

  EXPECT_OK(InferGraph(*g.graph, {{{{shape, 0}, tensor}}, false}));

  EXPECT_EQ(ShapeText(reshaped), "[3, 2]");
}

TEST(InferGraph, ATensorOfManyElementsHasNoValue) {
  TestGraph g;
  ir::Node* x = g.Data(0, {-1});
  ir::Node* reshaped = g.Op("Reshape", {x, g.Ints(std::vector<int64_t>(2000, 1))});

  EXPECT_OK(InferGraph(*g.graph));

  EXPECT_EQ(ShapeText(reshaped), "[-2]");
}

TEST(InferGraph, AnOperatorWithoutARuleIsNamed) {
  TestGraph g;
  ir::OpSchema schema;
  schema.type = "Strange";
  schema.outputs = {{"y"}};
  g.graph->AddNode("s", std::make_shared<const ir::OpSchema>(schema));

  const base::Status status = InferGraph(*g.graph);

  EXPECT_EQ(status.ToString(), "E10501: no shape rule for operator type Strange (node \"s\")");
}

TEST(InferGraph, AnInputThatIsNotConnectedIsNamed) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2});
  g.Op("Add", {x});

  const base::Status status = InferGraph(*g.graph);

  EXPECT_EQ(status.ToString(), "E13014: Add \"Add1\": input x2 is not connected");
}

TEST(InferGraph, AMissingAttributeIsNamed) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2});
  g.Op("Cast", {x});

  const base::Status status = InferGraph(*g.graph);

  EXPECT_EQ(status.ToString(), "E13014: Cast \"Cast1\": attribute dst_type is missing");
}

TEST(InferGraph, WhatStandsBeforeAnErrorIsInferred) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2, 3});
  ir::Node* relu = g.Op("Relu", {x});
  g.Op("MatMul", {relu, x});

  const base::Status status = InferGraph(*g.graph);

  EXPECT_EQ(status.message(), "MatMul \"MatMul2\": inner sizes differ: x1 is [2, 3], x2 is [2, 3]");
  EXPECT_EQ(ShapeText(relu), "[2, 3]");
}

TEST(InferGraph, IgnoredErrorsLeaveRanksOpen) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2, 3});
  ir::Node* product = g.Op("MatMul", {x, x});
  ir::Node* relu = g.Op("Relu", {product});

  EXPECT_OK(InferGraph(*g.graph, {{}, true}));

  EXPECT_EQ(ShapeText(product), "[-2]");
  EXPECT_EQ(ShapeText(relu), "[-2]");
}

TEST(InferGraph, ACycleIsAnError) {
  TestGraph g;
  ir::Node* x = g.Data(0, {2});
  ir::Node* a = g.Op("Relu", {x});
  ir::Node* b = g.Op("Relu", {a});
  EXPECT_OK(g.graph->AddControlEdge(b, a));

  EXPECT_FALSE(InferGraph(*g.graph).ok());
}

TEST(InferGraph, AMillionNodesInARow) {
  TestGraph g;
  const auto schema = ops::FindSchema("Relu");
  ir::Node* last = g.Data(0, {2, -1});
  for (int i = 0; i < 1000000; ++i) {
    ir::Node* node = g.graph->AddNode("n", schema);
    EXPECT_OK(g.graph->AddDataEdge(last, 0, node, 0));
    last = node;
  }

  EXPECT_OK(InferGraph(*g.graph));

  EXPECT_EQ(ShapeText(last), "[2, -1]");
}

TEST(InferNode, GivesShapesForTheInputsAtHand) {
  TestGraph g;
  ir::Node* x = g.Data(0, {-1, -1});
  ir::Node* shape = g.Data(1, {2}, DataType::kInt64);
  const ir::Node* node = g.Op("Reshape", {x, shape});
  const ir::TensorDesc x_now({4, 6}, DataType::kFloat);
  const ir::TensorDesc shape_now({2}, DataType::kInt64);
  const std::vector<int64_t> elements{8, -1};
  const ir::Tensor value(shape_now, base::Buffer::CopyOf(elements.data(), 16));

  const auto outputs = InferNode(*node, {&x_now, &shape_now}, {nullptr, &value});

  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  ASSERT_EQ(outputs->size(), 1U);
  EXPECT_EQ(outputs->at(0).shape, (ir::Shape{8, 3}));
}

TEST(InferNode, DoesNotNeedValues) {
  TestGraph g;
  ir::Node* x = g.Data(0, {-1, -1});
  ir::Node* shape = g.Data(1, {2}, DataType::kInt64);
  const ir::Node* node = g.Op("Reshape", {x, shape});
  const ir::TensorDesc x_now({4, 6}, DataType::kFloat);
  const ir::TensorDesc shape_now({2}, DataType::kInt64);
  std::vector<ir::TensorDesc> outputs;

  EXPECT_OK(InferNode(*node, {&x_now, &shape_now}, {}, outputs));

  EXPECT_EQ(outputs.at(0).shape, (ir::Shape{-1, -1}));
}

}  // namespace
}  // namespace ge::infer
