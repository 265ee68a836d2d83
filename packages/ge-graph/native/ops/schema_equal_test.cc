#include "ops/schema_equal.h"

#include <gtest/gtest.h>

namespace ge::ops {
namespace {

TEST(EqualsDefault, ComparesWithinOneKind) {
  EXPECT_TRUE(EqualsDefault(int64_t{3}, int64_t{3}));
  EXPECT_FALSE(EqualsDefault(int64_t{3}, int64_t{4}));
  EXPECT_FALSE(EqualsDefault(int64_t{1}, true));
  EXPECT_TRUE(EqualsDefault(std::string("NHWC"), std::string("NHWC")));
  EXPECT_TRUE(
      EqualsDefault(std::vector<std::vector<int64_t>>{{1}, {}}, std::vector<std::vector<int64_t>>{{1}, {}}));
  EXPECT_FALSE(EqualsDefault(std::vector<int64_t>{1}, std::vector<int64_t>{1, 1}));
}

TEST(EqualsDefault, FloatsAreEqualWithinAMillionthOfTheirSize) {
  EXPECT_TRUE(EqualsDefault(1.0000001F, 1.0F));
  EXPECT_TRUE(EqualsDefault(std::vector<float>{0.1F, 2.000001F}, std::vector<float>{0.1F, 2.0F}));
  EXPECT_FALSE(EqualsDefault(1.00001F, 1.0F));
  // A small epsilon is not the same as a smaller one.
  EXPECT_FALSE(EqualsDefault(1e-7F, 1e-12F));
}

TEST(EqualsDefault, ATensorIsNeverItsDefault) {
  EXPECT_FALSE(EqualsDefault(ir::Box<ir::Tensor>(ir::Tensor()), ir::Box<ir::Tensor>(ir::Tensor())));
}

}  // namespace
}  // namespace ge::ops
