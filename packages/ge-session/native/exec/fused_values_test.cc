// Every fusion gives what the operators one by one give, also of NaN, infinities, zeros of both signs,
// denormals and numbers next to overflow. What can be fused is asked of the plan itself: a type that is new
// there needs a sample here.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>

#include "exec/executable.h"
#include "infer/infer.h"
#include "kernels/kernel.h"
#include "plan/fold_into_weights.h"
#include "plan/fuse_epilogues.h"
#include "plan/graph_for_tests.h"
#include "plan/plan.h"

namespace ge::cpu::exec {
namespace {

using plan::Floats;
using plan::FloatTensor;
using plan::GraphForTests;
using Attrs = std::vector<ir::AttrMap::Entry>;
using Ints = std::vector<int64_t>;
using Limits = std::numeric_limits<float>;

constexpr int64_t kChannels = 5;

std::vector<float> Mixed(size_t count, unsigned seed, const std::vector<float>& special, unsigned one_in) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> ordinary(-4, 4);
  std::vector<float> values(count);
  for (float& value : values) {
    value = random() % one_in == 0 ? special[random() % special.size()] : ordinary(random);
  }
  return values;
}

ir::Tensor Ordinary(const ir::Shape& shape, unsigned seed) {
  return FloatTensor(shape, Mixed(static_cast<size_t>(shape.Elements()), seed, {0}, 5));
}

// A graph under test.
struct Case {
  std::string name;
  ir::Shape shape;
  std::function<ir::Endpoint(GraphForTests&, ir::Endpoint)> make;
  // Weights are scaled instead of sums: of a denormal sum then nothing may be left, and no sign.
  bool scales_weights = false;
};

// What makes a result that others can run behind.
struct Maker {
  const char* type;
  ir::Shape x;
  std::function<ir::Endpoint(GraphForTests&, ir::Endpoint)> make;
};

ir::Endpoint Convolve(GraphForTests& g, const char* type, ir::Endpoint x, const ir::Shape& filter_shape,
                      const Attrs& more, bool channels_last) {
  ir::Tensor filter = Ordinary(filter_shape, 7);
  filter.desc.format = base::Format::kNchw;
  const int64_t pad = filter_shape[2] / 2;
  Attrs attrs = {{"strides", Ints{1, 1, 1, 1}},
                 {"pads", Ints{pad, pad, pad, pad}},
                 {"data_format", std::string(channels_last ? "NHWC" : "NCHW")}};
  attrs.insert(attrs.end(), more.begin(), more.end());
  return g.Op(type, {x, g.Const(std::move(filter))}, attrs);
}

ir::Endpoint Multiply(GraphForTests& g, const char* type, ir::Endpoint x, const ir::Shape& weights) {
  return g.Op(type, {x, g.Const(Ordinary(weights, 7))});
}

std::vector<Maker> Makers() {
  const Attrs grouped = {{"groups", kChannels}};
  const Attrs sized = {{"input_size", Ints{0, 0, 0, 0}}};
  std::vector<Maker> makers;
  const auto conv = [&](const char* type, const ir::Shape& x, const ir::Shape& filter, const Attrs& more = {},
                        bool last = false) {
    makers.push_back({type, x, [=](GraphForTests& g, ir::Endpoint input) {
                        return Convolve(g, type, input, filter, more, last);
                      }});
  };
  conv("Conv2D", {1, 3, 6, 7}, {kChannels, 3, 3, 3});
  conv("Conv2D", {2, 3, 4, 9}, {kChannels, 3, 1, 1});
  conv("Conv2D", {1, 16, 3, 3}, {kChannels, 16, 1, 1});
  conv("Conv2D", {1, 6, 7, 3}, {kChannels, 3, 3, 3}, {}, true);
  conv("Conv2D", {1, kChannels, 6, 19}, {kChannels, 1, 3, 3}, grouped);
  conv("DepthwiseConv2D", {1, kChannels, 6, 19}, {1, kChannels, 3, 3}, {});
  conv("Conv2DTransposeD", {1, 3, 4, 5}, {3, kChannels, 3, 3}, sized);
  makers.push_back(
      {"Conv2DTranspose", {1, 3, 4, 5}, [](GraphForTests& g, ir::Endpoint x) {
         ir::Tensor filter = Ordinary({3, kChannels, 1, 1}, 7);
         filter.desc.format = base::Format::kNchw;
         return g.Op("Conv2DTranspose",
                     {g.Const(plan::Int64Tensor({4}, {1, kChannels, 4, 5})), x, g.Const(std::move(filter))},
                     {{"strides", Ints{1, 1, 1, 1}},
                      {"pads", Ints{0, 0, 0, 0}},
                      {"data_format", std::string("NCHW")}});
       }});
  for (const char* type : {"MatMul", "MatMulV2"}) {
    makers.push_back({type, {9, 4}, [=](GraphForTests& g, ir::Endpoint x) {
                        return Multiply(g, type, x, {4, kChannels});
                      }});
  }
  for (const char* type : {"BatchMatMul", "BatchMatMulV2"}) {
    makers.push_back({type, {2, 9, 4}, [=](GraphForTests& g, ir::Endpoint x) {
                        return Multiply(g, type, x, {2, 4, 17});
                      }});
  }
  return makers;
}

using Follower = std::function<ir::Endpoint(GraphForTests&, ir::Endpoint)>;

Follower Plain(const char* type, const Attrs& attrs = {}) {
  return [=](GraphForTests& g, ir::Endpoint x) { return g.Op(type, {x}, attrs); };
}

Follower WithScalar(const char* type, float scalar, bool second = true) {
  return [=](GraphForTests& g, ir::Endpoint x) {
    return second ? g.Op(type, {x, g.Scalar(scalar)}) : g.Op(type, {g.Scalar(scalar), x});
  };
}

Follower Clip(float low, float high) {
  return [=](GraphForTests& g, ir::Endpoint x) {
    return g.Op("ClipByValue", {x, g.Scalar(low), g.Scalar(high)});
  };
}

std::vector<Follower> Scalars(const char* type) {
  std::vector<Follower> followers;
  for (const float scalar : {-1.5F, -0.F, 1e38F, NAN}) {
    followers.push_back(WithScalar(type, scalar));
    followers.push_back(WithScalar(type, scalar, false));
  }
  return followers;
}

// Samples of each type that runs behind a kernel.
std::map<std::string, std::vector<Follower>> Followers() {
  return {{"Relu", {Plain("Relu")}},
          {"Relu6", {Plain("Relu6")}},
          {"Sigmoid", {Plain("Sigmoid")}},
          {"Tanh", {Plain("Tanh")}},
          {"HardSwish", {Plain("HardSwish")}},
          {"LeakyRelu",
           {Plain("LeakyRelu", {{"negative_slope", 0.1F}}), Plain("LeakyRelu", {{"negative_slope", 0.F}}),
            Plain("LeakyRelu", {{"negative_slope", -2.F}})}},
          {"HardSigmoid", {Plain("HardSigmoid"), Plain("HardSigmoid", {{"alpha", 0.2F}, {"beta", 0.4F}})}},
          {"Swish", {Plain("Swish"), Plain("Swish", {{"scale", 1.7F}})}},
          {"ClipByValue", {Clip(-1, 2), Clip(0, HUGE_VALF), Clip(-0.F, 6), Clip(NAN, 1), Clip(2, -2)}},
          {"Mul", Scalars("Mul")},
          {"Add", Scalars("Add")},
          {"Sub", Scalars("Sub")},
          {"RealDiv", Scalars("RealDiv")}};
}

// Spelt-out activations, which are recognised.
std::map<std::string, Follower> SpeltOut() {
  const auto clip3 = [](GraphForTests& g, ir::Endpoint x) {
    return g.Op("ClipByValue", {g.Op("Add", {x, g.Scalar(3)}), g.Scalar(0), g.Scalar(6)});
  };
  return {{"x * clip / 6",
           [=](GraphForTests& g, ir::Endpoint x) {
             return g.Op("RealDiv", {g.Op("Mul", {x, clip3(g, x)}), g.Scalar(6)});
           }},
          {"x * (clip / 6)",
           [=](GraphForTests& g, ir::Endpoint x) {
             return g.Op("Mul", {x, g.Op("RealDiv", {clip3(g, x), g.Scalar(6)})});
           }},
          {"x * (clip * 1/6)",
           [=](GraphForTests& g, ir::Endpoint x) {
             return g.Op("Mul", {g.Op("Mul", {clip3(g, x), g.Scalar(1.F / 6)}), x});
           }},
          {"x * hard_sigmoid",
           [](GraphForTests& g, ir::Endpoint x) {
             return g.Op("Mul", {x, g.Op("HardSigmoid", {x})});
           }},
          {"x * sigmoid", [](GraphForTests& g, ir::Endpoint x) {
             return g.Op("Mul", {x, g.Op("Sigmoid", {x})});
           }}};
}

class FusedValues : public testing::Test {
 protected:
  // One graph, with its neighbours fused and one by one.
  struct Pair {
    std::unique_ptr<CpuExecutable> fused;
    std::unique_ptr<CpuExecutable> plain;
    bool differ = false;
  };

