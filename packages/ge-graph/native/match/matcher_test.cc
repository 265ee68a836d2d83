#include "match/matcher.h"

#include <gtest/gtest.h>

#include "match/test_graph.h"

namespace ge::match {
namespace {

using testing::GraphFromText;

// What is found, as the names of the nodes of each match.
std::vector<std::string> Find(const std::string& pattern, ir::Graph& graph,
                              const PatternConfig& config = {}) {
  base::Result<NodeIndex> index = NodeIndex::Of(graph);
  EXPECT_TRUE(index.ok()) << index.status().ToString();
  base::Result<Matcher> matcher = Matcher::Create(Pattern(GraphFromText(pattern, "p")), config, &*index);
  EXPECT_TRUE(matcher.ok()) << matcher.status().ToString();
  std::vector<std::string> found;
  while (const auto match = matcher->Next()) {
    std::string names;
    for (const ir::Node* node : match->nodes) names += (names.empty() ? "" : " ") + node->name();
    found.push_back(names);
  }
  return found;
}

using Names = std::vector<std::string>;

constexpr const char* kAddRelu = R"(
  x = Data(0)
  y = Data(1)
  a = Add(x, y)
  r = Relu(a)
  return r
)";

TEST(Matcher, FindsEveryPlaceInTopologicalOrder) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    add1 = Add(i, i)
    relu1 = Relu(add1)
    add2 = Add(relu1, i)
    relu2 = Relu(add2)
    return relu2
  )");

  EXPECT_EQ(Find(kAddRelu, *graph), (Names{"add1 relu1", "add2 relu2"}));
}

TEST(Matcher, AnInnerTensorThatOthersReadIsNoMatch) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    add = Add(i, i)
    relu = Relu(add)
    return relu, add
  )");

  EXPECT_EQ(Find(kAddRelu, *graph), Names{});
}

TEST(Matcher, ADeclaredOutputMayBeReadOutside) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    add = Add(i, i)
    relu = Relu(add)
    return relu, add
  )");
  constexpr const char* kBoth = R"(
    x = Data(0)
    y = Data(1)
    a = Add(x, y)
    r = Relu(a)
    return r, a
  )";

  EXPECT_EQ(Find(kBoth, *graph), Names{"add relu"});
}

TEST(Matcher, InputsPairUpByPositionNotByMeaning) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    c = Const(1.0)
    sub = Add(c, i)
    return sub
  )");

  EXPECT_EQ(Find("x = Data(0)\nc = Const()\na = Add(x, c)\nreturn a", *graph), Names{});
  EXPECT_EQ(Find("x = Data(0)\nc = Const()\na = Add(c, x)\nreturn a", *graph), Names{"c sub"});
}

TEST(Matcher, OnePlaceholderStandsForOneProducer) {
  constexpr const char* kSquare = "x = Data(0)\nm = Mul(x, x)\nreturn m";
  const auto same = GraphFromText("i = Data(0)\nm = Mul(i, i)\nreturn m");
  const auto different = GraphFromText("i = Data(0)\nj = Data(1)\nm = Mul(i, j)\nreturn m");

  EXPECT_EQ(Find(kSquare, *same), Names{"m"});
  EXPECT_EQ(Find(kSquare, *different), Names{});
}

TEST(Matcher, OnePlaceholderStandsForOneTensorNotForSeveralOfOneNode) {
  constexpr const char* kSquare = "x = Data(0)\nm = Mul(x, x)\nreturn m";
  const auto same = GraphFromText("i = Data(0)\ns = Split(i, i, num_split=2)\nm = Mul(s:1, s:1)\nreturn m");
  const auto halves = GraphFromText("i = Data(0)\ns = Split(i, i, num_split=2)\nm = Mul(s:0, s:1)\nreturn m");

  EXPECT_EQ(Find(kSquare, *same), Names{"m"});
  EXPECT_EQ(Find(kSquare, *halves), Names{});
}

