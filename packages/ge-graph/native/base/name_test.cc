#include "base/name.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace ge::base {
namespace {

TEST(Name, EqualTextsAreOneName) {
  const Name name("name_test_x");

  EXPECT_EQ(name, Name(std::string("name_test_x")));
  EXPECT_EQ(name.id(), Name("name_test_x").id());
  EXPECT_NE(name, Name("name_test_y"));
  EXPECT_TRUE(Name().empty());
  EXPECT_EQ(Name(), Name(""));
}

TEST(Name, OrderIsThatOfTheTexts) {
  const Name later("name_test_b");
  const Name earlier("name_test_a");

  EXPECT_LT(earlier, later);
  EXPECT_FALSE(later < earlier);
  EXPECT_FALSE(later < later);
}

TEST(Name, ThreadsAgree) {
  std::vector<std::vector<const void*>> seen(4);
  std::vector<std::thread> threads;
  for (auto& ids : seen) {
    threads.emplace_back([&ids] {
      for (int i = 0; i < 1000; ++i) ids.push_back(Name("name_test_" + std::to_string(i)).id());
    });
  }
  for (std::thread& thread : threads) thread.join();

  for (const auto& ids : seen) EXPECT_EQ(ids, seen.front());
}

}  // namespace
}  // namespace ge::base
