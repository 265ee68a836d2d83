#include "passes/graph_indexes.h"

#include <gtest/gtest.h>

#include "match/test_graph.h"
#include "passes/decompose_pass.h"
#include "passes/pattern_pass.h"
#include "passes/run_pass.h"

namespace ge::passes {
namespace {

using base::Result;
using match::testing::Expression;
using match::testing::GraphFromText;
using GraphPtr = std::shared_ptr<ir::Graph>;

GraphPtr OneOperator(const std::string& type) {
  return GraphFromText("x = Data(0)\ny = " + type + "(x)\nreturn y", "one");
}

// One operator becomes another, if it wants to.
class Exchange : public PatternPass {
 public:
  Exchange(std::string from, std::string to, bool wants = true)
      : from_(std::move(from)), to_(std::move(to)), wants_(wants) {}

 protected:
  Result<std::vector<match::Pattern>> Patterns() override {
    return std::vector<match::Pattern>{match::Pattern(OneOperator(from_))};
  }
  Result<bool> MeetRequirements(const match::Match&, PassContext&) override { return wants_; }
  Result<GraphPtr> Replacement(const match::Match&, PassContext&) override { return OneOperator(to_); }

 private:
  std::string from_;
  std::string to_;
  bool wants_;
};

class Decomposing : public DecomposePass {
 public:
  Decomposing(std::vector<std::string> types, std::string to)
      : DecomposePass(std::move(types)), to_(std::move(to)) {}
  std::vector<std::string> seen;

 protected:
  Result<bool> MeetRequirements(ir::Node& node, PassContext&) override {
    seen.push_back(node.name());
    return true;
  }
  Result<GraphPtr> Replacement(ir::Node&, PassContext&) override { return OneOperator(to_); }

 private:
  std::string to_;
};

// Puts a Relu behind each Exp, and says that it changed nothing.
class AddsRelu : public Pass {
 public:
  Result<Outcome> Run(ir::Graph& graph, PassContext&) override {
    for (ir::Node* node : graph.nodes()) {
      if (node->type() != base::Name("Exp")) continue;
      ir::Node* relu = graph.AddNode("added", ops::FindSchema("Relu"), {});
      GE_RETURN_IF_ERROR(graph.ReplaceUses({node, 0}, {relu, 0}));
      GE_RETURN_IF_ERROR(graph.AddDataEdge(node, 0, relu, 0));
    }
    return Outcome::kUnchanged;
  }
};

class GraphIndexesTest : public ::testing::Test {
 protected:
  // How many indexes the pass made.
  size_t Run(Pass& pass) {
    const size_t before = context_->indexes.made();
    const Result<Outcome> outcome = RunPass(pass, graph_, *context_);
    EXPECT_TRUE(outcome.ok()) << outcome.status().ToString();
    return context_->indexes.made() - before;
  }

  const GraphPtr graph_ = GraphFromText("x = Data(0)\na = Relu(x)\nb = Exp(a)\nc = Relu(b)\nreturn c");
  const std::shared_ptr<PassContext> context_ = std::make_shared<PassContext>(Options(), 0);
};

TEST_F(GraphIndexesTest, PassesThatFindNothingShareOne) {
  Exchange pattern("Tan", "Sinh");
  Decomposing decompose({"Erf", "Cosh"}, "Sinh");

  EXPECT_EQ(Run(pattern), 1U);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(Run(pattern), 0U);
    EXPECT_EQ(Run(decompose), 0U);
  }
}

TEST_F(GraphIndexesTest, APassWhoseHooksRanMakesOneForTheNext) {
  Exchange absent("Tan", "Sinh");
  Exchange refuses("Relu", "Tanh", false);
  Exchange replaces("Relu", "Tanh");

  EXPECT_EQ(Run(absent), 1U);
  EXPECT_EQ(Run(refuses), 1U);
  EXPECT_EQ(Run(absent), 0U);
  EXPECT_EQ(Run(replaces), 1U);
  EXPECT_EQ(Run(absent), 0U);
  EXPECT_EQ(Expression(*graph_), "Tanh(Exp(Tanh(x)))");
}

TEST_F(GraphIndexesTest, WhatAPassPutsThereIsSeenByTheNextWhateverItSays) {
  Exchange to_tanh("Relu", "Tanh");
  AddsRelu adds;
  Decomposing to_sqrt({"Relu"}, "Sqrt");

  Run(to_tanh);
  Run(adds);
  EXPECT_EQ(Expression(*graph_), "Tanh(Relu(Exp(Tanh(x))))");
  Run(to_sqrt);

  EXPECT_EQ(Expression(*graph_), "Tanh(Sqrt(Exp(Tanh(x))))");
}

TEST_F(GraphIndexesTest, DecomposePassesSeeNodesOfSeveralTypesInTheGraphsOrder) {
  graph_->FindNode("b")->mutable_attrs().Set("_is_potential_const", true);
  Decomposing both({"Relu", "Exp"}, "Sqrt");

  Run(both);

  EXPECT_EQ(both.seen, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(Expression(*graph_), "Sqrt(Sqrt(Sqrt(x)))");
}

}  // namespace
}  // namespace ge::passes
