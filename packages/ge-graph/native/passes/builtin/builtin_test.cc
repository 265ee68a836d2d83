#include "passes/builtin.h"

#include <gtest/gtest.h>

#include <cstring>

#include "backend/backend.h"
#include "infer/infer.h"
#include "match/test_graph.h"

namespace ge::passes {
namespace {

using match::testing::Expression;
using match::testing::GraphFromText;

// A backend that can add floats and nothing else.
class Adder : public backend::Backend {
 public:
  std::string_view name() const override { return "adder"; }
  base::Status Supports(const ir::Node& node) const override {
    return node.type().text() == "Add" ? base::Status() : base::InnerError("no kernel");
  }
  base::Result<std::vector<ir::Tensor>> Compute(const ir::Node&,
                                                const std::vector<const ir::Tensor*>& inputs) const override {
    const float sum = *inputs[0]->elements<float>() + *inputs[1]->elements<float>();
    return std::vector<ir::Tensor>{{inputs[0]->desc, base::Buffer::CopyOf(&sum, sizeof sum)}};
  }
  base::Result<std::shared_ptr<backend::Executable>> Load(const std::shared_ptr<const ir::Graph>&,
                                                          const backend::Options&) const override {
    return base::InnerError("only folds");
  }
};

const BuiltinPass& PassNamed(const std::string& name) {
  for (const Phase phase : {Phase::kInference, Phase::kPrepare, Phase::kStage1, Phase::kStage2}) {
    for (const BuiltinPass* pass : BuiltinPassesOf(phase)) {
      if (name == pass->name) return *pass;
    }
  }
  ADD_FAILURE() << name << " is in no phase";
  std::abort();
}

struct Case {
  const char* title;
  const char* pass;
  const char* before;
  const char* after;  // what the results are computed from
};

constexpr Case kCases[] = {
    {"identity is bypassed", "IdentityPass", "x = Data(0)\na = Identity(x)\nb = Relu(a)\nreturn b, a",
     "Relu(x)\nx"},
    {"dead nodes go, inputs stay", "PrunePass", "x = Data(0)\ny = Data(1)\na = Relu(x)\nb = Exp(x)\nreturn a",
     "Relu(x)"},
    {"reshape to the same shape goes", "NoUseReshapeRemovePass",
     "x = Data(0)\na = Const([7, 8])\ns = Const([2])\nr = Reshape(a, s)\nreturn r", "Const"},
    {"reshape to another shape stays", "NoUseReshapeRemovePass",
     "x = Data(0)\na = Const([7, 8])\ns = Const([2, 1])\nr = Reshape(a, s)\nreturn r",
     "Reshape(Const, Const)"},
    {"transpose in order goes", "UnchangedTransposeRemovePass",
     "x = Data(0)\np = Const([0])\nv = Const([5, 6])\nt = Transpose(v, p)\nreturn t", "Const"},
    {"transposes that undo each other go", "TransOpSymmetryEliminationPass",
     "x = Data(0)\np = Const([1, 2, 0])\nq = Const([2, 0, 1])\na = Transpose(x, p)\nb = Transpose(a, "
     "q)\nreturn b",
     "x"},
    {"an inner transpose that others read stays", "TransOpSymmetryEliminationPass",
     "x = Data(0)\np = Const([1, 0])\na = Transpose(x, p)\nb = Transpose(a, p)\nreturn b, a",
     "x\nTranspose(x, Const)"},
    {"transposes that do not undo each other stay", "TransOpSymmetryEliminationPass",
     "x = Data(0)\np = Const([1, 2, 0])\na = Transpose(x, p)\nb = Transpose(a, p)\nreturn b",
     "Transpose(Transpose(x, Const), Const)"},
    {"sums of constants are folded", "ConstantFoldingPass",
     "x = Data(0)\na = Const(1.0)\nb = Const(2.0)\nc = Add(a, b)\nd = Add(c, b)\ne = Mul(d, x)\nreturn e",
     "Mul(Const, x)"},
    {"what no backend computes is not folded", "ConstantFoldingPass",
     "a = Const(1.0)\nb = Const(2.0)\nc = Mul(a, b)\nreturn c", "Mul(Const, Const)"},
    {"known shapes become constants", "DimensionComputePass",
     "a = Const([7, 8])\ns = Shape(a)\nn = Size(a)\nr = Rank(a)\nreturn s, n, r", "Const\nConst\nConst"},
};

TEST(BuiltinPasses, DoWhatTheirCasesSayAndNothingTheSecondTime) {
  backend::RegisterBackend(std::make_unique<Adder>());
  for (const Case& c : kCases) {
    const auto graph = GraphFromText(c.before);
    (void)infer::InferGraph(*graph);

    const auto first = PassNamed(c.pass).run(*graph);
    ASSERT_TRUE(first.ok()) << c.title << ": " << first.status().ToString();
    EXPECT_EQ(Expression(*graph), c.after) << c.title;

    const auto second = PassNamed(c.pass).run(*graph);
    ASSERT_TRUE(second.ok()) << c.title;
    EXPECT_EQ(*second, Outcome::kUnchanged) << c.title;
  }
}

TEST(CommonSubexpression, EqualComputationsBecomeOne) {
  const auto graph = GraphFromText(R"(
    x = Data(0)
    a = LeakyRelu(x, negative_slope=0.5)
    b = LeakyRelu(x, negative_slope=0.5)
    c = LeakyRelu(x, negative_slope=0.25)
    d = Add(a, b)
    e = Add(d, c)
    return e
  )");

  ASSERT_TRUE(PassNamed("CommonSubexpressionEliminationPass").run(*graph).ok());

  EXPECT_EQ(graph->FindNode("b"), nullptr);
  EXPECT_NE(graph->FindNode("c"), nullptr);
  EXPECT_EQ(graph->FindNode("d")->producer(1).node->name(), "a");
}

TEST(SameConstants, OfEqualTypeShapeAndElementsBecomeOne) {
  const auto graph = GraphFromText(R"(
    a = Const(1.0)
    b = Const(1.0)
    c = Const(2.0)
    d = Const(1)
    e = Add(a, b)
    f = Add(c, e)
    return f, d
  )");

  ASSERT_TRUE(PassNamed("ConstantFuseSamePass").run(*graph).ok());

  EXPECT_EQ(graph->node_count(), 6U);
  EXPECT_EQ(graph->FindNode("e")->producer(1).node->name(), "a");
}

TEST(DimensionCompute, WritesTheNumbersInTheTypeOfTheOutput) {
  const auto graph = GraphFromText("a = Const([7, 8, 9])\ns = Shape(a, dtype=3)\nreturn s");
  graph->FindNode("s")->mutable_input_desc(0) = graph->FindNode("a")->output_desc(0);
  graph->FindNode("s")->mutable_output_desc(0) = {{1}, base::DataType::kInt32};

  ASSERT_TRUE(PassNamed("DimensionComputePass").run(*graph).ok());

  const ir::Node& made = *graph->Results()[0].node;
  const ir::Tensor& value = **made.attrs().Get<ir::Box<ir::Tensor>>("value");
  EXPECT_EQ(value.desc.type, base::DataType::kInt32);
  EXPECT_EQ(value.elements<int32_t>()[0], 3);
}

}  // namespace
}  // namespace ge::passes
