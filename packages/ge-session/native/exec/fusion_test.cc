// What the plan fuses: how many steps are left, and that the numbers are those of the steps one by one.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "exec/executable.h"
#include "infer/infer.h"
#include "plan/graph_for_tests.h"
#include "plan/plan.h"

namespace ge::cpu::exec {
namespace {

using plan::Floats;
using plan::FloatTensor;
using plan::GraphForTests;

ir::Tensor Random(const ir::Shape& shape, unsigned seed, float low = -4, float high = 4) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> distribution(low, high);
  std::vector<float> elements(static_cast<size_t>(shape.Elements()));
  for (float& element : elements) element = distribution(random);
  return FloatTensor(shape, elements);
}

std::vector<ir::AttrMap::Entry> ConvAttrs() {
  return {{"strides", std::vector<int64_t>{1, 1, 1, 1}},
          {"pads", std::vector<int64_t>{1, 1, 1, 1}},
          {"data_format", std::string("NCHW")}};
}

class Fusion : public testing::Test {
 protected:
  static constexpr int64_t kChannels = 3;

  ir::Endpoint Image() { return x_ = g_.Input({-1, 2, -1, -1}); }
  ir::Endpoint Conv(ir::Endpoint x) {
    ir::Tensor filter = Random({kChannels, 2, 3, 3}, 1);
    filter.desc.format = base::Format::kNchw;
    return g_.Op("Conv2D", {x, g_.Const(std::move(filter))}, ConvAttrs());
  }
  ir::Endpoint HardSwishOf(ir::Endpoint x) {
    const ir::Endpoint clipped =
        g_.Op("ClipByValue", {g_.Op("Add", {x, g_.Scalar(3)}), g_.Scalar(0), g_.Scalar(6)});
    return g_.Op("RealDiv", {g_.Op("Mul", {x, clipped}), g_.Scalar(6)});
  }

  // Runs the graph with and without fusion; they must agree, and the fused one have this many steps.
  void ExpectSteps(size_t steps, const std::vector<ir::Endpoint>& outputs, const ir::Shape& shape) {
    const auto graph = g_.Build(outputs);
    const base::Status inferred = infer::InferGraph(*graph);
    ASSERT_TRUE(inferred.ok()) << inferred.ToString();
    auto fused = plan::MakeProgram(graph);
    auto plain = plan::MakeProgram(graph, {false});
    ASSERT_TRUE(fused.ok() && plain.ok()) << fused.status().ToString() << plain.status().ToString();
    EXPECT_EQ((*fused)->steps.size(), steps);
    CpuExecutable fused_model(std::move(fused).value());
    CpuExecutable plain_model(std::move(plain).value());
    const ir::Tensor input = Random(shape, 2);
    for (int run = 0; run < 2; ++run) ExpectSame(fused_model.Run({input}), plain_model.Run({input}));
  }

  static void ExpectSame(const base::Result<std::vector<ir::Tensor>>& a,
                         const base::Result<std::vector<ir::Tensor>>& b) {
    ASSERT_TRUE(a.ok() && b.ok()) << a.status().ToString() << b.status().ToString();
    for (size_t i = 0; i < a->size(); ++i) {
      EXPECT_EQ(a->at(i).desc.shape, b->at(i).desc.shape);
      const auto left = Floats(a->at(i));
      const auto right = Floats(b->at(i));
      for (size_t k = 0; k < left.size(); ++k) {
        ASSERT_NEAR(left[k], right[k], 1e-4 * (1 + std::abs(right[k])))
            << "output " << i << ", element " << k;
      }
    }
  }

