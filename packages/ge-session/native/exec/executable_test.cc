#include "exec/executable.h"

#include <gtest/gtest.h>

#include <thread>

#include "infer/infer.h"
#include "plan/graph_for_tests.h"
#include "plan/plan.h"

namespace ge::cpu::exec {
namespace {

using plan::BoolTensor;
using plan::Floats;
using plan::FloatTensor;
using plan::GraphForTests;
using plan::Int64Tensor;

std::unique_ptr<CpuExecutable> Load(const std::shared_ptr<ir::Graph>& graph) {
  const base::Status inferred = infer::InferGraph(*graph);
  EXPECT_TRUE(inferred.ok()) << inferred.ToString();
  base::Result<std::unique_ptr<plan::Program>> program = plan::MakeProgram(graph);
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  return std::make_unique<CpuExecutable>(std::move(program).value());
}

std::vector<ir::Tensor> RunOn(CpuExecutable& executable, const std::vector<ir::Tensor>& inputs) {
  base::Result<std::vector<ir::Tensor>> results = executable.Run(inputs);
  EXPECT_TRUE(results.ok()) << results.status().ToString();
  return results.ok() ? std::move(results).value() : std::vector<ir::Tensor>(executable.outputs().size());
}

TEST(Executable, LaterRunsGiveWhatTheFirstGave) {
  GraphForTests g;
  const ir::Endpoint x = g.Input({3});
  const auto executable = Load(g.Build({g.Op("Relu", {g.Op("Mul", {g.Op("Add", {x, g.Scalar(1)}), x})})}));

  for (int run = 0; run < 3; ++run) {
    const auto results = RunOn(*executable, {FloatTensor({3}, {-0.5F + static_cast<float>(run), 1, 2})});
    const float first = -0.5F + static_cast<float>(run);
    EXPECT_EQ(Floats(results[0]), (std::vector<float>{std::max(first * (first + 1), 0.F), 2, 6}))
        << "run " << run;
  }
}

TEST(Executable, ResultsBelongToTheCaller) {
  GraphForTests g;
  const ir::Endpoint x = g.Input({2});
  const ir::Endpoint sum = g.Op("Add", {x, x});
  const auto executable = Load(g.Build({x, sum, sum, g.Const(FloatTensor({1}, {7}))}));

  std::vector<std::vector<ir::Tensor>> kept;
  for (const float v : {1.F, 2.F, 3.F}) kept.push_back(RunOn(*executable, {FloatTensor({2}, {v, v})}));

  for (size_t run = 0; run < kept.size(); ++run) {
    const auto v = static_cast<float>(run + 1);
    EXPECT_EQ(Floats(kept[run][0]), (std::vector<float>{v, v}));
    EXPECT_EQ(Floats(kept[run][1]), (std::vector<float>{2 * v, 2 * v}));
    EXPECT_EQ(Floats(kept[run][2]), (std::vector<float>{2 * v, 2 * v}));
    EXPECT_EQ(Floats(kept[run][3]), (std::vector<float>{7}));
    for (const ir::Tensor& result : kept[run]) EXPECT_EQ(result.data.use_count(), 1);
  }
}

// x as [n, m] -> [m * n], through its shape.
std::shared_ptr<ir::Graph> FlattenGraph() {
  GraphForTests g;
  const ir::Endpoint x = g.Input({-1, -1});
  const ir::Endpoint shape = g.Op("Shape", {x}, {{"dtype", int64_t{9}}});
  const ir::Endpoint axis = g.Const(Int64Tensor({1}, {0}));
  const ir::Endpoint count = g.Op("ReduceProd", {shape, axis}, {{"keep_dims", true}});
  return g.Build({g.Op("Relu", {g.Op("Reshape", {g.Op("Neg", {x}), count})})});
}

TEST(Executable, ShapesFollowTheInputs) {
  const auto executable = Load(FlattenGraph());

  for (int round = 0; round < 3; ++round) {
    const auto wide = RunOn(*executable, {FloatTensor({1, 3}, {-1, 2, -3})});
    const auto high = RunOn(*executable, {FloatTensor({2, 1}, {-4, 5})});

    EXPECT_EQ(wide[0].desc.shape, ir::Shape{3});
    EXPECT_EQ(Floats(wide[0]), (std::vector<float>{1, 0, 3}));
    EXPECT_EQ(high[0].desc.shape, ir::Shape{2});
    EXPECT_EQ(Floats(high[0]), (std::vector<float>{4, 0}));
  }
}

TEST(Executable, ShapesFollowElements) {
  GraphForTests g;
  const ir::Endpoint x = g.Input({4});
  const ir::Endpoint shape = g.Input({-1}, base::DataType::kInt64);
  const ir::Endpoint reshaped = g.Op("Reshape", {g.Op("Neg", {x}), shape});
  const auto executable = Load(g.Build({g.Op("Abs", {reshaped}), reshaped}));
  const ir::Tensor data = FloatTensor({4}, {1, 2, 3, 4});

  for (const ir::Shape& wanted : {ir::Shape{4, 1}, ir::Shape{2, 2}, ir::Shape{1, 4}}) {
    const auto results = RunOn(*executable, {data, Int64Tensor({2}, wanted.dims())});
    EXPECT_EQ(results[0].desc.shape, wanted);
    EXPECT_EQ(Floats(results[0]), (std::vector<float>{1, 2, 3, 4}));
    EXPECT_EQ(Floats(results[1]), (std::vector<float>{-1, -2, -3, -4}));
  }
}

TEST(Executable, AForwardedResultIsACopyOfTheInput) {
  GraphForTests g;
  const ir::Endpoint x = g.Input({2, 2});
  const auto executable = Load(g.Build({g.Op("Reshape", {x, g.Const(Int64Tensor({1}, {4}))})}));
  const ir::Tensor input = FloatTensor({2, 2}, {1, 2, 3, 4});

  for (int run = 0; run < 3; ++run) {
    const auto results = RunOn(*executable, {input});
    EXPECT_NE(results[0].data, input.data);
    EXPECT_EQ(Floats(results[0]), (std::vector<float>{1, 2, 3, 4}));
  }
}

TEST(Executable, WhatResultsDoNotNeedIsNotRun) {
  GraphForTests g;
  const ir::Endpoint x = g.Input({2});
  g.Op("Acosh", {x});  // has no kernel
  const auto executable = Load(g.Build({g.Op("Neg", {x})}));

  EXPECT_EQ(Floats(RunOn(*executable, {FloatTensor({2}, {1, 2})})[0]), (std::vector<float>{-1, -2}));
}

std::shared_ptr<ir::Graph> Branch(const std::string& name, const std::string& type) {
  GraphForTests g(name);
  const ir::Endpoint x = g.Input({-1});
  return g.Build({g.Op(type, {x})});
}

TEST(Executable, IfRunsTheBranchThatItsConditionNames) {
  GraphForTests g;
  const ir::Endpoint x = g.Input({-1});
  const ir::Endpoint condition = g.Input({}, base::DataType::kBool);
  ir::Node* choice = g.If(condition, {x}, Branch("negated", "Neg"), Branch("squared", "Square"));
  const auto executable = Load(g.Build({g.Op("Add", {{choice, 0}, x})}));
  const ir::Tensor input = FloatTensor({2}, {2, 3});

  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(Floats(RunOn(*executable, {input, BoolTensor(true)})[0]), (std::vector<float>{0, 0}));
    EXPECT_EQ(Floats(RunOn(*executable, {input, BoolTensor(false)})[0]), (std::vector<float>{6, 12}));
  }
}

TEST(Executable, BranchesOfDifferentShapesFit) {
  GraphForTests keep("keep");
  const ir::Endpoint kept = keep.Input({1, 2});
  GraphForTests flat("flat");
  const ir::Endpoint flattened = flat.Op("Reshape", {flat.Input({1, 2}), flat.Const(Int64Tensor({1}, {2}))});
  GraphForTests g;
  const ir::Endpoint x = g.Input({1, 2});
  const ir::Endpoint condition = g.Input({}, base::DataType::kBool);
  ir::Node* choice = g.If(condition, {x}, keep.Build({kept}), flat.Build({flattened}));
  const auto executable = Load(g.Build({g.Op("Neg", {{choice, 0}})}));
  const ir::Tensor input = FloatTensor({1, 2}, {2, 3});

  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(RunOn(*executable, {input, BoolTensor(true)})[0].desc.shape, (ir::Shape{1, 2}));
    EXPECT_EQ(RunOn(*executable, {input, BoolTensor(false)})[0].desc.shape, ir::Shape{2});
  }
}

