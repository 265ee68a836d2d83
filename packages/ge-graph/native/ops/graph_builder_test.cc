#include "ops/graph_builder.h"

#include <gtest/gtest.h>

#include "ops/registry.h"

namespace ge::ops {
namespace {

using base::DataType;

ir::Endpoint Input(GraphBuilder& builder, int64_t index) {
  return {*builder.AddInput(index, {"Data", "", ir::TensorDesc(ir::Shape({2, 3}), DataType::kFloat16)}), 0};
}

base::Result<ir::Node*> Add(GraphBuilder& builder, const char* type, std::vector<ir::Endpoint> inputs) {
  return builder.AddOperator(FindSchema(type), {std::move(inputs), {}, {}, {}});
}

// A graph of `inputs` inputs that gives the first one back `outputs` times.
std::shared_ptr<ir::Graph> Body(const char* name, int64_t inputs, int64_t outputs) {
  GraphBuilder builder(name);
  ir::Endpoint first;
  for (int64_t i = 0; i < inputs; ++i) first = i == 0 ? Input(builder, i) : (Input(builder, i), first);
  for (int64_t i = 0; i < outputs; ++i) EXPECT_TRUE(builder.SetOutput(first, i).ok());
  return *builder.Build();
}

base::Result<ir::Node*> AddIf(GraphBuilder& builder, const char* type, int32_t outputs,
                              std::shared_ptr<ir::Graph> a, std::shared_ptr<ir::Graph> b) {
  const ir::Endpoint x = Input(builder, static_cast<int64_t>(builder.graph()->node_count()));
  return builder.AddOperator(
      FindSchema(type),
      {{x, x}, {{1}, {outputs}}, {}, {{"then_branch", std::move(a)}, {"else_branch", std::move(b)}}});
}

TEST(GraphBuilder, NamesCountOperatorsAndConstantsTogether) {
  GraphBuilder builder("");
  const ir::Endpoint x = Input(builder, 0);

  const ir::Node* value = builder.AddConst(ir::Tensor(ir::TensorDesc({}, DataType::kInt64), nullptr));
  const ir::Node* variable = builder.AddVariable(3, "v");
  const auto relu = Add(builder, "Relu", {x});

  EXPECT_EQ(builder.name(), "graph");
  EXPECT_EQ(x.node->name(), "input_0");
  EXPECT_EQ(value->name(), "Const_0");
  EXPECT_EQ(variable->name(), "v");
  ASSERT_TRUE(relu.ok());
  EXPECT_EQ((*relu)->name(), "Relu_1");
}

TEST(GraphBuilder, TheResultEndsInNetOutput) {
  GraphBuilder builder("g");
  const ir::Endpoint x = Input(builder, 0);
  const ir::Endpoint c{builder.AddConst(ir::Tensor(ir::TensorDesc({}, DataType::kInt64), nullptr)), 0};
  ASSERT_TRUE(builder.SetOutput(c, 1).ok());
  ASSERT_TRUE(builder.SetOutput(x, 0).ok());

  const auto graph = builder.Build();

  ASSERT_TRUE(graph.ok());
  EXPECT_TRUE(builder.built());
  EXPECT_EQ(builder.graph(), *graph);
  const ir::Node* net_output = (*graph)->net_output();
  ASSERT_NE(net_output, nullptr);
  EXPECT_EQ(net_output->name(), "NetOutput_g");
  EXPECT_EQ(net_output->producer(0), x);
  EXPECT_EQ(*net_output->attrs().Get<std::vector<bool>>("is_input_const"), (std::vector<bool>{false, true}));
  EXPECT_EQ((*graph)->outputs(), (std::vector<ir::Endpoint>{x, c}));
  EXPECT_EQ(x.node->input_desc(0).shape, ir::Shape({2, 3}));
  EXPECT_EQ(x.node->input_desc(0).type, DataType::kFloat16);
}

TEST(GraphBuilder, AGraphIsGivenOutAndNotKept) {
  GraphBuilder builder("g");

  { const auto graph = builder.Build(); }

  EXPECT_EQ(builder.graph(), nullptr);
}

TEST(GraphBuilder, GapsInTheNumberingAreRefusedAndCanBeFilled) {
  GraphBuilder builder("g");
  const ir::Endpoint x = Input(builder, 1);
  EXPECT_NE(builder.Build().status().message().find("input 0 is missing"), std::string::npos);

  Input(builder, 0);
  ASSERT_TRUE(builder.SetOutput(x, 1).ok());
  EXPECT_NE(builder.Build().status().message().find("output 0 is missing"), std::string::npos);
  ASSERT_TRUE(builder.SetOutput(x, 0).ok());
  EXPECT_TRUE(builder.Build().ok());
}

TEST(GraphBuilder, IndexesAreUsedOnce) {
  GraphBuilder builder("g");
  const ir::Endpoint x = Input(builder, 0);
  ASSERT_TRUE(builder.SetOutput(x, 0).ok());

  EXPECT_EQ(builder.AddInput(0, {}).status().message(), "input index 0 is already used");
  EXPECT_EQ(builder.AddInput(-1, {}).status().message(), "input index -1 is negative");
  EXPECT_EQ(builder.SetOutput(x, 0).message(), "output index 0 is already used");
  EXPECT_EQ(builder.SetOutput(x, int64_t{1} << 32).message(), "output index 4294967296 is beyond 32 bits");
  EXPECT_EQ(builder.SetOutput({x.node, -1}, 1).message(),
            "output 1: the tensor stands for a node without outputs");
}

TEST(GraphBuilder, AConnectedOptionalInputIsValid) {
  GraphBuilder builder("g");
  const ir::Endpoint x = Input(builder, 0);

  const auto matmul = Add(builder, "MatMulV2", {x, x, x, {}});

  ASSERT_TRUE(matmul.ok());
  EXPECT_EQ((*matmul)->input_desc(2).type, DataType::kFloat);
  EXPECT_FALSE((*matmul)->input_desc(2).IsUnconnected());
  EXPECT_TRUE((*matmul)->input_desc(3).IsUnconnected());
}

TEST(GraphBuilder, SubgraphsEndUpAtTheRoot) {
  GraphBuilder inner("inner");
  ASSERT_TRUE(AddIf(inner, "If", 1, Body("a", 1, 1), Body("b", 1, 1)).ok());
  ASSERT_TRUE(inner.SetOutput({inner.graph()->FindNode("If_0"), 0}, 0).ok());
  GraphBuilder outer("outer");

  const auto node = AddIf(outer, "If", 1, *inner.Build(), Body("c", 1, 1));

  ASSERT_TRUE(node.ok()) << node.status().message();
  std::vector<std::string> names;
  for (const auto& graph : outer.graph()->subgraphs()) names.push_back(graph->name());
  EXPECT_EQ(names, (std::vector<std::string>{"inner", "a", "b", "c"}));
  EXPECT_EQ(outer.graph()->FindSubgraph("inner")->parent_node(), *node);
}

struct Misfit {
  const char* reason;
  std::shared_ptr<ir::Graph> body;
};

TEST(GraphBuilder, ASubgraphThatDoesNotFitIsRefusedAndLeavesNothing) {
  const std::vector<Misfit> misfits = {
      {"it has 2 outputs, the operator 1", Body("two", 1, 2)},
      {"input \"input_1\" has the index 1, but the operator passes 1 inputs", Body("wide", 2, 1)},
      {"it has no NetOutput", ir::Graph::Create("open")},
  };
  for (const Misfit& misfit : misfits) {
    GraphBuilder builder("g");

    const auto node = AddIf(builder, "If", 1, Body("good", 1, 1), misfit.body);

    EXPECT_NE(node.status().message().find(misfit.reason), std::string::npos) << node.status().message();
    EXPECT_EQ(builder.graph()->node_count(), 1U);
    EXPECT_TRUE(builder.graph()->subgraphs().empty());
  }
}

TEST(GraphBuilder, ABodyServesOnlyOneNodeAndNamesAreUnique) {
  GraphBuilder builder("g");
  const auto body = Body("body", 1, 1);

  const auto twice = AddIf(builder, "If", 1, body, Body("body", 1, 1));
  const auto same = AddIf(builder, "If", 1, Body("x", 1, 1), Body("x", 1, 1));

  EXPECT_NE(twice.status().message().find("named like \"body\""), std::string::npos)
      << twice.status().message();
  EXPECT_FALSE(same.ok());
  EXPECT_TRUE(builder.graph()->subgraphs().empty());
}

TEST(GraphBuilder, OnlyTheConditionOfWhileMayHaveOtherOutputs) {
  for (const char* type : {"While", "StatelessWhile"}) {
    GraphBuilder builder("g");
    const ir::Endpoint x = Input(builder, 0);

    const auto node = builder.AddOperator(
        FindSchema(type),
        {{x, x}, {{2}, {2}}, {}, {{"cond", Body("cond", 2, 1)}, {"body", Body("body", 2, 2)}}});

    EXPECT_EQ(node.ok(), std::string_view(type) == "While") << node.status().message();
  }
}

}  // namespace
}  // namespace ge::ops
