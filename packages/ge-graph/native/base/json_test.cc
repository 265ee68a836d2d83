#include "base/json.h"

#include <gtest/gtest.h>

namespace ge::base {
namespace {

TEST(Json, ReadsWhatAFileSays) {
  const auto json =
      Json::Parse(R"( {"a": [1, -2.5e1, true, null], "b": {"c": "x\n\u00e9\ud83d\ude00"}, "b2": {}} )");

  ASSERT_TRUE(json.ok()) << json.status().ToString();
  const auto& list = *json->Find("a")->As<Json::Array>();
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(*list[0].As<double>(), 1);
  EXPECT_EQ(*list[1].As<double>(), -25);
  EXPECT_TRUE(*list[2].As<bool>());
  EXPECT_EQ(*json->Find("b")->FindText("c"), "x\n\u00e9\U0001F600");
  EXPECT_EQ(json->Find("missing"), nullptr);
  EXPECT_EQ(json->FindText("a"), nullptr);
}

TEST(Json, SaysWhereTheTextStopsBeingJson) {
  EXPECT_EQ(Json::Parse("{\n  a").status().message(),
            "not JSON: line 2: expected a name in quotes, found 'a'");
  EXPECT_EQ(Json::Parse("[1, 2").status().message(), "not JSON: line 1: expected ',' or ']', found the end");
  EXPECT_EQ(Json::Parse("\"\\x\"").status().message(), "not JSON: line 1: expected an escape, found 'x'");
  EXPECT_EQ(Json::Parse("1 2").status().message(), "not JSON: line 1: expected the end, found '2'");
  for (const char* text : {"", "{", "[", "\"", "\"\\u12", "-", "tru", "{\"a\"}", "{\"a\":}", "[,]"}) {
    EXPECT_EQ(Json::Parse(text).status().code(), "E13005") << text;
  }
}

TEST(Json, DeepNestingIsRefused) {
  EXPECT_EQ(Json::Parse(std::string(200000, '[')).status().code(), "E13005");
}

}  // namespace
}  // namespace ge::base
