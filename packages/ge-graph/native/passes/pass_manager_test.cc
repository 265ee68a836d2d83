#include "passes/pass_manager.h"

#include <gtest/gtest.h>

#include "match/test_graph.h"
#include "passes/decompose_pass.h"
#include "passes/pattern_pass.h"
#include "passes/registry.h"
#include "passes/statistics.h"

namespace ge::passes {
namespace {

using base::Result;
using match::testing::Expression;
using match::testing::GraphFromText;
using GraphPtr = std::shared_ptr<ir::Graph>;

constexpr const char* kRelus = "x = Data(0)\na = Relu(x)\nb = Exp(a)\nc = Relu(b)\nreturn c";

// Relu -> Tanh, unless `refused` stands there.
class ReluToTanh : public PatternPass {
 public:
  explicit ReluToTanh(std::string refused = "", bool broken = false)
      : refused_(std::move(refused)), broken_(broken) {}

 protected:
  Result<std::vector<match::Pattern>> Patterns() override {
    return std::vector<match::Pattern>{
        match::Pattern(GraphFromText("x = Data(0)\nr = Relu(x)\nreturn r", "relu"))};
  }
  Result<bool> MeetRequirements(const match::Match& match, PassContext&) override {
    return match.nodes[0]->name() != refused_;
  }
  Result<GraphPtr> Replacement(const match::Match&, PassContext&) override {
    if (broken_) return base::InnerError("no idea");
    return GraphFromText("x = Data(0)\nt = Tanh(x)\nreturn t", "tanh");
  }

 private:
  std::string refused_;
  bool broken_;
};

class ReluToSqrt : public DecomposePass {
 public:
  ReluToSqrt() : DecomposePass({"Relu"}) {}

 protected:
  Result<bool> MeetRequirements(ir::Node&, PassContext&) override { return true; }
  Result<GraphPtr> Replacement(ir::Node&, PassContext&) override {
    return GraphFromText("x = Data(0)\ns = Sqrt(x)\nt = Relu(s)\nreturn t", "sqrt");
  }
};

// Registers a pass for as long as it lives.
class Registered {
 public:
  template <typename Make>
  Registered(const std::string& name, Stage stage, Make make) : name_(name) {
    const base::Status status = RegisterPass(
        {name, stage, [make]() -> Result<std::unique_ptr<Pass>> { return std::unique_ptr<Pass>(make()); }});
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
  ~Registered() { UnregisterPass(name_); }

 private:
  std::string name_;
};

Result<Outcome> RunStage(const GraphPtr& graph, const Options& options = {}) {
  Result<PassManager> manager = PassManager::Create(options, 0);
  if (!manager.ok()) return manager.status();
  return manager->RunStage(Stage::kBeforeInferShape, graph);
}

TEST(PassManager, APatternPassReplacesEveryPlaceAndCountsThem) {
  const auto graph = GraphFromText(kRelus);
  graph->id = 77;
  const Registered pass("ReluToTanh", Stage::kBeforeInferShape,
                        [] { return std::make_unique<ReluToTanh>("c"); });

  const auto outcome = RunStage(graph);

  ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
  EXPECT_EQ(*outcome, Outcome::kChanged);
  EXPECT_EQ(Expression(*graph), "Relu(Exp(Tanh(x)))");
  const PassTimes times = PassCounts(0, 77).at("ReluToTanh");
  EXPECT_EQ(times.match, 2);
  EXPECT_EQ(times.effect, 1);
}

TEST(PassManager, ADecomposePassDoesNotLookAtWhatItBrings) {
  const auto graph = GraphFromText(kRelus);
  const Registered pass("ReluToSqrt", Stage::kBeforeInferShape,
                        [] { return std::make_unique<ReluToSqrt>(); });

  ASSERT_TRUE(RunStage(graph).ok());

  EXPECT_EQ(Expression(*graph), "Relu(Sqrt(Exp(Relu(Sqrt(x)))))");
}

TEST(PassManager, PassesRunByNameNotByRegistration) {
  const auto graph = GraphFromText("x = Data(0)\na = Relu(x)\nreturn a");
  const Registered second("b", Stage::kBeforeInferShape, [] { return std::make_unique<ReluToTanh>(); });
  const Registered first("a", Stage::kBeforeInferShape, [] { return std::make_unique<ReluToSqrt>(); });

  ASSERT_TRUE(RunStage(graph).ok());

  EXPECT_EQ(Expression(*graph), "Tanh(Sqrt(x))");
}

TEST(PassManager, OtherStagesDoNotRun) {
  const auto graph = GraphFromText(kRelus);
  const Registered pass("late", Stage::kAfterInferShape, [] { return std::make_unique<ReluToTanh>(); });

  EXPECT_EQ(*RunStage(graph), Outcome::kUnchanged);
}

TEST(PassManager, SwitchedOffPassesAreNotEvenMade) {
  const auto graph = GraphFromText(kRelus);
  bool made = false;
  const Registered pass("off", Stage::kBeforeInferShape, [&made] {
    made = true;
    return std::make_unique<ReluToTanh>();
  });

  ASSERT_TRUE(RunStage(graph, {{"ge.optimizationSwitch", "off:off"}}).ok());

  EXPECT_FALSE(made);
}

TEST(PassManager, AFailedReplacementFailsTheStageAndNamesThePass) {
  const auto graph = GraphFromText(kRelus);
  const Registered pass("broken", Stage::kBeforeInferShape,
                        [] { return std::make_unique<ReluToTanh>("", true); });

  const auto outcome = RunStage(graph);

  EXPECT_EQ(outcome.status().code(), "E13028");
  EXPECT_EQ(outcome.status().message(), "fusion pass \"broken\" failed: on graph \"g\": no idea");
}

// Relu -> this text, again and again.
class ReluTo : public PatternPass {
 public:
  explicit ReluTo(const char* replacement) : replacement_(replacement) {}

