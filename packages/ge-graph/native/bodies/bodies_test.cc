#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bodies/body.h"
#include "bodies/runnable.h"
#include "infer/infer.h"
#include "match/test_graph.h"

namespace ge::bodies {
namespace {

using match::testing::Expression;
using match::testing::GraphFromText;

// Runs every operator but some.
class AllBut final : public backend::Backend {
 public:
  explicit AllBut(std::set<base::Name> types) : types_(std::move(types)) {}
  std::string_view name() const override { return "plain"; }
  base::Status Supports(const ir::Node& node) const override {
    if (types_.count(node.type()) == 0) return {};
    return {"E10501", base::Text("no kernel for ", node.type())};
  }
  base::Result<std::vector<ir::Tensor>> Compute(const ir::Node&,
                                                const std::vector<const ir::Tensor*>&) const override {
    return base::InnerError("not asked for");
  }
  base::Result<std::shared_ptr<backend::Executable>> Load(const std::shared_ptr<const ir::Graph>&,
                                                          const backend::Options&) const override {
    return base::InnerError("not asked for");
  }

 private:
  std::set<base::Name> types_;
};

// A body while a test lasts.
class Registered {
 public:
  Registered(base::Name type, BodyRule rule) : type_(type) {
    EXPECT_TRUE(RegisterBody(type, std::move(rule)).ok());
  }
  ~Registered() { EXPECT_TRUE(UnregisterBody(type_).ok()); }
  Registered(const Registered&) = delete;
  Registered& operator=(const Registered&) = delete;

