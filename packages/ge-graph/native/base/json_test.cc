#include "base/json.h"

#include <gtest/gtest.h>

namespace ge::base {
namespace {

TEST(Json, ReadsWhatATextSays) {
  const Result<Json> json = ParseJson(R"( {"a": [1, true, null], "b": {"c": "x\n\u00e9\ud83d\ude00"}} )");

  ASSERT_TRUE(json.ok()) << json.status().ToString();
  EXPECT_EQ(*FindIn(*json, {"a"}), Json::array({1, true, nullptr}));
  EXPECT_EQ(*FindIn(*json, {"b", "c"}), "x\n\u00e9\U0001F600");
  EXPECT_EQ(*FindText(*json, {"b", "c"}), "x\n\u00e9\U0001F600");
  EXPECT_EQ(FindText(*json, {"a"}), nullptr);
  EXPECT_EQ(FindIn(*json, {"missing", "c"}), nullptr);
  EXPECT_EQ(FindIn(*json, {"a", "c"}), nullptr);
}

TEST(Json, SaysWhereTheTextStopsBeingJson) {
  EXPECT_NE(ParseJson("{\n  a").status().message().find("line 2, column 3"), std::string::npos);
  for (const char* text : {"", "{", "[1, 2", "1 2", "\"\\x\"", "\"\\u12", "tru", "{\"a\":}", "\"\xff\""}) {
    EXPECT_EQ(ParseJson(text).status().code(), "E13005") << text;
  }
}

TEST(Json, DeepNestingIsNoDanger) {
  EXPECT_EQ(ParseJson(std::string(1000000, '[')).status().code(), "E13005");
  EXPECT_TRUE(ParseJson(std::string(1000000, '[') + std::string(1000000, ']')).ok());
}

}  // namespace
}  // namespace ge::base