 protected:
  Result<std::vector<match::Pattern>> Patterns() override {
    if (replacement_ == nullptr) return base::InnerError("no idea");
    return std::vector<match::Pattern>{
        match::Pattern(GraphFromText("x = Data(0)\nr = Relu(x)\nreturn r", "relu"))};
  }
  Result<bool> MeetRequirements(const match::Match&, PassContext&) override { return true; }
  Result<GraphPtr> Replacement(const match::Match&, PassContext&) override {
    return GraphFromText(replacement_, "again");
  }

 private:
  const char* replacement_;
};

TEST(PassManager, AReplacementThatKeepsMatchingItselfFailsAndIsNamed) {
  for (const char* replacement : {"x = Data(0)\nr = Relu(x)\nreturn r",
                                  "x = Data(0)\nr = Relu(x)\ns = Relu(r)\nt = Relu(s)\nreturn t"}) {
    const auto graph = GraphFromText(kRelus);
    const Registered pass("again", Stage::kBeforeInferShape,
                          [replacement] { return std::make_unique<ReluTo>(replacement); });

    const base::Status status = RunStage(graph).status();

    EXPECT_EQ(status.code(), "E13028");
    EXPECT_NE(status.message().find("fusion pass \"again\" failed"), std::string::npos) << status.message();
    EXPECT_NE(status.message().find("pattern \"relu\" keeps matching what the pass put there"),
              std::string::npos)
        << status.message();
  }
}

TEST(PassManager, APassWithoutPatternsBecauseOfAnErrorFails) {
  const auto graph = GraphFromText(kRelus);
  const Registered pass("none", Stage::kBeforeInferShape, [] { return std::make_unique<ReluTo>(nullptr); });

  EXPECT_EQ(RunStage(graph).status().message(), "fusion pass \"none\" failed: on graph \"g\": no idea");
}

TEST(PassRegistry, TheFirstLoadWorksAndTheLastUnloadTakesBack) {
  static std::string calls;  // the source stays
  AddPassSource({[](const Options& options) -> base::Status {
                   calls += "load" + std::to_string(options.size()) + " ";
                   return options.count("broken") == 0 ? base::Status() : base::InnerError("broken");
                 },
                 [] { calls += "unload "; }});

  EXPECT_FALSE(LoadPasses({{"broken", ""}, {"a", ""}}).ok());
  UnloadPasses();  // nothing is loaded
  EXPECT_TRUE(LoadPasses({{"a", ""}}).ok());
  EXPECT_TRUE(LoadPasses({}).ok());
  EXPECT_TRUE(EnsurePassesLoaded({{"broken", ""}}).ok());
  UnloadPasses();
  EXPECT_EQ(calls, "load2 load1 ");
  UnloadPasses();
  EXPECT_EQ(calls, "load2 load1 unload ");
  EXPECT_FALSE(EnsurePassesLoaded({{"broken", ""}}).ok());
}

TEST(Stages, HaveNamesAndNumbers) {
  EXPECT_EQ(StageOf("AfterOriginGraphOptimize"), Stage::kAfterOriginGraphOptimize);
  EXPECT_EQ(StageName(Stage::kCompatibleInherited), "CompatibleInherited");
  EXPECT_EQ(StageOf("Later"), std::nullopt);
  EXPECT_FALSE(IsRun(Stage::kAfterAssignLogicStream));
}

TEST(PassManager, APassIsVerifiedWhenAskedForAndWhenItChangesTheGraph) {
  const auto register_verified = [](const char* name, const char* refused, const char* error) {
    const auto verify = [error](const GraphPtr& before, const GraphPtr& after) {
      EXPECT_EQ(Expression(*before), "Relu(x)");
      EXPECT_EQ(Expression(*after), "Tanh(x)");
      return base::InnerError(error);
    };
    const auto make = [refused]() -> Result<std::unique_ptr<Pass>> {
      return std::unique_ptr<Pass>(std::make_unique<ReluToTanh>(refused));
    };
    EXPECT_TRUE(RegisterPass({name, Stage::kBeforeInferShape, make, verify}).ok());
  };
  register_verified("changes", "", "0.5 is no 0.46");
  register_verified("a_refuses", "a", "not called");
  const char* text = "x = Data(0)\na = Relu(x)\nreturn a";

  const auto verified = RunStage(GraphFromText(text), {{"ge.passes.verify", "numeric"}});
  const auto trusted = RunStage(GraphFromText(text), {{"ge.passes.verify", "off"}});
  const auto misspelt = RunStage(GraphFromText(text), {{"ge.passes.verify", "numbers"}});
  UnregisterPass("changes");
  UnregisterPass("a_refuses");

  EXPECT_EQ(verified.status().message(),
            "fusion pass \"changes\" failed: ge.passes.verify=numeric: 0.5 is no 0.46");
  EXPECT_TRUE(trusted.ok());
  EXPECT_EQ(misspelt.status().code(), "E10001");
}

TEST(PassManager, ANameIsTakenOnce) {
  const Registered pass("twice", Stage::kBeforeInferShape, [] { return std::make_unique<ReluToTanh>(); });

  EXPECT_EQ(RegisterPass({"twice", Stage::kAfterInferShape, nullptr}).code(), "E13030");
}

TEST(PassManager, LongGraphsTakeTimeInProportion) {
  auto graph = ir::Graph::Create("long");
  ir::Node* last = graph->AddNode("x", ops::FindSchema("Data"));
  for (int i = 0; i < 50000; ++i) {
    ir::Node* next = graph->AddNode("n" + std::to_string(i), ops::FindSchema("Relu"));
    ASSERT_TRUE(graph->AddDataEdge(last, 0, next, 0).ok());
    last = next;
  }
  graph->SetOutputs({{last, 0}});
  const Registered pass("long", Stage::kBeforeInferShape, [] { return std::make_unique<ReluToTanh>(); });

  ASSERT_TRUE(RunStage(graph).ok());

  EXPECT_EQ(graph->node_count(), 50001U);
}

TEST(PassSwitches, TheOptionWinsOverTheFileAndTheFileOverAll) {
  const std::string path = ::testing::TempDir() + "/switches.json";
  FILE* file = fopen(path.c_str(), "w");
  fputs(R"({"Switch": {"GraphFusion": {"ALL": "off", "A": "on", "B": "on"}, "UBFusion": {"C": "on"}}})",
        file);
  fclose(file);

  const auto switches = PassSwitches::Read(
      {{"ge.fusionSwitchFile", path}, {"ge.optimizationSwitch", "B:off;nonsense;X:maybe;ge.y:on;C:on"}});

  ASSERT_TRUE(switches.ok());
  EXPECT_TRUE(switches->IsOn("A"));
  EXPECT_FALSE(switches->IsOn("B"));
  EXPECT_TRUE(switches->IsOn("C"));
  EXPECT_FALSE(switches->IsOn("D"));
  EXPECT_TRUE(switches->IsOn("D", 1, BuiltinSwitch::kNone));
}

TEST(PassSwitches, LevelsAndSwitchOptionsHoldForBuiltInPasses) {
  const auto switches = PassSwitches::Read({{"ge.oo.level", "O1"},
                                            {"ge.oo.constantFolding", "false"},
                                            {"ge.disableOptimizations", "RemoveSameConstPass,IdentityPass"}});

  EXPECT_TRUE(switches->IsOn("UnusedConstPass", 1, BuiltinSwitch::kNone));
  EXPECT_FALSE(switches->IsOn("IdentityPass", 3, BuiltinSwitch::kNone));
  EXPECT_FALSE(switches->IsOn("ConstantFoldingPass", 0, BuiltinSwitch::kConstantFolding));
  EXPECT_FALSE(switches->IsOn("RemoveSameConstPass", 0, BuiltinSwitch::kNone));
  EXPECT_EQ(PassSwitches::Read({{"ge.oo.level", "O2"}}).status().message(),
            "option ge.oo.level is \"O2\", expected O1 or O3");
}

}  // namespace
}  // namespace ge::passes
