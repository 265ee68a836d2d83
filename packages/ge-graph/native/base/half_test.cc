#include "base/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ge::base {
namespace {

TEST(Half, EveryHalfComesBack) {
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const float value = FloatFromHalf(half);
    if (std::isnan(value)) {
      EXPECT_EQ(HalfFromFloat(value), (half & 0x8000U) | 0x7E00U);
    } else {
      ASSERT_EQ(HalfFromFloat(value), half) << bits;
    }
  }
}

TEST(Half, RoundsToNearestEven) {
  EXPECT_EQ(HalfFromFloat(1.0F + 0x1p-11F), 0x3C00);                 // half way: to even, down
  EXPECT_EQ(HalfFromFloat(1.0F + 0x3p-11F), 0x3C02);                 // half way: to even, up
  EXPECT_EQ(HalfFromFloat(std::nextafter(0x1p-14F, 0.0F)), 0x0400);  // up into the normal numbers
  EXPECT_EQ(HalfFromFloat(0x1p-25F), 0x0000);
  EXPECT_EQ(HalfFromFloat(std::nextafter(0x1p-25F, 1.0F)), 0x0001);
  EXPECT_EQ(HalfFromFloat(65519.0F), 0x7BFF);
  EXPECT_EQ(HalfFromFloat(65520.0F), 0x7C00);
}

TEST(Half, SpecialNumbersKeepTheirSign) {
  EXPECT_EQ(HalfFromFloat(-0.0F), 0x8000);
  EXPECT_EQ(HalfFromFloat(-std::numeric_limits<float>::infinity()), 0xFC00);
  EXPECT_EQ(HalfFromFloat(std::numeric_limits<float>::quiet_NaN()), 0x7E00);
}

}  // namespace
}  // namespace ge::base
