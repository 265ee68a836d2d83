// What the plan fuses: how many steps are left, and that the numbers are those of the steps one by one. A
// convolution has its channels last, so two steps more put the image into this order and back.

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
  static constexpr size_t kOrder = 2;  // the order of channels, there and back

  ir::Endpoint Image() { return x_ = g_.Input({-1, 2, -1, -1}); }
  ir::Endpoint Conv(ir::Endpoint x) {
    ir::Tensor filter = Random({kChannels, 2, 3, 3}, 1);
    filter.desc.format = base::Format::kNchw;
    return g_.Op("Conv2D", {x, g_.Const(std::move(filter))}, ConvAttrs());
  }
  ir::Endpoint Conv1x1(ir::Endpoint x) {
    auto attrs = ConvAttrs();
    attrs[1].second = std::vector<int64_t>{0, 0, 0, 0};
    ir::Tensor filter = Random({kChannels, kChannels, 1, 1}, 8, -1, 1);
    filter.desc.format = base::Format::kNchw;
    return g_.Op("Conv2D", {x, g_.Const(std::move(filter))}, attrs);
  }
  ir::Endpoint Mean(ir::Endpoint x, const std::vector<int64_t>& axes) {
    const auto count = static_cast<int64_t>(axes.size());
    return g_.Op("ReduceMean", {x, g_.Const(plan::Int64Tensor({count}, axes))}, {{"keep_dims", true}});
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
  std::vector<ir::Endpoint> outputs_;
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

TEST_F(Fusion, ConnectedElementWiseOperatorsAreOneLoop) {
  const ir::Endpoint x = g_.Input({-1});

  ExpectSteps(1, {g_.Op("Mul", {x, g_.Op("Sigmoid", {g_.Op("Neg", {x})})})}, {50});
}

TEST_F(Fusion, NormalisationGoesIntoTheConvolution) {
  const ir::Endpoint conv = Conv(Image());
  const auto parameter = [&](unsigned seed) { return g_.Const(Random({kChannels}, seed, 0.5F, 2)); };
  const ir::Endpoint norm =
      g_.Op("BatchNorm", {conv, parameter(3), parameter(4), parameter(5), parameter(6)},
            {{"epsilon", 1e-5F}, {"is_training", false}, {"data_format", std::string("NCHW")}});

  ExpectSteps(1 + kOrder, {g_.Op("Relu", {norm})}, {2, 2, 5, 4});
}

TEST_F(Fusion, ChannelArithmeticGoesIntoTheConvolution) {
  const ir::Endpoint product = g_.Op("Mul", {g_.Const(Random({kChannels, 1, 1}, 3)), Conv(Image())});
  const ir::Endpoint sum = g_.Op("Add", {product, g_.Const(Random({1, kChannels, 1, 1}, 4))});

  ExpectSteps(1 + kOrder, {g_.Op("Sub", {g_.Scalar(1), g_.Op("RealDiv", {sum, g_.Scalar(3)})})},
              {1, 2, 3, 3});
}

TEST_F(Fusion, ActivationsRunInsideTheConvolution) {
  const ir::Endpoint swished = HardSwishOf(Conv(Image()));

  ExpectSteps(1 + kOrder, {g_.Op("Add", {g_.Op("Mul", {swished, g_.Scalar(2)}), g_.Scalar(-1)})},
              {1, 2, 6, 7});
}

TEST_F(Fusion, AConvolutionThatIsAResultKeepsItsActivationOutside) {
  const ir::Endpoint conv = Conv(Image());

  ExpectSteps(2 + kOrder + 1, {g_.Op("Relu", {conv}), conv}, {1, 2, 3, 3});
}

TEST_F(Fusion, AProductWithATensorOfTheRunStaysOutside) {
  const ir::Endpoint conv = Conv(Image());
  const ir::Endpoint mean = Mean(x_, {1});

  ExpectSteps(3 + kOrder, {g_.Op("Mul", {conv, mean})}, {1, 2, 3, 3});
}

TEST_F(Fusion, ASumOfEqualShapesRunsInsideTheConvolution) {
  x_ = g_.Input({1, 2, 4, 4});
  const ir::Endpoint conv = Conv(x_);
  const ir::Endpoint other = Conv(g_.Op("Neg", {x_}));

  ExpectSteps(3 + kOrder + 1, {g_.Op("Relu", {g_.Op("Add", {conv, other})})}, {1, 2, 4, 4});
}

TEST_F(Fusion, WhatLiesBetweenConvolutionsKeepsTheirOrder) {
  const ir::Endpoint first = Conv(Image());
  const ir::Endpoint weighted =
      g_.Op("Mul", {first, g_.Op("HardSigmoid", {Conv1x1(g_.Op("GlobalAveragePool", {first}))})});
  const ir::Endpoint shifted =
      g_.Op("Sub", {g_.Op("Exp", {weighted}), g_.Const(Random({kChannels, 1, 1}, 9))});

  ExpectSteps(5 + kOrder, {Conv1x1(g_.Op("Maximum", {shifted, first}))}, {2, 2, 5, 4});
}

TEST_F(Fusion, PoolingFollowsTheOrder) {
  const std::vector<ir::AttrMap::Entry> attrs = {{"ksize", std::vector<int64_t>{1, 1, 3, 2}},
                                                 {"strides", std::vector<int64_t>{1, 1, 2, 1}},
                                                 {"pads", std::vector<int64_t>{1, 0, 1, 0}},
                                                 {"data_format", std::string("NCHW")}};
  const ir::Endpoint conv = Conv(Image());

  ExpectSteps(3 + kOrder + 1, {g_.Op("MaxPoolV3", {conv}, attrs), g_.Op("AvgPoolV2", {conv}, attrs)},
              {2, 2, 6, 5});
}

TEST_F(Fusion, ReductionAndResizingFollowTheOrder) {
  const ir::Endpoint conv = Conv(Image());
  const std::vector<int32_t> size = {8, 10};
  const ir::Endpoint sizes =
      g_.Const({ir::TensorDesc({2}, base::DataType::kInt32), base::Buffer::CopyOf(size.data(), 8)});

  ExpectSteps(3 + kOrder + 1, {Mean(conv, {-3, 3}), g_.Op("ResizeNearestNeighborV2", {conv, sizes})},
              {1, 2, 4, 5});
}

TEST_F(Fusion, JoiningFollowsTheOrder) {
  const ir::Endpoint conv = Conv(Image());

  for (const int64_t axis : {1, -1}) {
    const ir::Endpoint joined = g_.Join({conv, g_.Op("Neg", {conv}), conv}, axis);
    outputs_.push_back(g_.Op("Abs", {joined}));
  }
  ExpectSteps(7 + kOrder + 1, outputs_, {1, 2, 3, 2});
}

TEST_F(Fusion, ATransposedConvolutionHasItsChannelsLast) {
  ir::Tensor filter = Random({2, kChannels, 2, 2}, 7);
  filter.desc.format = base::Format::kNchw;
  auto attrs = ConvAttrs();
  attrs[0].second = std::vector<int64_t>{1, 1, 2, 2};
  attrs[1].second = std::vector<int64_t>{0, 0, 0, 0};
  attrs.emplace_back("input_size", std::vector<int64_t>{0, 0, 0, 0});
  const ir::Endpoint y = g_.Op("Conv2DTransposeD", {Image(), g_.Const(std::move(filter))}, attrs);

  ExpectSteps(1 + kOrder, {g_.Op("Relu", {y})}, {1, 2, 3, 4});
}

TEST_F(Fusion, WhatHasNoRuleGetsItsOwnOrder) {
  const ir::Endpoint conv = Conv(Image());
  const ir::Endpoint flat = g_.Op("Reshape", {conv, g_.Const(plan::Int64Tensor({1}, {-1}))});

  ExpectSteps(4 + kOrder + 1, {g_.Op("Neg", {flat}), g_.Op("Relu", {conv})}, {1, 2, 3, 3});
}

}  // namespace
}  // namespace ge::cpu::exec
