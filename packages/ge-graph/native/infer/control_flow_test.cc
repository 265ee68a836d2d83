#include "infer/infer.h"
#include "infer/test_graph.h"

namespace ge::infer {
namespace {

using base::DataType;

// A body that gives x for one branch and something else for the other.
TestGraph Body(const std::string& name, const std::string& type,
               const std::vector<std::pair<std::string, ir::AttrValue>>& attrs = {}) {
  TestGraph body(name);
  ir::Node* x = body.Data(0, {});
  body.Results({body.Op(type, {x}, attrs)});
  return body;
}

struct Branching {
  TestGraph g;
  ir::Node* cond = nullptr;
  ir::Node* node = nullptr;

  Branching(ir::Node* condition, ir::Shape x, const TestGraph& then_body, const TestGraph& else_body,
            TestGraph graph)
      : g(std::move(graph)), cond(condition) {
    node = g.Op("If", {cond, g.Data(1, std::move(x))});
    g.Body(node, "then_branch", then_body);
    g.Body(node, "else_branch", else_body);
  }
};

Branching OnData(ir::Shape x, const TestGraph& then_body, const TestGraph& else_body) {
  TestGraph g;
  ir::Node* cond = g.Data(0, {}, DataType::kBool);
  return {cond, std::move(x), then_body, else_body, g};
}

Branching OnConst(bool value, ir::Shape x, const TestGraph& then_body, const TestGraph& else_body) {
  TestGraph g;
  ir::Node* cond = g.Const<uint8_t>({1}, DataType::kBool, {static_cast<uint8_t>(value)});
  return {cond, std::move(x), then_body, else_body, g};
}

const std::vector<std::pair<std::string, ir::AttrValue>> kSecondAxis = {{"axis", std::vector<int64_t>{1}}};

TEST(If, GivesWhatBothBranchesGive) {
  Branching b = OnData({2, 3}, Body("t", "Relu"), Body("e", "Sqrt"));

  EXPECT_EQ(InferGraph(*b.g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(b.node), "[2, 3]");
}

TEST(If, BodiesAreDescribedToo) {
  const TestGraph body = Body("t", "Relu");
  Branching b = OnData({2, 3}, body, Body("e", "Sqrt"));

  EXPECT_EQ(InferGraph(*b.g.graph).ToString(), "ok");

  for (const ir::Node* node : body.graph->nodes()) {
    if (node->output_count() == 0) continue;
    EXPECT_EQ(ShapeText(node), "[2, 3]") << node->name();
  }
}

TEST(If, DimensionsThatDifferAreOpen) {
  TestGraph other("e");
  ir::Node* x = other.Data(0, {});
  other.Results({other.Op("StridedSliceV2", {x, other.Ints({0}), other.Ints({1})})});
  Branching b = OnData({2, 3}, Body("t", "Relu"), other);

  EXPECT_EQ(InferGraph(*b.g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(b.node), "[-1, 3]");
}

TEST(If, RanksThatDifferAreOpen) {
  Branching b = OnData({2, 1}, Body("t", "Squeeze", kSecondAxis), Body("e", "Identity"));

  EXPECT_EQ(InferGraph(*b.g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(b.node), "[-2]");
}

TEST(If, AKnownConditionDecides) {
  Branching yes = OnConst(true, {2, 1}, Body("t", "Squeeze", kSecondAxis), Body("e", "Identity"));
  Branching no = OnConst(false, {2, 1}, Body("t", "Squeeze", kSecondAxis), Body("e", "Identity"));

  EXPECT_EQ(InferGraph(*yes.g.graph).ToString(), "ok");
  EXPECT_EQ(InferGraph(*no.g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(yes.node), "[2]");
  EXPECT_EQ(ShapeText(no.node), "[2, 1]");
}

TEST(If, ABranchThatDoesNotRunNeedNotFit) {
  Branching b = OnConst(false, {2, 5}, Body("t", "Squeeze", kSecondAxis), Body("e", "Identity"));

  EXPECT_EQ(InferGraph(*b.g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(b.node), "[2, 5]");
}

TEST(If, AnErrorInABodySaysWhere) {
  Branching b = OnData({2, 5}, Body("t", "Squeeze", kSecondAxis), Body("e", "Identity"));

  EXPECT_EQ(InferGraph(*b.g.graph).message(),
            "in graph \"t\" of If \"If2\": Squeeze \"Squeeze1\": dimension 1 of x [2, 5] is not 1");
}

TEST(If, BranchesGiveOneType) {
  Branching b = OnData({2}, Body("t", "Cast", {{"dst_type", int64_t{3}}}), Body("e", "Identity"));

  EXPECT_EQ(InferGraph(*b.g.graph).message(),
            "If \"If2\": result 0 is DT_INT32 in one branch and DT_FLOAT in else_branch");
}

TEST(If, AWrongInputOfABodyIsNamed) {
  TestGraph body("t");
  body.Results({body.Data(3, {})});
  Branching b = OnData({2}, body, Body("e", "Identity"));

  EXPECT_EQ(InferGraph(*b.g.graph).message(),
            "in graph \"t\" of If \"If2\": Data \"data3\": is input 3, but there are 1");
}

TEST(If, TheParentsPortMayBeNamed) {
  TestGraph body("t");
  ir::Node* x = body.Data(7, {});
  x->mutable_attrs().Set("_parent_node_index", int64_t{1});
  body.Results({x});
  Branching b = OnData({2}, body, Body("e", "Identity"));

  EXPECT_EQ(InferGraph(*b.g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(b.node), "[2]");
}

TEST(If, NeedsItsGraphs) {
  TestGraph g;
  ir::Node* cond = g.Data(0, {}, DataType::kBool);
  ir::Node* node = g.Op("If", {cond, cond});

  EXPECT_EQ(InferGraph(*g.graph).message(), "If \"If1\": has no graph in its subgraph then_branch");

  node->mutable_subgraphs()[0].instance = "gone";
  EXPECT_EQ(InferGraph(*g.graph).message(),
            "If \"If1\": graph \"gone\" of its subgraph then_branch does not exist");
}

TEST(If, ABodyThatHoldsItselfIsAnError) {
  Branching b = OnData({2}, Body("t", "Relu"), Body("e", "Relu"));
  const auto body = b.g.graph->FindSubgraph("t");
  TestGraph inside;
  inside.graph = body;
  ir::Node* x = body->FindNode("data0");
  ir::Node* call = inside.Op("PartitionedCall", {x});
  call->mutable_subgraphs()[0].instance = "t";

  EXPECT_NE(InferGraph(*b.g.graph).message().find("graph \"t\" contains itself"), std::string::npos);
}

TEST(PartitionedCall, PassesValuesInAndOut) {
  TestGraph body("f");
  ir::Node* shape = body.Op("Shape", {body.Data(0, {})}, {{"dtype", int64_t{9}}});
  body.Results({body.Op("GatherV2", {shape, body.Ints({1}), body.Data(1, {}, DataType::kInt64)})});
  TestGraph g;
  ir::Node* x = g.Data(0, {-1, 4, 6});
  ir::Node* call = g.Op("PartitionedCall", {x, g.Int(0)});
  g.Body(call, "f", body);
  ir::Node* filled = g.Op("Fill", {call, g.Int(1)});

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(call), "[1]");
  EXPECT_EQ(ShapeText(filled), "[4]");
}

TEST(PartitionedCall, HasAsManyOutputsAsItsBody) {
  TestGraph g;
  ir::Node* call = g.Op("PartitionedCall", {g.Data(0, {2})}, {}, 2);
  g.Body(call, "f", Body("f", "Relu"));

  EXPECT_EQ(InferGraph(*g.graph).message(),
            "PartitionedCall \"PartitionedCall1\": has 2 outputs, its subgraph gives 1");
}

TEST(Case, AnIndexOutsideTakesTheLastBranch) {
  TestGraph g;
  ir::Node* node = g.Op("Case", {g.Const<int32_t>({}, DataType::kInt32, {7}), g.Data(0, {2, 1})});
  g.Body(node, "branches0", Body("a", "Identity"));
  g.Body(node, "branches1", Body("b", "Squeeze", kSecondAxis));

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(node), "[2]");
}

// A loop whose body joins x to itself: the dimension grows from round to round.
TEST(While, WhatTheBodyChangesIsOpen) {
  TestGraph body("b");
  ir::Node* grown = body.Data(0, {});
  ir::Node* kept = body.Data(1, {});
  body.Results({body.Op("ConcatD", {grown, grown}, {{"concat_dim", int64_t{0}}}), body.Op("Relu", {kept})});
  TestGraph cond("c");
  cond.Results({cond.Const<uint8_t>({}, DataType::kBool, {1})});
  TestGraph g;
  ir::Node* node = g.Op("While", {g.Data(0, {2, 3}), g.Data(1, {4})}, {}, 2);
  g.Body(node, "cond", cond);
  g.Body(node, "body", body);

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(ShapeText(node, 0), "[-1, 3]");
  EXPECT_EQ(ShapeText(node, 1), "[4]");
  EXPECT_EQ(ShapeText(grown), "[-1, 3]");
}

TEST(While, LoopVariablesKeepTheirType) {
  TestGraph g;
  ir::Node* node = g.Op("While", {g.Data(0, {2})});
  g.Body(node, "body", Body("b", "Cast", {{"dst_type", int64_t{3}}}));

  EXPECT_EQ(InferGraph(*g.graph).message(),
            "While \"While1\": loop variable 0 is DT_FLOAT, its body gives DT_INT32");
}

TEST(For, TheBodyGetsACounterFirst) {
  TestGraph body("b");
  ir::Node* counter = body.Data(0, {});
  ir::Node* x = body.Data(1, {});
  body.Results({body.Op("Relu", {x})});
  TestGraph g;
  ir::Node* bound = g.Const<int32_t>({}, DataType::kInt32, {3});
  ir::Node* node = g.Op("For", {bound, bound, bound, g.Data(0, {2, 3})});
  g.Body(node, "body", body);

  EXPECT_EQ(InferGraph(*g.graph).ToString(), "ok");

  EXPECT_EQ(counter->output_desc(0).type, DataType::kInt32);
  EXPECT_EQ(ShapeText(node), "[2, 3]");
}

}  // namespace
}  // namespace ge::infer
