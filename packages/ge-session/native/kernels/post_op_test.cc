#include "kernels/post_op.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/run_context_for_tests.h"

namespace ge::cpu::kernels {
namespace {

float Within01(float x) { return std::min(std::max(x, 0.0F), 1.0F); }
float LogisticOf(float x) { return 1 / (1 + std::exp(-x)); }

// What each operation is, one element at a time.
float Reference(const PostOp& op, float x, float other) {
  switch (op.kind) {
    case PostOpKind::kRelu:
      return std::max(x, 0.0F);
    case PostOpKind::kLeakyRelu:
      return x > 0 ? x : op.alpha * x;
    case PostOpKind::kClip:
      return std::min(std::max(x, op.alpha), op.beta);
    case PostOpKind::kSigmoid:
      return LogisticOf(x);
    case PostOpKind::kTanh:
      return std::tanh(x);
    case PostOpKind::kHardSigmoid:
      return Within01(op.alpha * x + op.beta);
    case PostOpKind::kHardSwish:
      return x * Within01(x / 6 + 0.5F);
    case PostOpKind::kHardGate:
      return x * Within01(op.alpha * x + op.beta);
    case PostOpKind::kSwish:
      return x * LogisticOf(op.alpha * x);
    case PostOpKind::kScale:
      return x * op.alpha;
    case PostOpKind::kShift:
      return x + op.alpha;
    case PostOpKind::kSubtractFrom:
      return op.alpha - x;
    case PostOpKind::kDivide:
      return x / op.alpha;
    case PostOpKind::kAffine:
      return op.alpha * x + op.beta;
    case PostOpKind::kAdd:
      return x + other;
  }
  return x;
}

constexpr int32_t kOther = 4;  // the first input after the ports of Conv2D and MatMulV2
const std::vector<PostOp> kSingle = {
    {PostOpKind::kRelu, 0, 0, -1},         {PostOpKind::kLeakyRelu, 0.1F, 0, -1},
    {PostOpKind::kClip, -0.5F, 0.25F, -1}, {PostOpKind::kSigmoid, 0, 0, -1},
    {PostOpKind::kTanh, 0, 0, -1},         {PostOpKind::kHardSigmoid, 0.2F, 0.5F, -1},
    {PostOpKind::kHardSwish, 0, 0, -1},    {PostOpKind::kHardGate, 0.3F, 0.4F, -1},
    {PostOpKind::kSwish, 1.3F, 0, -1},     {PostOpKind::kScale, 2, 0, -1},
    {PostOpKind::kShift, -0.3F, 0, -1},    {PostOpKind::kSubtractFrom, 0.7F, 0, -1},
    {PostOpKind::kDivide, -3, 0, -1},      {PostOpKind::kAffine, 2, -0.3F, -1},
    {PostOpKind::kAdd, 0, 0, kOther},
};

// Each operation by itself, every pair, and a long chain.
std::vector<std::vector<PostOp>> Chains() {
  std::vector<std::vector<PostOp>> chains;
  for (const PostOp& op : kSingle) chains.push_back({op});
  for (const PostOp& first : kSingle) {
    for (const PostOp& second : kSingle) chains.push_back({first, second});
  }
  chains.push_back({{PostOpKind::kAffine, 2, 0.1F, -1},
                    {PostOpKind::kRelu, 0, 0, -1},
                    {PostOpKind::kScale, 0.5F, 0, -1},
                    {PostOpKind::kAdd, 0, 0, kOther},
                    {PostOpKind::kHardSwish, 0, 0, -1}});
  return chains;
}

std::vector<float> Pseudorandom(size_t count, uint32_t seed) {
  std::vector<float> values(count);
  for (float& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<float>(seed >> 8) / static_cast<float>(1U << 23) - 1.0F;
  }
  return values;
}

ir::Tensor PseudorandomTensor(const ir::Shape& shape, uint32_t seed) {
  return FloatsForTests(shape, Pseudorandom(static_cast<size_t>(shape.Elements()), seed));
}

struct Made {
  NodeForTests node;
  ir::Tensor x;
  ir::Tensor weights;
  ir::Shape result;
};

std::vector<float> RunWith(const Made& made, const std::vector<PostOp>& post_ops, const ir::Tensor* other) {
  const KernelInfo* info = FindKernel(made.node.node().type());
  PrepareContext prepare{made.node.node(), {nullptr, &made.weights, nullptr, nullptr}, post_ops};
  auto kernel = info->make(prepare);
  EXPECT_TRUE(kernel.ok()) << kernel.status().ToString();
  RunContextForTests context(made.node.node(), {&made.x, &made.weights, nullptr, nullptr, other},
                             ir::TensorDesc(made.result, base::DataType::kFloat));
  const base::Status status = (*kernel)->Run(context);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return context.Floats();
}

// Runs the kernel with and without the operations.
void ExpectPostOps(const Made& made) {
  const std::vector<float> plain = RunWith(made, {}, nullptr);
  const ir::Tensor other = PseudorandomTensor(made.result, 3);
  EXPECT_TRUE(FindKernel(made.node.node().type())->takes_post_ops);
  for (const std::vector<PostOp>& chain : Chains()) {
    std::string name;
    for (const PostOp& op : chain) name += " " + std::to_string(static_cast<int>(op.kind));
    const std::vector<float> result = RunWith(made, chain, &other);
    for (size_t i = 0; i < plain.size(); ++i) {
      float expected = plain[i];
      for (const PostOp& op : chain) expected = Reference(op, expected, other.elements<float>()[i]);
      ASSERT_NEAR(result[i], expected, 1e-4F) << "operations" << name << ", element " << i;
    }
  }
}

using Ints = std::vector<int64_t>;

Made Convolution(const std::string& layout, const ir::Shape& x, const ir::Shape& weights, int64_t groups,
                 const ir::Shape& result) {
  const int64_t pad = weights[2] / 2;
  ir::Tensor filter = PseudorandomTensor(weights, 2);
  filter.desc.format = base::Format::kNchw;
  return {NodeForTests("Conv2D", {"x", "filter", "bias", "offset_w"},
                       {{"strides", Ints{1, 1, 1, 1}},
                        {"pads", Ints{pad, pad, pad, pad}},
                        {"groups", groups},
                        {"data_format", layout}}),
          PseudorandomTensor(x, 1), std::move(filter), result};
}

TEST(PostOps, FollowAProductOfMatrices) {
  ExpectPostOps({NodeForTests("MatMulV2", {"x1", "x2", "bias", "offset_w"}, {}),
                 PseudorandomTensor({6, 7}, 1),
                 PseudorandomTensor({7, 33}, 2),
                 {6, 33}});
}

TEST(PostOps, FollowAConvolutionOfSingleElements) {
  ExpectPostOps(Convolution("NCHW", {1, 8, 9, 11}, {16, 8, 1, 1}, 1, {1, 16, 9, 11}));
}

TEST(PostOps, FollowAConvolutionOfWindows) {
  ExpectPostOps(Convolution("NCHW", {2, 8, 9, 11}, {16, 8, 3, 3}, 1, {2, 16, 9, 11}));
}

TEST(PostOps, FollowAConvolutionOfEachChannel) {
  ExpectPostOps(Convolution("NCHW", {1, 8, 9, 37}, {8, 1, 3, 3}, 8, {1, 8, 9, 37}));
}

TEST(PostOps, FollowAConvolutionWithChannelsLast) {
  ExpectPostOps(Convolution("NHWC", {1, 9, 11, 8}, {16, 8, 3, 3}, 1, {1, 9, 11, 16}));
  ExpectPostOps(Convolution("NHWC", {1, 9, 11, 8}, {16, 8, 1, 1}, 1, {1, 9, 11, 16}));
  ExpectPostOps(Convolution("NHWC", {1, 9, 11, 8}, {8, 1, 3, 3}, 8, {1, 9, 11, 8}));
}

TEST(PostOps, LeaveNanAsItIs) {
  for (const PostOp& op : kSingle) {
    if (op.kind == PostOpKind::kAdd) continue;
    float x = NAN;
    ApplyPostOp(op, &x, 1);
    EXPECT_TRUE(std::isnan(x)) << static_cast<int>(op.kind);
  }
}

}  // namespace
}  // namespace ge::cpu::kernels