TEST(Matcher, ConstantsAreComparedOnlyWhenAsked) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    three = Const(3.0)
    four = Const(4.0)
    a = Add(i, three)
    b = Add(a, four)
    return b
  )");
  constexpr const char* kAddFour = "x = Data(0)\nc = Const(4.0)\na = Add(x, c)\nreturn a";

  EXPECT_EQ(Find(kAddFour, *graph), (Names{"three a", "four b"}));
  EXPECT_EQ(Find(kAddFour, *graph, {true, false}), Names{"four b"});
  EXPECT_EQ(Find("x = Data(0)\nc = Const(4)\na = Add(x, c)\nreturn a", *graph, {true, false}), Names{});
}

TEST(Matcher, AConstantThatOthersReadIsNoMatch) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    c = Const(3.0)
    a = Add(i, c)
    b = Mul(i, c)
    return a, b
  )");

  EXPECT_EQ(Find("x = Data(0)\nc = Const()\na = Add(x, c)\nreturn a", *graph), Names{});
}

TEST(Matcher, AttributesAreComparedOnlyWhenAsked) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    a = LeakyRelu(i, negative_slope=0.5)
    b = LeakyRelu(a, negative_slope=0.0)
    c = LeakyRelu(b)
    return c
  )");
  constexpr const char* kPlain = "x = Data(0)\nl = LeakyRelu(x, negative_slope=0.5)\nreturn l";

  EXPECT_EQ(Find(kPlain, *graph).size(), 3U);
  EXPECT_EQ(Find(kPlain, *graph, {false, true}), Names{"a"});
  EXPECT_EQ(Find("x = Data(0)\nl = LeakyRelu(x)\nreturn l", *graph, {false, true}), (Names{"b", "c"}));
}

TEST(Matcher, SecondOutputsAreSearchedAmongReadersOfWhatMatched) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    j = Data(1)
    e1 = Exp(i)
    r1 = Relu(j)
    s1 = Sqrt(j)
    s2 = Sqrt(i)
    return e1, r1, s1, s2
  )");
  constexpr const char* kFork = "x = Data(0)\ne = Exp(x)\ns = Sqrt(x)\nreturn e, s";

  EXPECT_EQ(Find(kFork, *graph), Names{"e1 s2"});
}

TEST(Matcher, OutputsWithoutACommonInputAreTriedOneByOne) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    e = Exp(i)
    s1 = Sqrt(i)
    s2 = Sqrt(e)
    return s1, s2
  )");
  constexpr const char* kApart = "x = Data(0)\ny = Data(1)\ne = Exp(x)\ns = Sqrt(y)\nreturn e, s";

  EXPECT_EQ(Find(kApart, *graph), Names{"e s1"});
}

TEST(Matcher, NodesThatComeLaterAreMatchedToo) {
  const auto graph = GraphFromText("i = Data(0)\na = Relu(i)\nreturn a");
  base::Result<NodeIndex> index = NodeIndex::Of(*graph);
  base::Result<Matcher> matcher =
      Matcher::Create(Pattern(GraphFromText("x = Data(0)\nr = Relu(x)\nreturn r")), {}, &*index);
  ASSERT_TRUE(matcher->Next().has_value());

  ir::Node* late = graph->AddNode("late", ops::FindSchema("Relu"));
  ASSERT_TRUE(graph->AddDataEdge(graph->FindNode("a"), 0, late, 0).ok());
  ASSERT_TRUE(graph->RemoveNode(graph->FindNode("a")).ok());
  ASSERT_TRUE(graph->AddDataEdge(graph->FindNode("i"), 0, late, 0).ok());

  const auto match = matcher->Next();
  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->nodes[0], late);
  EXPECT_FALSE(matcher->Next().has_value());
}

TEST(Matcher, CapturesNameTheRealTensors) {
  const auto graph = GraphFromText("i = Data(0)\ne = Exp(i)\na = Add(e, i)\nr = Relu(a)\nreturn r");
  Pattern pattern(GraphFromText(kAddRelu, "p"));
  const ir::Graph& drawn = pattern.graph();
  pattern.Capture({drawn.FindNode("a"), 0});
  pattern.Capture({drawn.FindNode("x"), 0});
  pattern.Capture({drawn.FindNode("a"), 7});
  pattern.Capture({drawn.FindNode("x"), 0});
  base::Result<NodeIndex> index = NodeIndex::Of(*graph);

  const auto match = Matcher::Create(pattern, {}, &*index)->Next();

  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->captures[0]->node->name(), "a");
  EXPECT_FALSE(match->captures[1].has_value());  // the later capture of the same tensor has it
  EXPECT_FALSE(match->captures[2].has_value());
  EXPECT_EQ(match->captures[3]->node->name(), "e");
  EXPECT_EQ(match->ToString(), "[PatternName:p][MatchNodesPair]{{Relu:r}{Add:a}{Data:e}{Data:i}}");
}