TEST(Executable, WhileRunsItsBodyUntilTheConditionFails) {
  GraphForTests cond("cond");
  const ir::Endpoint limit = cond.Const(FloatTensor({}, {100}));
  const ir::Endpoint goes_on = cond.Op("Less", {cond.Input({}), limit});
  GraphForTests body("body");
  const ir::Endpoint x = body.Input({});
  const ir::Endpoint twice = body.Op("Add", {x, x});
  GraphForTests g;
  ir::Node* loop = g.While({g.Input({})}, cond.Build({goes_on}), body.Build({twice}));
  const auto executable = Load(g.Build({{loop, 0}}));

  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(Floats(RunOn(*executable, {FloatTensor({}, {3})})[0]), (std::vector<float>{192}));
    EXPECT_EQ(Floats(RunOn(*executable, {FloatTensor({}, {200})})[0]), (std::vector<float>{200}));
  }
}

TEST(Executable, ThreadsRunOneModelTogether) {
  const auto executable = Load(FlattenGraph());

  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const auto n = static_cast<float>(t * 100 + i);
        const auto results =
            executable->Run({FloatTensor({1 + t % 2, 1}, std::vector<float>(1 + t % 2, -n))});
        if (!results.ok() || results->at(0).elements<float>()[0] != n) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

class WrongInputs : public testing::Test {
 protected:
  WrongInputs() {
    GraphForTests g;
    const ir::Endpoint x = g.Input({-1, 2});
    executable_ = Load(g.Build({g.Op("Neg", {x})}));
  }
  std::string ErrorOf(const std::vector<ir::Tensor>& inputs) {
    const auto results = executable_->Run(inputs);
    return results.ok() ? "no error" : results.status().ToString();
  }
  std::unique_ptr<CpuExecutable> executable_;
};

TEST_F(WrongInputs, TheirNumberIsChecked) {
  EXPECT_EQ(ErrorOf({}), "E13025: expected 1 inputs (\"x0\"), given 0");
}

TEST_F(WrongInputs, TheirDataTypeIsChecked) {
  EXPECT_EQ(ErrorOf({Int64Tensor({1, 2}, {1, 2})}),
            "E13025: input 0 \"x0\": expected data type DT_FLOAT, given DT_INT64");
}

TEST_F(WrongInputs, TheirShapeIsChecked) {
  EXPECT_EQ(ErrorOf({FloatTensor({1, 3}, {1, 2, 3})}),
            "E13025: input 0 \"x0\": expected shape [-1, 2], given [1, 3]");
  EXPECT_EQ(ErrorOf({FloatTensor({2}, {1, 2})}), "E13025: input 0 \"x0\": expected shape [-1, 2], given [2]");
}

TEST_F(WrongInputs, MissingElementsAreFound) {
  EXPECT_EQ(ErrorOf({FloatTensor({1, 2}, {1})}),
            "E13025: input 0 \"x0\": a DT_FLOAT tensor of shape [1, 2] takes 8 bytes, but has 4");
}

TEST_F(WrongInputs, ARunThatFailedLeavesTheNextAlone) {
  ErrorOf({});

  EXPECT_EQ(Floats(RunOn(*executable_, {FloatTensor({1, 2}, {1, 2})})[0]), (std::vector<float>{-1, -2}));
}

TEST(Executable, NoElementsAreFine) {
  GraphForTests g;
  const ir::Endpoint x = g.Input({-1, 2});
  const auto executable = Load(g.Build({g.Op("Neg", {x})}));

  for (int run = 0; run < 2; ++run) {
    const auto results = RunOn(*executable, {ir::Tensor({ir::Shape{0, 2}, base::DataType::kFloat}, nullptr)});
    EXPECT_EQ(results[0].desc.shape, (ir::Shape{0, 2}));
    EXPECT_EQ(results[0].size_bytes(), 0U);
  }
}

}  // namespace
}  // namespace ge::cpu::exec
