// Ranges of dimensions through whole graphs: what Data nodes say, and what is seen on every node.
#include "infer/infer.h"
#include "infer/test_graph.h"

namespace ge::infer {
namespace {

using base::DataType;

constexpr int64_t kOpen = ir::DimRange::kOpen;

int64_t Range(int64_t min, int64_t max) { return ir::DimOf({min, max}); }

TEST(Ranges, GoFromDataToTheResult) {
  TestGraph g;
  ir::Node* x = g.Ranged(0, {Range(1, 8), 16});
  ir::Node* product = g.Op("MatMul", {x, g.Data(1, {16, 4})});
  ir::Node* joined = g.Op("ConcatD", {product, product}, {{"concat_dim", int64_t{0}}});

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(RangedText(x), "[1~8, 16]");
  EXPECT_EQ(RangedText(product), "[1~8, 4]");
  EXPECT_EQ(RangedText(joined), "[2~16, 4]");
  EXPECT_EQ(ShapeText(joined), "[-1, 4]");
  EXPECT_EQ(RangedText(x, 0), "[1~8, 16]");
}

TEST(Ranges, StandInDescriptorsWithAPairForEachDimension) {
  TestGraph g;
  ir::Node* relu = g.Op("Relu", {g.Ranged(0, {Range(1, kOpen), 3})});

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  const ir::ShapeRange expected = {{1, -1}, {3, 3}};
  EXPECT_EQ(relu->output_desc(0).details().shape_range, expected);
  EXPECT_EQ(relu->input_desc(0).details().shape_range, expected);
}

TEST(Ranges, GoWhereShapesAreKnown) {
  TestGraph g;
  ir::Node* x = g.Ranged(0, {Range(1, 8)});
  ir::Node* relu = g.Op("Relu", {x});
  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  x->mutable_output_desc(0).shape = {4};
  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_TRUE(relu->output_desc(0).details().shape_range.empty());
  EXPECT_TRUE(relu->input_desc(0).details().shape_range.empty());
}

TEST(Ranges, ThatFitNoShapeSayNothing) {
  TestGraph g;
  ir::Node* x = g.Data(0, {-1, 3});
  ir::Node* relu = g.Op("Relu", {x});
  for (const ir::ShapeRange& range : {ir::ShapeRange{{1, 8}}, {{5, 2}, {3, 3}}, {{-4, 2}, {3, 3}}}) {
    x->mutable_output_desc(0).mutable_details().shape_range = range;

    EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

    EXPECT_EQ(RangedText(relu), "[-1, 3]");
  }
}

// The usual way to flatten what is behind the batch, and to put the batch back.
TEST(Ranges, GoThroughShapesThatAreComputed) {
  TestGraph g;
  ir::Node* x = g.Ranged(0, {Range(1, 8), Range(10, 20), 64});
  ir::Node* shape = g.Op("Shape", {x}, {{"dtype", int64_t{9}}});
  ir::Node* batch = g.Op("GatherV2", {shape, g.Ints({0}), g.Int(0)});
  ir::Node* length = g.Op("GatherV2", {shape, g.Ints({1}), g.Int(0)});
  ir::Node* rows = g.Op("Mul", {batch, length});
  ir::Node* flat = g.Op("Reshape", {x, g.Op("ConcatD", {rows, g.Ints({64})}, {{"concat_dim", int64_t{0}}})});
  ir::Node* heads = g.Op(
      "Reshape", {flat, g.Op("ConcatD", {batch, length, g.Ints({4, 16})}, {{"concat_dim", int64_t{0}}})});

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(RangedText(flat), "[10~160, 64]");
  EXPECT_EQ(RangedText(heads), "[1~8, 10~20, 4, 16]");
}

// x.view(x.size(0), -1): what is read from x cancels out of the count of its elements.
TEST(Ranges, WhatIsReadFromATensorIsKnownInItsReshape) {
  TestGraph g;
  ir::Node* x = g.Data(0, {-1, 512, 7, -1});
  ir::Node* shape = g.Op("Shape", {x}, {{"dtype", int64_t{9}}});
  ir::Node* batch = g.Op("GatherV2", {shape, g.Ints({0}), g.Int(0)});
  ir::Node* width = g.Op("GatherV2", {shape, g.Ints({3}), g.Int(0)});
  const std::vector<std::pair<std::string, ir::AttrValue>> kJoin = {{"concat_dim", int64_t{0}}};
  ir::Node* flat = g.Op("Reshape", {x, g.Op("ConcatD", {width, g.Ints({-1}), batch}, kJoin)});
  ir::Node* other = g.Op("Reshape", {g.Data(1, {-1, 512}), g.Op("ConcatD", {batch, g.Ints({-1})}, kJoin)});

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(flat), "[-1, 3584, -1]");
  EXPECT_EQ(ShapeText(other), "[-1, -1]");
}

// The numbers of tensors in a body are others than those outside.
TEST(Ranges, WhatIsReadOutsideIsNotTakenForAnotherTensorInABody) {
  TestGraph body("f");
  ir::Node* inner = body.Op("Reshape", {body.Data(0, {}), body.Data(1, {})});
  body.Results({inner});
  TestGraph g;
  ir::Node* x = g.Data(0, {-1, 512});
  ir::Node* shape = g.Op("Shape", {x}, {{"dtype", int64_t{9}}});
  ir::Node* batch = g.Op("GatherV2", {shape, g.Ints({0}), g.Int(0)});
  ir::Node* asked = g.Op("ConcatD", {batch, g.Ints({-1})}, {{"concat_dim", int64_t{0}}});
  ir::Node* call = g.Op("PartitionedCall", {g.Data(1, {-1, 512}), asked});
  g.Body(call, "f", body);

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(call), "[-1, -1]");
}

