#include "base/data_type.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace ge::base {
namespace {

TEST(DataType, EveryNumberButFiveHasARow) {
  std::set<int32_t> protos;
  for (int32_t number = 0; number < static_cast<int32_t>(DataType::kMax); ++number) {
    const DataTypeInfo* info = FindDataType(static_cast<DataType>(number));
    ASSERT_EQ(info == nullptr, number == 5) << number;
    if (info == nullptr) continue;
    EXPECT_EQ(static_cast<int32_t>(info->type), number);
    EXPECT_EQ(FindDataTypeByProto(info->proto), info);
    EXPECT_EQ(DataTypeFromText(info->text), info->type);
    EXPECT_EQ(DataTypeFromName(info->name), info->type);
    protos.insert(info->proto);
  }
  EXPECT_EQ(protos.size(), 42U);
}

TEST(DataType, NumbersOutsideAreNoTypes) {
  for (const int32_t number : {-1, 5, 43, 1000, std::numeric_limits<int32_t>::max()}) {
    EXPECT_EQ(FindDataType(static_cast<DataType>(number)), nullptr);
    EXPECT_EQ(DataTypeText(static_cast<DataType>(number)), "UNDEFINED");
    EXPECT_EQ(DataTypeBits(static_cast<DataType>(number)), 0);
  }
  EXPECT_EQ(FindDataTypeByProto(42), nullptr);
}

TEST(DataType, OldTextsAreRead) {
  EXPECT_EQ(DataTypeFromText("DT_FLOAT32"), DataType::kFloat);
  EXPECT_EQ(DataTypeFromText("RESERVED"), DataType::kUndefined);
  EXPECT_EQ(DataTypeFromText("float"), std::nullopt);
}

TEST(DataType, ElementsSmallerThanAByteArePacked) {
  EXPECT_EQ(DataBytes(DataType::kInt4, 3), 2);
  EXPECT_EQ(DataBytes(DataType::kUint1, 9), 2);
  EXPECT_EQ(DataBytes(DataType::kFloat6E3M2, 4), 3);
  EXPECT_EQ(DataBytes(DataType::kFloat, 0), 0);
}

TEST(DataType, ASizeThatDoesNotExistIsMinusOne) {
  EXPECT_EQ(DataBytes(DataType::kString, 1), -1);
  EXPECT_EQ(DataBytes(DataType::kFloat, -1), -1);
  EXPECT_EQ(DataBytes(DataType::kDouble, std::numeric_limits<int64_t>::max() / 8), -1);
}

}  // namespace
}  // namespace ge::base
