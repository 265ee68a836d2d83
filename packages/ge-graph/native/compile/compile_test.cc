#include "compile/compile.h"

#include <gtest/gtest.h>

#include "match/test_graph.h"
#include "passes/pattern_pass.h"
#include "passes/registry.h"

namespace ge::compile {
namespace {

using match::testing::Expression;
using match::testing::GraphFromText;

constexpr const char* kModel = R"(
  x = Data(0)
  c = Const(3.0)
  i = Identity(x)
  a = Add(i, c)
  r = Relu(a)
  dead = Exp(x)
  return r
)";

std::string TempPath(const char* name) { return ::testing::TempDir() + "/" + name; }

class ReluToTanh : public passes::PatternPass {
 protected:
  base::Result<std::vector<match::Pattern>> Patterns() override {
    return std::vector<match::Pattern>{
        match::Pattern(GraphFromText("x = Data(0)\nr = Relu(x)\nreturn r", "relu"))};
  }
  base::Result<bool> MeetRequirements(const match::Match&, passes::PassContext&) override { return true; }
  base::Result<std::shared_ptr<ir::Graph>> Replacement(const match::Match&, passes::PassContext&) override {
    return GraphFromText("x = Data(0)\nt = Tanh(x)\nreturn t", "tanh");
  }
};

TEST(Compile, CleansInfersAndNamesTheEnds) {
  const auto graph = GraphFromText(kModel);
  graph->FindNode("x")->mutable_output_desc(0) = {{2, -1}, base::DataType::kFloat};
  graph->FindNode("x")->mutable_input_desc(0) = {{2, -1}, base::DataType::kFloat};

  const auto model = Compile(graph, {{"ge.socVersion", "Ascend910B1"}, {"ge.exportCompileStat", "0"}});

  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(Expression(*model->graph), "Relu(Add(x, Const))");
  EXPECT_EQ(graph->FindNode("dead"), nullptr);
  EXPECT_EQ(model->soc_version, "Ascend910B1");
  ASSERT_EQ(model->inputs.size(), 1U);
  EXPECT_EQ(model->inputs[0].name, "x");
  ASSERT_EQ(model->outputs.size(), 1U);
  EXPECT_EQ(model->outputs[0].name, "r:0");
  EXPECT_EQ(model->outputs[0].desc.shape, ir::Shape({2, -1}));
}

TEST(Compile, OutputsKeepTheirNamesWhenAPassReplacesWhatMakesThem) {
  ASSERT_TRUE(
      passes::RegisterPass(
          {"tanh", passes::Stage::kAfterInferShape,
           [] { return base::Result<std::unique_ptr<passes::Pass>>(std::make_unique<ReluToTanh>()); }})
          .ok());

  const auto model = Compile(GraphFromText(kModel), {{"ge.exportCompileStat", "0"}});
  passes::UnregisterPass("tanh");

  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(Expression(*model->graph), "Tanh(Add(x, Const))");
  EXPECT_EQ(model->outputs[0].name, "r:0");
}

TEST(Compile, AnOmFileHoldsTheModel) {
  const auto model =
      Compile(GraphFromText(kModel), {{"ge.socVersion", "Ascend310P3"}, {"ge.exportCompileStat", "0"}});
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const std::string path = TempPath("model.om");

  ASSERT_TRUE(SaveOm(*model, path).ok());
  const auto loaded = LoadOm(path);

  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  EXPECT_EQ(Expression(*loaded->graph), "Relu(Add(x, Const))");
  EXPECT_EQ(loaded->soc_version, "Ascend310P3");
  EXPECT_EQ(loaded->options.at("ge.socVersion"), "Ascend310P3");
  EXPECT_EQ(loaded->outputs[0].name, "r:0");
  const ir::Node& constant = *loaded->graph->FindNode("a")->producer(1).node;
  const ir::Tensor& value = **constant.attrs().Get<ir::Box<ir::Tensor>>("value");
  EXPECT_EQ(*value.elements<float>(), 3.0F);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(value.data->data()) % 64, 0U);
}

TEST(Compile, OperandsAreBroughtToTheTypeInWhichTheyAreComputed) {
  const auto graph =
      GraphFromText("x = Data(0)\ni = Data(1)\na = Add(x, i)\nc = Const(2)\ns = Sub(a, c)\nreturn s");
  for (ir::Node* input : {graph->FindNode("x"), graph->FindNode("i")}) {
    const bool integers = input->name() == "i";
    const ir::TensorDesc desc{{2}, integers ? base::DataType::kInt32 : base::DataType::kFloat16};
    input->mutable_output_desc(0) = input->mutable_input_desc(0) = desc;
  }

  const auto model = Compile(graph, {{"ge.exportCompileStat", "0"}});

  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(Expression(*model->graph), "Sub(Add(x, Cast(i)), Const)");
  EXPECT_EQ(model->outputs[0].desc.type, base::DataType::kFloat16);
  const ir::Node& sub = *model->graph->FindNode("s");
  EXPECT_EQ(sub.producer(1).node->output_desc(0).type, base::DataType::kFloat16);
  const ir::Node& cast = *sub.producer(0).node->producer(1).node;
  EXPECT_EQ(*cast.attrs().Get<std::vector<std::string>>("_datadump_original_op_names"),
            std::vector<std::string>{"a"});
}

TEST(Compile, WrongGraphsAreRefusedWithACode) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"x = Data(0)\na = Relu(x)", "E10001: graph \"g\" has no output: set at least one"},
      {"x = Data(0)\nx = Relu(x)\nreturn x", "E13009: graph \"g\" has two nodes named \"x\""},
  };

  for (const auto& [text, message] : cases) {
    EXPECT_EQ(Compile(GraphFromText(text), {}).status().ToString(), message);
  }
}

TEST(LoadOm, WhatIsNoModelIsRefusedWithACode) {
  EXPECT_EQ(LoadOm("").status().code(), "E13000");
  EXPECT_EQ(LoadOm(TempPath("missing.om")).status().code(), "E13001");
  const std::string path = TempPath("text.om");
  FILE* file = fopen(path.c_str(), "w");
  fputs("this is no model", file);
  fclose(file);
  EXPECT_EQ(LoadOm(path).status().code(), "E10041");
}

}  // namespace
}  // namespace ge::compile
