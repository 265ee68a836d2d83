#include "base/status.h"

#include <gtest/gtest.h>

#include <memory>

namespace ge::base {
namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) return InvalidArgument(Text(number, " is odd"));
  return number / 2;
}

Result<int> Quarter(int number) {
  GE_ASSIGN_OR_RETURN(const int half, Half(number));
  GE_ASSIGN_OR_RETURN(const int quarter, Half(half));
  return quarter;
}

TEST(Status, AnErrorHasACodeAndAText) {
  const Status error("E13001", "cannot open");

  EXPECT_FALSE(error.ok());
  EXPECT_EQ(error.ToString(), "E13001: cannot open");
  EXPECT_EQ(error.In("while loading").ToString(), "E13001: while loading: cannot open");
}

TEST(Status, FineSaysNothing) {
  const Status fine;

  EXPECT_TRUE(fine.ok());
  EXPECT_EQ(fine.code(), "");
  EXPECT_EQ(fine.ToString(), "ok");
  EXPECT_TRUE(fine.In("anywhere").ok());
}

TEST(Status, CopiesAreEqualAndApart) {
  Status error = InnerError("first");
  const Status copy = error;

  error = Status();

  EXPECT_TRUE(error.ok());
  EXPECT_EQ(copy.ToString(), "E19999: first");
}

TEST(Result, AnErrorPassesThrough) {
  EXPECT_EQ(Quarter(12).value(), 3);
  EXPECT_EQ(Quarter(6).status().ToString(), "E10001: 3 is odd");
  EXPECT_EQ(Quarter(5).status().ToString(), "E10001: 5 is odd");
}

TEST(Result, AValueCanBeMovedOut) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));

  const std::unique_ptr<int> taken = std::move(result).value();

  EXPECT_EQ(*taken, 7);
}

}  // namespace
}  // namespace ge::base
