#include "exec/storage_plan.h"

#include <gtest/gtest.h>

namespace ge::cpu::exec {
namespace {

// Programs without nodes: steps that read and make values of 64 bytes.
class StoragePlanTest : public testing::Test {
 protected:
  plan::ValueId Value(bool varies = true) {
    values_.push_back({varies, false});
    tensors_.emplace_back(ir::TensorDesc({16}, base::DataType::kFloat), nullptr);
    return program_.AddValue(nullptr, 0);
  }
  plan::ValueId Input() {
    program_.inputs.push_back(Value());
    return program_.inputs.back();
  }
  plan::ValueId Step(std::vector<plan::ValueId> inputs, StepFacts facts = {false, true, {-1}}) {
    plan::Step step;
    step.inputs = std::move(inputs);
    step.outputs = {Value(!facts.folded)};
    program_.steps.push_back(std::move(step));
    facts_.push_back(std::move(facts));
    return program_.steps.back().outputs[0];
  }
  StoragePlan Plan(std::vector<plan::ValueId> results) {
    program_.results = std::move(results);
    return PlanStorage(program_, tensors_, values_, facts_);
  }

  plan::Program program_;
  std::vector<ir::Tensor> tensors_;
  std::vector<ValueFacts> values_;
  std::vector<StepFacts> facts_;
};

const StepFacts kForwards{false, true, {0}};
const StepFacts kOpenShape{false, false, {-1}};
const StepFacts kFolded{true, true, {-1}};

TEST_F(StoragePlanTest, TensorsOfAChainTakeTurnsInTheArena) {
  plan::ValueId at = Input();
  for (int i = 0; i < 6; ++i) at = Step({at});

  const StoragePlan plan = Plan({at});

  EXPECT_EQ(plan.arena_bytes, 128U);
  EXPECT_EQ(plan.homes[at], Home::kResult);
}

TEST_F(StoragePlanTest, WhatAStepForwardsLivesAsLongAsItsReaders) {
  const plan::ValueId a = Step({Input()});
  const plan::ValueId view = Step({a}, kForwards);
  const plan::ValueId b = Step({a});
  const plan::ValueId c = Step({view});

  const StoragePlan plan = Plan({Step({b, c})});

  EXPECT_EQ(plan.roots[view], a);
  EXPECT_EQ(plan.offsets[view], plan.offsets[a]);
  EXPECT_NE(plan.offsets[b], plan.offsets[a]);
  EXPECT_NE(plan.offsets[c], plan.offsets[a]);
}

TEST_F(StoragePlanTest, AForwardedResultPutsItsSourceIntoTheResult) {
  const plan::ValueId a = Step({Input()});
  const plan::ValueId view = Step({a}, kForwards);

  const StoragePlan plan = Plan({view});

  EXPECT_EQ(plan.homes[a], Home::kResult);
  EXPECT_EQ(plan.homes[view], Home::kResult);
}

TEST_F(StoragePlanTest, AForwardedInputStaysTheCallers) {
  const plan::ValueId x = Input();
  const plan::ValueId view = Step({x}, kForwards);

  const StoragePlan plan = Plan({view});

  EXPECT_EQ(plan.homes[view], Home::kInput);
  EXPECT_EQ(plan.roots[view], x);
}

TEST_F(StoragePlanTest, ATensorOfOpenShapeFloatsAndSoDoesWhatForwardsIt) {
  const plan::ValueId a = Step({Input()}, kOpenShape);
  const plan::ValueId view = Step({a}, kForwards);

  const StoragePlan plan = Plan({Step({view})});

  EXPECT_EQ(plan.homes[a], Home::kFloating);
  EXPECT_EQ(plan.homes[view], Home::kFloating);
}

TEST_F(StoragePlanTest, WhatOnlyFoldedStepsReadDoesNotRun) {
  const plan::ValueId x = Input();
  const plan::ValueId big = Step({x});
  const plan::ValueId shape = Step({big}, kFolded);

  const StoragePlan plan = Plan({Step({x, shape})});

  EXPECT_EQ(plan.runs, (std::vector<bool>{false, false, true}));
}

}  // namespace
}  // namespace ge::cpu::exec