TEST(Matcher, NamesTellWhatStandsThere) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    j = Data(1)
    s = Split(j, j, num_split=2)
    a = Add(s:1, i)
    r = Relu(a)
    return r
  )");
  Pattern pattern(GraphFromText(kAddRelu, "p"));
  const ir::Graph& drawn = pattern.graph();
  pattern.Name({drawn.FindNode("a"), 0}, "sum");
  pattern.Name({drawn.FindNode("y"), 0}, "bias");
  pattern.Name({drawn.FindNode("x"), 0}, "left");
  pattern.Capture({drawn.FindNode("x"), 0});
  base::Result<NodeIndex> index = NodeIndex::Of(*graph);

  const auto match = Matcher::Create(pattern, {}, &*index)->Next();

  ASSERT_TRUE(match.has_value());
  ASSERT_EQ(match->named.size(), 3U);
  EXPECT_EQ(match->named[0].name, "sum");
  EXPECT_EQ(match->named[0].tensors[0].node->name(), "a");
  EXPECT_FALSE(match->named[0].input.has_value());
  EXPECT_EQ(match->named[1].tensors[0].node->name(), "i");
  EXPECT_EQ(match->named[1].input, 1U);
  EXPECT_EQ(match->named[2].tensors[0].node->name(), "s");
  EXPECT_EQ(match->named[2].tensors[0].port, 1);
  EXPECT_EQ(match->captures[0]->node->name(), "s");  // names take no number
}

TEST(Pattern, OneNameIsOfOneTensor) {
  Pattern pattern(GraphFromText(kAddRelu, "p"));
  pattern.Name({pattern.graph().FindNode("a"), 0}, "it");
  EXPECT_TRUE(pattern.Check().ok());
  pattern.Name({pattern.graph().FindNode("x"), 0}, "it");

  EXPECT_NE(pattern.Check().message().find("two tensors are named \"it\""), std::string::npos);
}

TEST(Pattern, WhatCannotBeMatchedSaysWhy) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"x = Data(0)\nreturn x", "its outputs are inputs"},
      {"x = Data(0)\na = Relu(x)", "it has no output"},
      {"x = Data(0)\na = Relu(x)\nb = Relu(x)\nb after a\nreturn a, b", "has a control edge"},
      {"x = Data(0)\na = AddN(x, x, N=2)\nreturn a", "operator AddN has a dynamic number"},
  };

  for (const auto& [text, reason] : cases) {
    const base::Status status = Pattern(GraphFromText(text, "p")).Check();
    EXPECT_FALSE(status.ok());
    EXPECT_NE(status.message().find("pattern \"p\" cannot be matched"), std::string::npos)
        << status.message();
    EXPECT_NE(status.message().find(reason), std::string::npos) << status.message();
  }
}

TEST(Matcher, AHundredThousandNodesTakeNoTime) {
  auto graph = ir::Graph::Create("long");
  ir::Node* last = graph->AddNode("x", ops::FindSchema("Data"));
  const auto relu = ops::FindSchema("Relu");
  const auto exp = ops::FindSchema("Exp");
  for (int i = 0; i < 100000; ++i) {
    ir::Node* next = graph->AddNode("n" + std::to_string(i), i % 2 == 0 ? relu : exp);
    ASSERT_TRUE(graph->AddDataEdge(last, 0, next, 0).ok());
    last = next;
  }
  graph->SetOutputs({{last, 0}});

  EXPECT_EQ(Find("x = Data(0)\na = Relu(x)\nb = Exp(a)\nreturn b", *graph).size(), 50000U);
}

}  // namespace
}  // namespace ge::match
