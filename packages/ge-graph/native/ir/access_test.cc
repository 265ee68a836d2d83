#include "ir/access.h"

#include <gtest/gtest.h>

#include <string>

namespace ge::ir {
namespace {

// What another thread is told.
template <typename Ask>
std::string Elsewhere(Ask ask) {
  std::string told;
  std::thread([&] { told = ask(); }).join();
  return told;
}

TEST(GraphAccess, ManyReadAndNobodyChangesMeanwhile) {
  GraphAccess access;
  ASSERT_EQ(access.BeginReading("saved"), "");

  EXPECT_EQ(Elsewhere([&] { return access.BeginReading("dumped"); }), "");
  EXPECT_EQ(Elsewhere([&] { return access.ForbidsReading(); }), "");
  EXPECT_EQ(Elsewhere([&] { return access.BeginChanging("compiled"); }), "saved");
  EXPECT_EQ(access.ForbidsChanging(), "saved");

  access.EndReading();
  access.EndReading();
  EXPECT_EQ(Elsewhere([&] { return access.ForbidsChanging(); }), "");
}

TEST(GraphAccess, WhoChangesIsAloneAndMayDoBothItself) {
  GraphAccess access;
  ASSERT_EQ(access.BeginChanging("compiled"), "");
  ASSERT_EQ(access.BeginReading("dumped"), "");
  ASSERT_EQ(access.BeginChanging("inferred"), "");

  EXPECT_EQ(access.ForbidsChanging(), "");
  EXPECT_EQ(Elsewhere([&] { return access.ForbidsReading(); }), "compiled");
  EXPECT_EQ(Elsewhere([&] { return access.BeginReading("saved"); }), "compiled");

  access.EndChanging();
  access.EndReading();
  EXPECT_EQ(Elsewhere([&] { return access.ForbidsReading(); }), "compiled");
  access.EndChanging();
  EXPECT_EQ(Elsewhere([&] { return access.BeginChanging("replaced"); }), "");
}

}  // namespace
}  // namespace ge::ir