  static Pair Load(const Case& c) {
    GraphForTests g;
    const ir::Endpoint input = g.Input(c.shape);
    const auto graph = g.Build({c.make(g, input)});
    const base::Status inferred = infer::InferGraph(*graph);
    EXPECT_TRUE(inferred.ok()) << c.name << ": " << inferred.ToString();
    auto fused = plan::MakeProgram(graph);
    auto plain = plan::MakeProgram(graph, {false});
    EXPECT_TRUE(fused.ok() && plain.ok()) << c.name << fused.status().ToString() << plain.status().ToString();
    const auto& steps = (*fused)->steps;
    const bool runs_behind = std::any_of(steps.begin(), steps.end(),
                                         [](const plan::Step& step) { return !step.epilogue.empty(); });
    const bool differ = runs_behind || steps.size() < (*plain)->steps.size();
    return {std::make_unique<CpuExecutable>(std::move(fused).value()),
            std::make_unique<CpuExecutable>(std::move(plain).value()), differ};
  }

  static void ExpectSame(const Case& c, const Pair& pair, const std::vector<float>& values) {
    const ir::Tensor x = FloatTensor(c.shape, values);
    const auto fused = pair.fused->Run({x});
    const auto plain = pair.plain->Run({x});
    ASSERT_TRUE(fused.ok() && plain.ok()) << c.name << fused.status().ToString() << plain.status().ToString();
    const bool denormal = std::any_of(values.begin(), values.end(),
                                      [](float value) { return std::fpclassify(value) == FP_SUBNORMAL; });
    Compare(c.name, Floats(fused->at(0)), Floats(plain->at(0)), !denormal || !c.scales_weights);
  }