 private:
  base::Name type_;
};

std::shared_ptr<ir::Graph> Inferred(const std::string& text,
                                    const ir::TensorDesc& x = {{2, 6}, base::DataType::kFloat}) {
  std::shared_ptr<ir::Graph> graph = GraphFromText(text);
  graph->FindNode("x")->mutable_output_desc(0) = x;
  EXPECT_TRUE(infer::InferGraph(*graph).ok());
  return graph;
}

TEST(Bodies, NoneWasRegisteredTwice) { EXPECT_EQ(LoadErrors(), std::vector<std::string>()); }

TEST(Bodies, EachIsOfAnOperatorThatExists) {
  for (const base::Name type : TypesWithBody()) EXPECT_NE(ops::FindSchema(type.text()), nullptr) << type;
}

TEST(Bodies, ASecondOneIsRefusedAndABodyIsGivenBackOnce) {
  const Registered first("Digamma", [](Body&) {});

  EXPECT_EQ(RegisterBody("Digamma", [](Body&) {}).ToString(),
            "E10001: operator type Digamma has a body already");
  EXPECT_EQ(UnregisterBody("Erfinv").ToString(), "E10001: operator type Erfinv has no body");
}

TEST(Bodies, ASecondOneThatIsLoadedIsReported) {
  const BodyRegistration second("SwiGlu", [](Body&) {});

  EXPECT_EQ(LoadErrors(), std::vector<std::string>{"operator type SwiGlu has a body already"});
}

TEST(MakeRunnable, PutsABodyInItsPlaceAndKeepsNames) {
  const auto graph = Inferred("x = Data(0)\nr = Relu(x)\ny = SwiGlu(r)\nz = Tanh(y)\nreturn z");

  const base::Status status = MakeRunnable(*graph, AllBut({"SwiGlu"}));

  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(Expression(*graph), "Tanh(Mul(Swish(SplitD(Relu(x))), SplitD(Relu(x)):1))");
  const ir::Node& product = *graph->FindNode("z")->producer(0).node;
  EXPECT_EQ(product.output_desc(0).shape, ir::Shape({2, 3}));
  EXPECT_NE(product.name().find("_y_"), std::string::npos) << product.name();
  EXPECT_EQ(*product.attrs().Get<std::vector<std::string>>("_datadump_original_op_names"),
            std::vector<std::string>{"y"});
  EXPECT_EQ(*product.attrs().Get<std::vector<std::string>>("_datadump_original_op_types"),
            std::vector<std::string>{"SwiGlu"});
}

TEST(MakeRunnable, ANodeThatTheBackendRunsStays) {
  const auto graph = Inferred("x = Data(0)\ny = SwiGlu(x)\nreturn y");

  ASSERT_TRUE(MakeRunnable(*graph, AllBut({})).ok());

  EXPECT_EQ(Expression(*graph), "SwiGlu(x)");
}

TEST(MakeRunnable, BodiesHoldOperatorsWithBodies) {
  const auto graph = Inferred("x = Data(0)\ng = Relu(x)\ny = AddRmsNorm(x, x, g)\nreturn y, y:1, y:2");

  const base::Status status = MakeRunnable(*graph, AllBut({"AddRmsNorm", "RmsNorm"}));

  ASSERT_TRUE(status.ok()) << status.ToString();
  const std::string text = Expression(*graph);
  EXPECT_EQ(text.find("RmsNorm"), std::string::npos) << text;
  EXPECT_NE(text.find("Rsqrt(Add(ReduceMeanD(Square(Add(x, x))), Const))"), std::string::npos) << text;
}

TEST(MakeRunnable, WhyABodyDoesNotServeIsSaid) {
  const auto graph = Inferred("x = Data(0)\ny = L2Normalize(x)\nreturn y");

  EXPECT_EQ(
      MakeRunnable(*graph, AllBut({"L2Normalize"})).ToString(),
      "E10501: node \"y\" (L2Normalize) cannot run on backend plain: no kernel for L2Normalize, and its body "
      "does not serve: L2Normalize \"y\": axis must name a dimension");
}

TEST(MakeRunnable, WhatHasNoBodyIsNamed) {
  const auto graph = Inferred("x = Data(0)\ny = Tanh(x)\nreturn y");

  EXPECT_EQ(MakeRunnable(*graph, AllBut({"Tanh"})).ToString(),
            "E10501: node \"y\" (Tanh) cannot run on backend plain: no kernel for Tanh");
}

TEST(MakeRunnable, ABodyMadeOfItselfEnds) {
  const Registered endless("Tanh", [](Body& b) { b.Output(0, b.Op("Tanh", {b.Input(0)})); });
  const auto graph = Inferred("x = Data(0)\ny = Tanh(x)\nreturn y");
  const AllBut plain({"Tanh"});

  EXPECT_EQ(MakeRunnable(*graph, plain).ToString(), "E10501: in graph \"g\" bodies within bodies do not end");
  EXPECT_NE(Runs(*graph->Results()[0].node, plain).message().find("operator Tanh is made of itself"),
            std::string::npos);
}

TEST(MakeRunnable, ABodyThatGivesSomethingElseIsAnError) {
  const Registered wrong("Tanh", [](Body& b) {
    b.Output(0, b.Cast(b.Op("ReduceSumD", {b.Input(0)}, {{"axes", Ints{0}}}), base::DataType::kDouble));
  });
  const auto graph = Inferred("x = Data(0)\ny = Tanh(x)\nreturn y");

  const base::Status status = MakeRunnable(*graph, AllBut({"Tanh"}));

  EXPECT_NE(status.message().find("the body of Tanh gives y as "), std::string::npos) << status.message();
}

TEST(Body, TheFirstErrorIsKeptWithNodeAndType) {
  const Registered failing("Tanh", [](Body& b) {
    const Value wrong = b.Op("MatMul", {b.Input(0), b.Input(0)});
    b.Refuse("a second error");
    b.Output(0, b.Op("Relu", {wrong}));
  });
  const auto graph = Inferred("x = Data(0)\ny = Tanh(x)\nreturn y");

  const base::Status status = MakeRunnable(*graph, AllBut({"Tanh"}));

  EXPECT_NE(status.message().find("inner sizes differ"), std::string::npos) << status.message();
  EXPECT_EQ(status.message().find("a second error"), std::string::npos) << status.message();
}

TEST(Body, EveryOutputMustBeSet) {
  const Registered lazy("Tanh", [](Body&) {});
  const auto graph = Inferred("x = Data(0)\ny = Tanh(x)\nreturn y");

  EXPECT_NE(MakeRunnable(*graph, AllBut({"Tanh"})).message().find("its body sets 0 of 1 outputs"),
            std::string::npos);
}

TEST(Body, TypesThatAPrototypeDoesNotListAreRefusedBeforeAllElse) {
  const auto graph = Inferred("x = Data(0)\ny = SwiGlu(x)\nreturn y");
  ir::Node& node = *graph->FindNode("y");
  node.mutable_input_desc(0).type = base::DataType::kInt32;

  EXPECT_EQ(Runs(node, AllBut({"SwiGlu"})).ToString(),
            "E10501: SwiGlu \"y\": x must be float, float16 or bf16, given DT_INT32");
}

TEST(Runnable, CopiesOnlyWhatNeedsABody) {
  const auto graph = Inferred("x = Data(0)\ny = SwiGlu(x)\nreturn y");

  const auto same = Runnable(graph, AllBut({}));
  const auto copy = Runnable(graph, AllBut({"SwiGlu"}));

  ASSERT_TRUE(same.ok() && copy.ok());
  EXPECT_EQ(*same, graph);
  EXPECT_EQ(Expression(*graph), "SwiGlu(x)");
  EXPECT_EQ(Expression(**copy), "Mul(Swish(SplitD(x)), SplitD(x):1)");
}

}  // namespace
}  // namespace ge::bodies
