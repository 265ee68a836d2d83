// Shapes that are computed from shapes, as exported models have them, and what is said when they are wrong.
#include "infer/infer.h"
#include "infer/test_graph.h"

namespace ge::infer {
namespace {

using base::DataType;

const std::vector<std::pair<std::string, ir::AttrValue>> kJoin = {{"concat_dim", int64_t{0}}};
const std::vector<std::pair<std::string, ir::AttrValue>> kInt64 = {{"dtype", int64_t{9}}};

class ComputedShapes : public ::testing::Test {
 protected:
  ir::Node* ShapeOf(ir::Node* x) { return g.Op("Shape", {x}, kInt64); }
  ir::Node* Pick(ir::Node* shape, int64_t at) { return g.Op("GatherV2", {shape, g.Ints({at}), g.Int(0)}); }
  ir::Node* Slice(ir::Node* x, int64_t begin, int64_t end) {
    return g.Op("StridedSliceV2", {x, g.Ints({begin}), g.Ints({end})});
  }
  ir::Node* Join(const std::vector<ir::Node*>& parts) { return g.Op("ConcatD", parts, kJoin); }
  ir::Node* Filled(ir::Node* shape) {
    return g.Op("Fill", {shape, g.Const<float>({}, DataType::kFloat, {0})});
  }
  std::string Infer() { return InferGraph(*g.graph).ToString(); }