  static void Compare(const std::string& name, const std::vector<float>& fused,
                      const std::vector<float>& plain, bool signs_of_zeros) {
    ASSERT_EQ(fused.size(), plain.size()) << name;
    for (size_t i = 0; i < plain.size(); ++i) {
      const std::string where = base::Text(name, ", element ", i, ": fused ", fused[i], ", plain ", plain[i]);
      ASSERT_EQ(std::isnan(fused[i]), std::isnan(plain[i])) << where;
      if (std::isnan(plain[i])) continue;
      ASSERT_EQ(std::isinf(fused[i]), std::isinf(plain[i])) << where;
      if (signs_of_zeros && plain[i] == 0 && fused[i] == 0) {
        ASSERT_EQ(std::signbit(fused[i]), std::signbit(plain[i])) << where;
      }
      if (std::isinf(plain[i])) {
        ASSERT_EQ(fused[i], plain[i]) << where;
      } else {
        ASSERT_LE(std::abs(fused[i] - plain[i]), 2e-5F * (1 + std::abs(plain[i]))) << where;
      }
    }
  }

  // Many special values, few of them, and each one everywhere.
  static std::vector<std::vector<float>> Inputs(size_t count) {
    const std::vector<float> special = {NAN, HUGE_VALF, -HUGE_VALF, 0.F, -0.F, Limits::denorm_min(), -1e-40F};
    std::vector<std::vector<float>> inputs = {Mixed(count, 1, special, 3), Mixed(count, 2, special, 40)};
    for (const float value : special) inputs.emplace_back(count, value);
    return inputs;
  }

