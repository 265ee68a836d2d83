#include "serialize/value_text.h"

#include <gtest/gtest.h>

namespace ge::serialize {
namespace {

template <typename T>
ir::Tensor TensorOf(base::DataType type, const std::vector<T>& elements) {
  return {ir::TensorDesc({static_cast<int64_t>(elements.size())}, type),
          base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(T))};
}

TEST(ValueText, OfEachKind) {
  using Strings = std::vector<std::string>;
  EXPECT_EQ(ValueText(int64_t{-3}), "-3");
  EXPECT_EQ(ValueText(1.5F), "1.500000");
  EXPECT_EQ(ValueText(true), "true");
  EXPECT_EQ(ValueText(std::string("a\"b")), "\"a\"b\"");
  EXPECT_EQ(ValueText(base::DataType::kBf16), "DT_BFLOAT16");
  EXPECT_EQ(ValueText(std::vector<int64_t>{1, 2}), "{1, 2}");
  EXPECT_EQ(ValueText(std::vector<bool>{true, false}), "{true, false}");
  EXPECT_EQ(ValueText(Strings{"a", "", "c"}), "{\"a\", \"c\"}");
  EXPECT_EQ(ValueText(std::vector<std::vector<int64_t>>{{1, 2}, {}, {3}}), "{{1, 2}, {3}}");
}

TEST(ValueText, WhatIsNotShownIsEmpty) {
  EXPECT_EQ(ValueText(std::string()), "");
  EXPECT_EQ(ValueText(base::DataType::kMax), "");
  EXPECT_EQ(ValueText(std::vector<float>{}), "");
  EXPECT_EQ(ValueText(ir::Bytes{"x"}), "");
  EXPECT_EQ(ValueText(ir::Box<ir::NamedAttrs>(ir::NamedAttrs())), "");
}

TEST(ElementsText, MoreThanSixAreCutInTheMiddle) {
  EXPECT_EQ(ElementsText(TensorOf<int32_t>(base::DataType::kInt32, {1, 2, 3, 4, 5, 6})), "[1 2 3 4 5 6]");
  EXPECT_EQ(ElementsText(TensorOf<int32_t>(base::DataType::kInt32, {1, 2, 3, 4, 5, 6, 7})),
            "[1 2 3 ... 5 6 7]");
}

TEST(ElementsText, OfEachType) {
  EXPECT_EQ(ElementsText(TensorOf<uint16_t>(base::DataType::kFloat16, {0x3C00, 0xFC00})), "[1.000000 -inf]");
  EXPECT_EQ(ElementsText(TensorOf<char>(base::DataType::kBool, {0, 1})), "[false true]");
  EXPECT_EQ(ElementsText(TensorOf<int8_t>(base::DataType::kInt8, {-128})), "[-128]");
  EXPECT_EQ(ElementsText(TensorOf<uint64_t>(base::DataType::kUint64, {~uint64_t{0}})),
            "[18446744073709551615]");
  EXPECT_EQ(ElementsText(TensorOf<double>(base::DataType::kDouble, {1e300})).size(), 310U);
}

TEST(ElementsText, SaysWhyThereAreNone) {
  EXPECT_EQ(ElementsText(ir::Tensor()), "<empty>");
  EXPECT_EQ(ElementsText(TensorOf<uint16_t>(base::DataType::kBf16, {1})), "<not_supported>");
  EXPECT_EQ(ElementsText(TensorOf<char>(base::DataType::kInt32, {1, 2, 3})), "<invalid>");
}

}  // namespace
}  // namespace ge::serialize