  GraphForTests g_;
  ir::Endpoint x_;
};

TEST_F(Fusion, ASpelledOutHardSwishIsOneStep) {
  const ir::Endpoint x = g_.Input({-1});

  ExpectSteps(1, {HardSwishOf(x)}, {50});
}

TEST_F(Fusion, AHardSwishWhoseProductIsDividedFirstIsOneStep) {
  const ir::Endpoint x = g_.Input({-1});
  const ir::Endpoint clipped =
      g_.Op("ClipByValue", {g_.Op("Add", {g_.Scalar(3), x}), g_.Scalar(0), g_.Scalar(6)});

  ExpectSteps(1, {g_.Op("Mul", {g_.Op("Mul", {clipped, g_.Scalar(1.F / 6)}), x})}, {50});
}

TEST_F(Fusion, AProductWithItsSigmoidIsOneStep) {
  const ir::Endpoint x = g_.Input({-1});

  ExpectSteps(1, {g_.Op("Mul", {x, g_.Op("Sigmoid", {x})})}, {50});
}

TEST_F(Fusion, APartThatIsReadElsewhereStaysAsItIs) {
  const ir::Endpoint x = g_.Input({-1});
  const ir::Endpoint sigmoid = g_.Op("Sigmoid", {x});

  ExpectSteps(2, {g_.Op("Mul", {x, sigmoid}), sigmoid}, {50});
}

TEST_F(Fusion, ASigmoidOfSomethingElseStaysAsItIs) {
  const ir::Endpoint x = g_.Input({-1});

  ExpectSteps(3, {g_.Op("Mul", {x, g_.Op("Sigmoid", {g_.Op("Neg", {x})})})}, {50});
}

TEST_F(Fusion, NormalisationGoesIntoTheConvolution) {
  const ir::Endpoint conv = Conv(Image());
  const auto parameter = [&](unsigned seed) { return g_.Const(Random({kChannels}, seed, 0.5F, 2)); };
  const ir::Endpoint norm =
      g_.Op("BatchNorm", {conv, parameter(3), parameter(4), parameter(5), parameter(6)},
            {{"epsilon", 1e-5F}, {"is_training", false}, {"data_format", std::string("NCHW")}});

  ExpectSteps(1, {g_.Op("Relu", {norm})}, {2, 2, 5, 4});
}

TEST_F(Fusion, ChannelArithmeticGoesIntoTheConvolution) {
  const ir::Endpoint product = g_.Op("Mul", {g_.Const(Random({kChannels, 1, 1}, 3)), Conv(Image())});
  const ir::Endpoint sum = g_.Op("Add", {product, g_.Const(Random({1, kChannels, 1, 1}, 4))});

  ExpectSteps(1, {g_.Op("Sub", {g_.Scalar(1), g_.Op("RealDiv", {sum, g_.Scalar(3)})})}, {1, 2, 3, 3});
}

TEST_F(Fusion, ActivationsRunInsideTheConvolution) {
  const ir::Endpoint swished = HardSwishOf(Conv(Image()));

  ExpectSteps(1, {g_.Op("Add", {g_.Op("Mul", {swished, g_.Scalar(2)}), g_.Scalar(-1)})}, {1, 2, 6, 7});
}

TEST_F(Fusion, AConvolutionThatIsAResultKeepsItsActivationOutside) {
  const ir::Endpoint conv = Conv(Image());

  ExpectSteps(2, {g_.Op("Relu", {conv}), conv}, {1, 2, 3, 3});
}

TEST_F(Fusion, AProductWithATensorOfTheRunStaysOutside) {
  const ir::Endpoint conv = Conv(Image());

  ExpectSteps(3,
              {g_.Op("Mul", {conv, g_.Op("ReduceMean", {x_, g_.Const(plan::Int64Tensor({1}, {1}))},
                                         {{"keep_dims", true}})})},
              {1, 2, 3, 3});
}

TEST_F(Fusion, ASumOfEqualShapesRunsInsideTheConvolution) {
  x_ = g_.Input({1, 2, 4, 4});
  const ir::Endpoint conv = Conv(x_);
  const ir::Endpoint other = Conv(g_.Op("Neg", {x_}));

  ExpectSteps(3, {g_.Op("Relu", {g_.Op("Add", {conv, other})})}, {1, 2, 4, 4});
}

}  // namespace
}  // namespace ge::cpu::exec