  // True when something was fused.
  static bool ExpectSameForAll(const Case& c, const std::vector<std::vector<float>>& more = {}) {
    const Pair pair = Load(c);
    for (const auto& values : Inputs(static_cast<size_t>(c.shape.Elements()))) ExpectSame(c, pair, values);
    for (const auto& values : more) ExpectSame(c, pair, values);
    return pair.differ;
  }
};

TEST_F(FusedValues, EveryKernelThatTakesOperationsHasASample) {
  std::map<std::string, int> samples;
  for (const Maker& maker : Makers()) ++samples[maker.type];

  for (const base::Name type : kernels::KernelTypes()) {
    if (!kernels::FindKernel(type)->takes_epilogue) continue;
    EXPECT_EQ(samples.count(type.text()), 1U) << type.text();
  }
}

TEST_F(FusedValues, WhatRunsBehindAKernelGivesWhatItGivesByItself) {
  const auto followers = Followers();
  for (const Maker& maker : Makers()) {
    for (const auto& [type, samples] : followers) {
      bool fused_once = false;
      for (const Follower& follow : samples) {
        fused_once |=
            ExpectSameForAll({base::Text(maker.type, " ", maker.x, ", ", type), maker.x,
                              [&](GraphForTests& g, ir::Endpoint x) { return follow(g, maker.make(g, x)); },
                              maker.x.size() == 4});
        if (HasFatalFailure()) return;
      }
      EXPECT_TRUE(fused_once) << maker.type << " with " << type << " is never fused";
    }
  }
}

TEST_F(FusedValues, ChainsAndSumsGiveWhatTheirPartsGive) {
  for (const Maker& maker : Makers()) {
    ExpectSameForAll({base::Text(maker.type, ", sum"), maker.x, [&](GraphForTests& g, ir::Endpoint x) {
                        const ir::Endpoint y = maker.make(g, x);
                        const ir::Endpoint other = g.Op("Neg", {maker.make(g, g.Op("Abs", {x}))});
                        const ir::Endpoint sum = g.Op("Add", {y, other});
                        const ir::Endpoint scaled = g.Op("Mul", {g.Op("Relu", {sum}), g.Scalar(1e30F)});
                        return g.Op("Relu6", {g.Op("Add", {scaled, g.Scalar(-HUGE_VALF)})});
                      }});
  }
}

TEST_F(FusedValues, SpeltOutActivationsGiveWhatTheirPartsGive) {
  const std::vector<float> far = {NAN,    HUGE_VALF, -HUGE_VALF, 0.F,          -0.F,
                                  1e-40F, 1e38F,     -1e38F,     Limits::max()};
  for (const auto& [name, make] : SpeltOut()) {
    const Case alone{name, {70}, make};
    EXPECT_TRUE(ExpectSameForAll(alone, {Mixed(70, 3, far, 2)}));
    for (const Maker& maker : Makers()) {
      ExpectSameForAll(
          {base::Text(maker.type, ", ", name), maker.x,
           [&, &spelt = make](GraphForTests& g, ir::Endpoint x) { return spelt(g, maker.make(g, x)); }});
    }
  }
}

// Constants of a channel each; some that must not go into weights.
const std::vector<std::vector<float>>& ChannelConstants() {
  static const auto* const constants = new std::vector<std::vector<float>>{
      {2, 0.5F, 3, 1, 7},  {-2, 0.5F, -1, 1, 2},    {0, 1, -0.F, 2, 3},        {1e-40F, 1, 2, 3, 4},
      {1e38F, 1, 2, 3, 4}, {HUGE_VALF, 1, 2, 3, 4}, {NAN, 1, 2, 3, -HUGE_VALF}};
  return *constants;
}

TEST_F(FusedValues, WhatGoesIntoWeightsGivesWhatItGivesByItself) {
  bool fused_once = false;
  for (const Maker& maker : Makers()) {
    if (maker.x.size() != 4) continue;
    for (const std::string& type : plan::FoldedTypes()) {
      for (const auto& constants : ChannelConstants()) {
        for (const bool second : {true, false}) {
          const auto follow = [&](GraphForTests& g, ir::Endpoint x) {
            const ir::Endpoint y = maker.make(g, x);
            const ir::Endpoint c = g.Const(FloatTensor({kChannels, 1, 1}, constants));
            if (type != "BatchNorm") return second ? g.Op(type, {y, c}) : g.Op(type, {c, y});
            const auto row = [&](const std::vector<float>& values) {
              return g.Const(FloatTensor({kChannels}, values));
            };
            const std::vector<float> shift =
                second ? std::vector<float>{1, -2, 0, -0.F, 3} : std::vector<float>(kChannels, 0);
            return g.Op("BatchNorm",
                        {y, row(constants), row(shift), row({0, 1, 0, 2, 0}), row({1, 2, 1, 0, 4})},
                        {{"epsilon", 1e-5F}, {"is_training", false}, {"data_format", std::string("NCHW")}});
          };
          if (std::string(maker.type) == "Conv2D" && maker.x[3] == 3 && maker.x[1] == 6) continue;
          fused_once |= ExpectSameForAll(
              {base::Text(maker.type, " ", maker.x, ", ", type, constants[0]), maker.x, follow, true});
          if (HasFatalFailure()) return;
        }
      }
    }
  }
  EXPECT_TRUE(fused_once);
}

TEST_F(FusedValues, ARowThatIsAddedToAProductIsWhatItIsByItself) {
  for (const Maker& maker : Makers()) {
    if (maker.x.size() == 4) continue;
    for (const auto& constants : ChannelConstants()) {
      if (maker.x.size() != 2) continue;
      EXPECT_TRUE(
          ExpectSameForAll({base::Text(maker.type, ", row"), maker.x, [&](GraphForTests& g, ir::Endpoint x) {
                              const ir::Endpoint row = g.Const(FloatTensor({kChannels}, constants));
                              return g.Op("Relu", {g.Op("Add", {maker.make(g, x), row})});
                            }}));
    }
  }
}

}  // namespace
}  // namespace ge::cpu::exec