  TestGraph g;
};

TEST_F(ComputedShapes, LeadingDimensionsAndANewLastOne) {
  ir::Node* shape = ShapeOf(g.Data(0, {-1, 8, -1, 64}));
  ir::Node* filled = Filled(Join({Slice(shape, 0, -1), g.Ints({5})}));

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(ShapeText(filled), "[-1, 8, -1, 5]");
}

TEST_F(ComputedShapes, ANegativePlaceIsCountedFromTheBack) {
  ir::Node* shape = ShapeOf(g.Data(0, {-1, 8, 32}));
  ir::Node* filled = Filled(Join({Pick(shape, -1), Pick(shape, -2)}));

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(ShapeText(filled), "[32, 8]");
}

TEST_F(ComputedShapes, HalvesOfAWidth) {
  ir::Node* x = g.Data(0, {-1, 64});
  ir::Node* half = g.Op("FloorDiv", {Pick(ShapeOf(x), 1), g.Ints({2})});
  ir::Node* front = g.Op("StridedSliceV2", {x, g.Ints({0}), half, g.Ints({1})});

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(ShapeText(front), "[-1, 32]");
}

TEST_F(ComputedShapes, MinusOnesAreReplacedByWhereAndEqual) {
  ir::Node* asked = g.Ints({-1, 1, 4});
  ir::Node* ones = g.Op("Fill", {g.Ints({3}), g.Int(1)});
  ir::Node* is_open = g.Op("Equal", {asked, g.Ints({-1})});
  ir::Node* shape = g.Op("SelectV2", {is_open, ones, asked});
  ir::Node* stretched = g.Op("Expand", {g.Data(0, {-1, 7, 1}), shape});

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(ShapeText(stretched), "[-1, 7, 4]");
}

TEST_F(ComputedShapes, PositionsAreAsManyAsSteps) {
  ir::Node* length = g.Op("Squeeze", {Pick(ShapeOf(g.Ranged(0, {2, ir::DimOf({1, 128})})), 1)});
  ir::Node* positions = g.Op("Range", {g.Int(0), length, g.Int(1)});
  ir::Node* known = g.Op("Range", {g.Int(3), g.Int(11), g.Int(3)});

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(RangedText(positions), "[1~128]");
  EXPECT_EQ(ShapeText(known), "[3]");
}

TEST_F(ComputedShapes, OfAnUnknownRankAreOfAnUnknownRank) {
  ir::Node* x = g.Data(0, ir::Shape::UnknownRank());
  ir::Node* filled = Filled(ShapeOf(x));
  ir::Node* first = Filled(Pick(ShapeOf(x), 0));
  ir::Node* reshaped = g.Op("Reshape", {x, g.Ints({2, -1})});

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(ShapeText(filled), "[-2]");
  EXPECT_EQ(ShapeText(first), "[-1]");
  EXPECT_EQ(ShapeText(reshaped), "[2, -1]");
}

TEST_F(ComputedShapes, OfNoElementsAreKnown) {
  ir::Node* x = g.Data(0, {0, 4});
  ir::Node* scalar = Filled(Slice(ShapeOf(x), 0, 0));
  ir::Node* empty = g.Op("ConcatD", {x, x}, kJoin);
  ir::Node* total = g.Op("ReduceProd", {ShapeOf(x), g.Ints({0})});
  ir::Node* vector = g.Op("Reshape", {x, g.Op("Reshape", {total, g.Ints({1})})}, {{"allowzero", int64_t{1}}});

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(ShapeText(scalar), "[]");
  EXPECT_EQ(ShapeText(empty), "[0, 4]");
  EXPECT_EQ(ShapeText(vector), "[0]");
}

TEST_F(ComputedShapes, AreKnownBehindABranchThatIsTaken) {
  TestGraph then_body("t");
  then_body.Results({then_body.Op("Shape", {then_body.Data(0, {})}, kInt64)});
  TestGraph else_body("e");
  else_body.Data(0, {});
  else_body.Results({else_body.Ints({1, 1})});
  ir::Node* x = g.Data(0, {-1, 6});
  ir::Node* rank = g.Op("Rank", {x});
  ir::Node* is_matrix = g.Op("Equal", {rank, g.Const<int32_t>({}, DataType::kInt32, {2})});
  ir::Node* shape = g.Op("If", {is_matrix, x});
  g.Body(shape, "then_branch", then_body);
  g.Body(shape, "else_branch", else_body);
  ir::Node* filled = Filled(shape);

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(ShapeText(filled), "[-1, 6]");
}

TEST_F(ComputedShapes, OfBranchesThatDifferHaveTheRangeOfBoth) {
  TestGraph then_body("t");
  then_body.Data(0, {});
  then_body.Results({then_body.Ints({2, 9})});
  TestGraph else_body("e");
  else_body.Data(0, {});
  else_body.Results({else_body.Ints({5, 9})});
  ir::Node* shape = g.Op("If", {g.Data(0, {}, DataType::kBool), g.Data(1, {2})});
  g.Body(shape, "then_branch", then_body);
  g.Body(shape, "else_branch", else_body);
  ir::Node* filled = Filled(shape);

  EXPECT_EQ(Infer(), "ok");

  EXPECT_EQ(RangedText(filled), "[2~5, 9]");
}

TEST_F(ComputedShapes, ThatAreWrongNameTheNodeAndWhatItWasGiven) {
  struct Wrong {
    const char* type;
    std::vector<ir::Node*> inputs;
    std::vector<std::pair<std::string, ir::AttrValue>> attrs;
    std::string says;
  };
  ir::Node* x = g.Data(0, {2, 3});
  const std::vector<Wrong> wrongs = {
      {"Reshape", {x, g.Ints({4, -1})}, {}, "the elements of x [2, 3] do not fill shape [4, -1]"},
      {"ConcatD", {x, x}, {{"concat_dim", int64_t{2}}}, "axis 2 is not one of 2 dimensions"},
      {"ReduceSum", {x, g.Ints({-3})}, {}, "axis -3 is not one of 2 dimensions"},
      {"Transpose", {x, g.Ints({0, 0})}, {}, "axis 0 comes twice"},
      {"Squeeze", {x}, {{"axis", std::vector<int64_t>{1}}}, "dimension 1 of x [2, 3] is not 1"},
      {"BroadcastTo", {x, g.Ints({2, 4})}, {}, "x [2, 3] does not stretch to 4 in dimension 1"},
      {"Fill", {g.Ints({-2}), x}, {}, "dims asks for a dimension of -2"},
      {"MatMul", {x, x}, {}, "inner sizes differ: x1 is [2, 3], x2 is [2, 3]"},
  };
  for (const Wrong& wrong : wrongs) {
    ir::Node* node = g.Op(wrong.type, wrong.inputs, wrong.attrs);

    EXPECT_EQ(InferGraph(*g.graph).message(),
              base::Text(wrong.type, " \"", node->name(), "\": ", wrong.says));

    EXPECT_EQ(g.graph->RemoveNode(node).ToString(), "ok");
  }
}

}  // namespace
}  // namespace ge::infer
