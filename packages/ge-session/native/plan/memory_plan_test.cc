#include "plan/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

namespace ge::cpu::plan {
namespace {

bool Overlap(const Lifetime& a, size_t at_a, const Lifetime& b, size_t at_b) {
  return at_a < at_b + b.size_bytes && at_b < at_a + a.size_bytes;
}

TEST(MemoryPlan, AChainNeedsTheMemoryOfTwoNeighbours) {
  const MemoryPlan plan = PlanMemory({{64, 0, 1}, {64, 1, 2}, {64, 2, 3}, {64, 3, 4}});

  EXPECT_EQ(plan.total_bytes, 128U);
}

TEST(MemoryPlan, ATensorReadInTheStepThatMakesAnotherKeepsItsMemory) {
  const MemoryPlan plan = PlanMemory({{100, 0, 1}, {100, 1, 1}});

  EXPECT_NE(plan.offsets[0], plan.offsets[1]);
}

TEST(MemoryPlan, NeighbouringFreePartsAreTakenAsOne) {
  const MemoryPlan plan = PlanMemory({{64, 0, 0}, {64, 0, 0}, {128, 1, 1}});

  EXPECT_EQ(plan.total_bytes, 128U);
  EXPECT_EQ(plan.offsets[2], 0U);
}

TEST(MemoryPlan, AFreePartAtTheEndGrows) {
  const MemoryPlan plan = PlanMemory({{64, 0, 0}, {256, 1, 1}});

  EXPECT_EQ(plan.total_bytes, 256U);
}

TEST(MemoryPlan, NothingTakesNoMemory) {
  EXPECT_EQ(PlanMemory({}).total_bytes, 0U);
  EXPECT_EQ(PlanMemory({{0, 0, 5}}).total_bytes, 0U);
}

TEST(MemoryPlan, TensorsAliveTogetherNeverShareMemory) {
  const unsigned seed = 20;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  std::vector<Lifetime> lifetimes(300);
  for (Lifetime& lifetime : lifetimes) {
    lifetime.size_bytes = random() % 1000;
    lifetime.first = static_cast<int32_t>(random() % 200);
    lifetime.last = lifetime.first + static_cast<int32_t>(random() % 20);
  }

  const MemoryPlan plan = PlanMemory(lifetimes);

  for (size_t a = 0; a < lifetimes.size(); ++a) {
    EXPECT_EQ(plan.offsets[a] % 64, 0U);
    EXPECT_LE(plan.offsets[a] + lifetimes[a].size_bytes, plan.total_bytes);
    for (size_t b = 0; b < a; ++b) {
      const bool together =
          lifetimes[a].first <= lifetimes[b].last && lifetimes[b].first <= lifetimes[a].last;
      if (!together || lifetimes[a].size_bytes == 0 || lifetimes[b].size_bytes == 0) continue;
      EXPECT_FALSE(Overlap(lifetimes[a], plan.offsets[a], lifetimes[b], plan.offsets[b]))
          << a << " and " << b;
    }
  }
}

}  // namespace
}  // namespace ge::cpu::plan