TEST(Ranges, AreThoseOfBothBranches) {
  TestGraph narrow("t");
  narrow.Results({narrow.Op("Relu", {narrow.Data(0, {})})});
  TestGraph wide("e");
  ir::Node* x = wide.Data(0, {});
  wide.Results({wide.Op("ConcatD", {x, x}, {{"concat_dim", int64_t{0}}})});
  TestGraph g;
  ir::Node* node = g.Op("If", {g.Data(0, {}, DataType::kBool), g.Ranged(1, {Range(1, 8), 3})});
  g.Body(node, "then_branch", narrow);
  g.Body(node, "else_branch", wide);

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(RangedText(node), "[1~16, 3]");
  EXPECT_EQ(RangedText(x), "[1~8, 3]");
}

TEST(Ranges, GoIntoCallsAndBack) {
  TestGraph body("f");
  body.Results({body.Op("Transpose", {body.Data(0, {}), body.Ints({1, 0})})});
  TestGraph g;
  ir::Node* call = g.Op("PartitionedCall", {g.Ranged(0, {Range(1, 8), 3})});
  g.Body(call, "f", body);

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(RangedText(call), "[3, 1~8]");
}

// A loop variable that only grows keeps its lower end; one that goes back and forth keeps both.
TEST(Ranges, OfLoopVariablesHoldBeforeAndAfterEachRound) {
  TestGraph body("b");
  ir::Node* grows = body.Data(0, {});
  body.Data(1, {});
  body.Results({body.Op("ConcatD", {grows, grows}, {{"concat_dim", int64_t{0}}}),
                body.Op("Fill", {body.Ints({7}), body.Const<float>({}, DataType::kFloat, {0})})});
  TestGraph cond("c");
  cond.Results({cond.Const<uint8_t>({}, DataType::kBool, {1})});
  TestGraph g;
  ir::Node* node = g.Op("While", {g.Data(0, {2, 3}), g.Data(1, {4})}, {}, 2);
  g.Body(node, "cond", cond);
  g.Body(node, "body", body);

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(RangedText(node, 0), "[2~, 3]");
  EXPECT_EQ(RangedText(node, 1), "[4~7]");
}

TEST(Ranges, ThatCannotFitAreErrors) {
  TestGraph g;
  g.Op("Add", {g.Ranged(0, {Range(2, 4)}), g.Ranged(1, {Range(5, 9)})});

  EXPECT_EQ(InferGraph(*g.graph).message(),
            "Add \"Add2\": shapes do not broadcast: x1 is [2~4], x2 is [5~9]");
}

}  // namespace
}  // namespace ge::infer
