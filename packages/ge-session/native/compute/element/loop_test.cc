#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "compute/broadcast.h"
#include "compute/element/loop_plan.h"
#include "compute/element/writer.h"

namespace ge::cpu::compute {
namespace {

using base::DataType;

template <typename T>
std::vector<T> RunOn(const ElementProgram& program, const ir::Shape& out,
                     const std::vector<ir::Shape>& shapes, const std::vector<const void*>& operands) {
  std::vector<const ir::Shape*> pointers;
  for (const ir::Shape& shape : shapes) pointers.push_back(&shape);
  auto loop = ElementLoop::Over(program, out, pointers);
  EXPECT_TRUE(loop.ok()) << loop.status().message();
  std::vector<T> result(static_cast<size_t>(out.Elements()));
  if (!loop.ok()) return result;
  void* results[] = {result.data()};
  loop->Run(operands.data(), results);
  return result;
}

std::vector<float> Floats(int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 2);
  std::vector<float> values(static_cast<size_t>(count));
  for (float& value : values) value = normal(random);
  return values;
}

ElementProgram Binary(Function function, DataType type) {
  ElementWriter writer;
  const Term x = writer.Operand(type);
  const Term y = writer.Operand(type);
  writer.Result(writer.Call(function, x, y));
  return std::move(writer.Finish()).value();
}

// Element `i` of `out` in an operand of the shape.
int64_t IndexIn(const ir::Shape& out, const ir::Shape& operand, int64_t i) {
  int64_t index = 0;
  int64_t stride = 1;
  for (size_t d = 0; d < out.size(); ++d) {
    const size_t from_end = out.size() - 1 - d;
    const int64_t at = i % out[from_end];
    i /= out[from_end];
    if (d >= operand.size()) continue;
    const int64_t dim = operand[operand.size() - 1 - d];
    if (dim != 1) index += at * stride;
    stride *= dim;
  }
  return index;
}

TEST(ElementLoop, OperandsAreStretchedAsNumpyDoes) {
  const std::vector<std::vector<ir::Shape>> cases = {
      {{7}, {7}, {7}},
      {{2, 3, 5}, {3, 1}, {2, 1, 5}},
      {{4, 1000}, {1000}, {4, 1}},
      {{4, 1000}, {}, {4, 1000}},
      {{3, 2, 2000}, {3, 1, 1}, {1, 2, 2000}},
      {{5, 4, 3, 2}, {4, 1, 2}, {5, 1, 3, 1}},
      {{100, 3}, {3}, {100, 1}},
      {{1, 1}, {1}, {1, 1}},
      {{0, 3}, {3}, {0, 3}},
      {{6, 129}, {6, 1}, {129}},
  };
  for (const auto& shapes : cases) {
    const auto x = Floats(shapes[1].Elements(), 1);
    const auto y = Floats(shapes[2].Elements(), 2);

    const auto result = RunOn<float>(Binary(Function::kSub, DataType::kFloat), shapes[0],
                                     {shapes[1], shapes[2]}, {x.data(), y.data()});

    for (int64_t i = 0; i < shapes[0].Elements(); ++i) {
      const float expected = x[static_cast<size_t>(IndexIn(shapes[0], shapes[1], i))] -
                             y[static_cast<size_t>(IndexIn(shapes[0], shapes[2], i))];
      ASSERT_EQ(result[static_cast<size_t>(i)], expected) << base::Text(shapes[0]) << " at " << i;
    }
  }
}

TEST(ElementLoop, AChainGivesWhatItsPartsGive) {
  const ir::Shape shape{3, 1700};
  const auto x = Floats(shape.Elements(), 3);
  const auto y = Floats(1700, 4);
  ElementWriter writer;
  const Term a = writer.Operand(DataType::kFloat);
  const Term b = writer.Operand(DataType::kFloat);
  const Term product = writer.Call(Function::kMul, a, b);
  const Term gate = writer.Call(Function::kSigmoid, product);
  const Term shifted = writer.Call(Function::kAdd, gate, writer.Literal(DataType::kFloat, 0.5));
  writer.Result(writer.Select(writer.Call(Function::kGreater, a, b), shifted, product));
  const auto program = writer.Finish();
  ASSERT_TRUE(program.ok());

  const auto result = RunOn<float>(*program, shape, {shape, {1700}}, {x.data(), y.data()});

  for (size_t i = 0; i < x.size(); ++i) {
    const float right = y[i % 1700];
    const float p = x[i] * right;
    const float expected = x[i] > right ? 1 / (1 + std::exp(-p)) + 0.5F : p;
    ASSERT_NEAR(result[i], expected, 4e-7F * std::max(1.0F, std::abs(expected))) << i;
  }
}

TEST(ElementLoop, ValuesOfNarrowTypesAreRoundedBetweenOperators) {
  const int64_t count = 300;
  std::vector<BFloat16> x, y;
  for (const float value : Floats(count, 5)) x.emplace_back(value);
  for (const float value : Floats(count, 6)) y.emplace_back(value);
  ElementWriter writer;
  const Term a = writer.Operand(DataType::kBf16);
  const Term b = writer.Operand(DataType::kBf16);
  writer.Result(writer.Call(Function::kSub, writer.Call(Function::kAdd, a, b), b));
  const auto program = writer.Finish();
  ASSERT_TRUE(program.ok());

  const auto result = RunOn<BFloat16>(*program, {count}, {{count}, {count}}, {x.data(), y.data()});

  for (size_t i = 0; i < x.size(); ++i) {
    const BFloat16 sum(static_cast<float>(x[i]) + static_cast<float>(y[i]));
    const BFloat16 expected(static_cast<float>(sum) - static_cast<float>(y[i]));
    ASSERT_EQ(result[i].bits, expected.bits) << i;
  }
}

TEST(ElementLoop, IntegersWrapRoundInTheirOwnType) {
  const std::vector<int8_t> x = {127, -128, 100, -1, 5};
  const std::vector<int8_t> y = {1, 1, 3, -128, 0};

  const auto sums =
      RunOn<int8_t>(Binary(Function::kAdd, DataType::kInt8), {5}, {{5}, {5}}, {x.data(), y.data()});
  const auto products =
      RunOn<int8_t>(Binary(Function::kMul, DataType::kInt8), {5}, {{5}, {5}}, {x.data(), y.data()});
  const auto quotients =
      RunOn<int8_t>(Binary(Function::kDiv, DataType::kInt8), {5}, {{5}, {5}}, {x.data(), y.data()});

  EXPECT_EQ(sums, (std::vector<int8_t>{-128, -127, 103, 127, 5}));
  EXPECT_EQ(products, (std::vector<int8_t>{127, -128, 44, -128, 0}));
  EXPECT_EQ(quotients, (std::vector<int8_t>{127, -128, 33, 0, 0}));
}

TEST(ElementLoop, LargeUnsignedNumbersKeepTheirOrder) {
  const std::vector<uint64_t> x = {std::numeric_limits<uint64_t>::max(), 1, 0};
  const std::vector<uint64_t> y = {1, std::numeric_limits<uint64_t>::max(), 0};

  const auto larger =
      RunOn<uint64_t>(Binary(Function::kMaximum, DataType::kUint64), {3}, {{3}, {3}}, {x.data(), y.data()});
  const auto greater =
      RunOn<uint8_t>(Binary(Function::kGreater, DataType::kUint64), {3}, {{3}, {3}}, {x.data(), y.data()});

  EXPECT_EQ(larger, (std::vector<uint64_t>{x[0], x[0], 0}));
  EXPECT_EQ(greater, (std::vector<uint8_t>{1, 0, 0}));
}

TEST(ElementLoop, CastsBringToTheEndsAndWrap) {
  const std::vector<float> x = {300.7F, -1.5F, NAN, -1e30F, 7};
  ElementWriter writer;
  const Term a = writer.Operand(DataType::kFloat);
  writer.Result(writer.Cast(a, DataType::kUint8));
  const auto program = writer.Finish();
  ASSERT_TRUE(program.ok());

  const auto bytes = RunOn<uint8_t>(*program, {5}, {{5}}, {x.data()});

  EXPECT_EQ(bytes, (std::vector<uint8_t>{255, 0, 0, 0, 7}));
}

TEST(ElementLoop, BoolsAddAsOrAndMultiplyAsAnd) {
  const std::vector<uint8_t> x = {0, 2, 0, 1};
  const std::vector<uint8_t> y = {0, 0, 1, 255};

  const auto sums =
      RunOn<uint8_t>(Binary(Function::kAdd, DataType::kBool), {4}, {{4}, {4}}, {x.data(), y.data()});
  const auto products =
      RunOn<uint8_t>(Binary(Function::kMul, DataType::kBool), {4}, {{4}, {4}}, {x.data(), y.data()});

  EXPECT_EQ(sums, (std::vector<uint8_t>{0, 1, 1, 1}));
  EXPECT_EQ(products, (std::vector<uint8_t>{0, 0, 0, 1}));
}

TEST(ElementLoop, NanStaysWhereItShould) {
  const std::vector<float> x = {NAN, 1, NAN};
  const std::vector<float> y = {1, NAN, NAN};

  for (const Function function : {Function::kMaximum, Function::kMinimum, Function::kAdd}) {
    const auto result =
        RunOn<float>(Binary(function, DataType::kFloat), {3}, {{3}, {3}}, {x.data(), y.data()});
    for (const float value : result) EXPECT_TRUE(std::isnan(value)) << InfoOf(function).name;
  }
}

TEST(ElementWriter, OperandsOfTwoTypesAreRefused) {
  ElementWriter writer;
  const Term x = writer.Operand(DataType::kFloat);
  const Term y = writer.Operand(DataType::kInt32);
  writer.Result(writer.Call(Function::kAdd, x, y));

  const auto program = writer.Finish();

  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.status().message(),
            "both operands of Add must have one data type, given DT_FLOAT and DT_INT32");
}

TEST(ElementWriter, AFunctionThatATypeDoesNotHaveIsRefused) {
  ElementWriter writer;
  writer.Result(writer.Call(Function::kExp, writer.Operand(DataType::kInt32)));

  const auto program = writer.Finish();

  ASSERT_FALSE(program.ok());
  EXPECT_NE(program.status().message().find("Exp is not defined for"), std::string::npos);
}

}  // namespace
}  // namespace ge::cpu::compute
