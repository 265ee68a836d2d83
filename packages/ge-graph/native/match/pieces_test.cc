#include "match/pieces.h"

#include <gtest/gtest.h>

#include "match/matcher.h"
#include "match/numbers.h"
#include "match/test_graph.h"

namespace ge::match {
namespace {

using testing::GraphFromText;
using Texts = std::vector<std::string>;

// All matches of a pattern, while none is replaced; the names of the nodes of each, in one text.
struct Found {
  std::vector<Match> matches;
  std::vector<Miss> misses;

  Texts nodes() const {
    Texts texts;
    for (const Match& match : matches) {
      std::string names;
      for (const ir::Node* node : match.nodes) names += (names.empty() ? "" : " ") + node->name();
      texts.push_back(names);
    }
    return texts;
  }
  // What feeds each input of the boundary.
  Texts inputs(size_t i) const {
    Texts texts;
    const Boundary& boundary = matches[i].boundary;
    for (size_t k = 0; k < boundary.inputs.size(); ++k) texts.push_back(ProducerOf(boundary, k).node->name());
    return texts;
  }
};

Found Find(const std::string& text, const ir::Graph& graph, const PatternConfig& config = {},
           bool trace = false, const std::vector<std::pair<std::string, std::string>>& names = {}) {
  base::Result<NodeIndex> index = NodeIndex::Of(graph);
  Pattern pattern(GraphFromText(text, "p"));
  for (const auto& [node, name] : names) pattern.Name({pattern.graph().FindNode(node), 0}, name);
  Trace told(graph, pattern.graph());
  base::Result<Matcher> matcher = Matcher::Create(pattern, config, &*index, trace ? &told : nullptr);
  EXPECT_TRUE(matcher.ok()) << matcher.status().message();
  Found found;
  while (std::optional<Match> match = matcher->Next()) found.matches.push_back(*std::move(match));
  found.misses = told.misses();
  return found;
}

std::string WhyNot(const std::string& text) { return Pattern(GraphFromText(text, "p")).Check().message(); }

// --- commutative

constexpr const char* kBias = R"(
  x = Data(0)
  w = Data(1)
  b = Const()
  m = MatMul(x, w)
  a = Add(m, b, _pattern_commutative=true)
  return a
)";

TEST(Commutative, StandsInEitherOrder) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    c1 = Const(1.0)
    c2 = Const(2.0)
    m1 = MatMul(i, i)
    a1 = Add(m1, c1)
    m2 = MatMul(a1, i)
    a2 = Add(c2, m2)
    return a2
  )");

  const Found found = Find(kBias, *graph);

  EXPECT_EQ(found.nodes(), (Texts{"c1 m1 a1", "c2 m2 a2"}));
  EXPECT_EQ(found.inputs(1), (Texts{"a1", "i"}));
  EXPECT_EQ(found.matches[0].choices, Texts{});
  EXPECT_EQ(found.matches[1].choices, Texts{"the inputs of Add \"a2\" are exchanged"});
}

TEST(Commutative, APlaceholderThatIsReadTwiceDecidesTheOrder) {
  constexpr const char* kSwish =
      "x = Data(0)\ns = Sigmoid(x)\nm = Mul(x, s, _pattern_commutative=true)\nreturn m";
  const auto either = GraphFromText("i = Data(0)\ns = Sigmoid(i)\nm = Mul(s, i)\nreturn m");
  const auto twice = GraphFromText("i = Data(0)\nt = Sigmoid(i)\ns = Sigmoid(t)\nm = Mul(s, t)\nreturn m");
  const auto other = GraphFromText("i = Data(0)\nj = Data(1)\ns = Sigmoid(i)\nm = Mul(s, j)\nreturn m");

  EXPECT_EQ(Find(kSwish, *either).nodes(), Texts{"s m"});
  EXPECT_EQ(Find(kSwish, *twice).nodes(), Texts{"s m"});
  EXPECT_EQ(Find(kSwish, *twice).inputs(0), Texts{"t"});
  EXPECT_EQ(Find(kSwish, *other).nodes(), Texts{});
}

TEST(Commutative, OnlyWhereThePatternSaysSo) {
  const auto graph = GraphFromText("i = Data(0)\nc = Const(1.0)\na = Add(c, i)\nreturn a");

  EXPECT_EQ(Find("x = Data(0)\nc = Const()\na = Add(x, c)\nreturn a", *graph).nodes(), Texts{});
}

TEST(Commutative, AMissTellsThatBothOrdersWereTried) {
  const auto graph = GraphFromText("i = Data(0)\ne = Exp(i)\nf = Exp(e)\na = Add(e, f)\nreturn a");

  const Found found =
      Find("x = Data(0)\nr = Relu(x)\ne = Exp(x)\na = Add(r, e, _pattern_commutative=true)\nreturn a", *graph,
           {}, true);

  ASSERT_EQ(found.misses.size(), 1U);
  EXPECT_EQ(found.misses[0].expected, "Relu");
  EXPECT_EQ(found.misses[0].choices, Texts{"the inputs of Add \"a\" are exchanged"});
}

// --- alternatives

TEST(AnyOf, TakesTheFirstAlternativeThatFits) {
  constexpr const char* kActivated = R"(
    x = Data(0)
    r = Relu(x)
    t = Tanh(x)
    any = PatternAnyOf(r, t)
    e = Exp(any)
    return e
  )";
  const auto graph = GraphFromText(R"(
    i = Data(0)
    t = Tanh(i)
    e1 = Exp(t)
    r = Relu(e1)
    e2 = Exp(r)
    e3 = Exp(e2)
    return e3
  )");

  const Found found = Find(kActivated, *graph, {}, true, {{"r", "relu"}, {"any", "activation"}});

  EXPECT_EQ(found.nodes(), (Texts{"t e1", "r e2"}));
  EXPECT_EQ(found.matches[0].choices, Texts{"alternative 2 of 2, Tanh, is \"t\""});
  ASSERT_EQ(found.matches[0].named.size(), 1U);
  EXPECT_EQ(found.matches[0].named[0].tensors[0].node->name(), "t");
  EXPECT_EQ(found.matches[1].named.size(), 2U);
  ASSERT_EQ(found.misses.size(), 1U);
  EXPECT_EQ(found.misses[0].expected, "Relu or Tanh");
  EXPECT_EQ(found.misses[0].found, "Exp");
}

TEST(AnyOf, OneThatIsReadTwiceIsTheSameInBothPlaces) {
  constexpr const char* kTwice = R"(
    x = Data(0)
    r = Relu(x)
    any = PatternAnyOf(r, x)
    m = Mul(any, any)
    return m
  )";
  const auto relu = GraphFromText("i = Data(0)\nr = Relu(i)\nm = Mul(r, r)\nreturn m");
  const auto plain = GraphFromText("i = Data(0)\nm = Mul(i, i)\nreturn m");
  const auto mixed = GraphFromText("i = Data(0)\nr = Relu(i)\nm = Mul(r, i)\nreturn m");

  EXPECT_EQ(Find(kTwice, *relu).nodes(), Texts{"r m"});
  EXPECT_EQ(Find(kTwice, *plain).nodes(), Texts{"m"});
  EXPECT_EQ(Find(kTwice, *plain).matches[0].boundary.inputs[0].size(), 2U);
  EXPECT_EQ(Find(kTwice, *mixed).nodes(), Texts{});
}

TEST(AnyOf, TheLaterAlternativeIsTakenWhereTheFirstCannotBeCutOut) {
  const auto graph = GraphFromText("i = Data(0)\nr = Relu(i)\ne = Exp(r)\nreturn e, r");

  const Found found =
      Find("x = Data(0)\nr = Relu(x)\nany = PatternAnyOf(r, x)\ne = Exp(any)\nreturn e", *graph);

  EXPECT_EQ(found.nodes(), Texts{"e"});
  EXPECT_EQ(found.inputs(0), Texts{"r"});
}

TEST(AnyOf, AnOutputMayBeOneAndTheFirstAlternativeIsLookedForFirst) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    a1 = Add(i, i)
    a2 = Add(a1, i)
    r = Relu(a2)
    return r
  )");

  const Found found = Find(
      "x = Data(0)\ny = Data(1)\na = Add(x, y)\nr = Relu(a)\nany = PatternAnyOf(r, a)\nreturn any", *graph);

  EXPECT_EQ(found.nodes(), (Texts{"a2 r", "a1", "a2"}));
  EXPECT_EQ(found.matches[0].boundary.outputs[0].node->name(), "r");
}

TEST(AnyOf, InputsThatStandNowhereCloseUp) {
  constexpr const char* kMaybeBias = R"(
    x = Data(0)
    b = Data(1)
    w = Data(2)
    m = MatMul(x, w)
    a = Add(m, b)
    any = PatternAnyOf(a, m)
    r = Relu(any)
    return r
  )";
  const auto graph = GraphFromText("i = Data(0)\nj = Data(1)\nm = MatMul(i, j)\nr = Relu(m)\nreturn r");

  const Found found = Find(kMaybeBias, *graph, {}, false, {{"b", "bias"}, {"w", "weight"}});

  ASSERT_EQ(found.nodes(), Texts{"m r"});
  EXPECT_EQ(found.inputs(0), (Texts{"i", "j"}));
  ASSERT_EQ(found.matches[0].named.size(), 1U);
  EXPECT_EQ(found.matches[0].named[0].input, 1U);
}

TEST(AnyOf, SeveralOutputsAgree) {
  constexpr const char* kFork = R"(
    x = Data(0)
    r = Relu(x)
    any = PatternAnyOf(r, x)
    e = Exp(any)
    s = Sqrt(any)
    return e, s
  )";
  const auto graph = GraphFromText(R"(
    i = Data(0)
    r = Relu(i)
    e = Exp(r)
    s0 = Sqrt(i)
    s = Sqrt(r)
    return e, s0, s
  )");

  EXPECT_EQ(Find(kFork, *graph).nodes(), Texts{"r e s"});
}

// Places one behind another, each with two orders that look alike at first.
std::string Places(int count, const std::string& innermost, bool exchanged) {
  std::string text = "x = Data(0)\ny0 = " + innermost + "(x)\n";
  for (int i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i);
    text += "l" + n + " = Exp(y" + std::to_string(i - 1) + ")\nr" + n + " = Exp(l" + n + ")\n";
    text += "d" + n + " = Data(" + n + ")\ne" + n + " = Exp(d" + n + ")\nq" + n + " = Exp(e" + n + ")\n";
    text += "y" + n + " = Add(" + (exchanged ? "q" + n + ", r" + n : "r" + n + ", q" + n);
    text += ", _pattern_commutative=true)\n";
  }
  return text + "return y" + std::to_string(count);
}

TEST(Commutative, ManyPlacesCostNoMoreThanTheyHaveNodes) {
  const auto graph = GraphFromText(Places(40, "Relu", true));

  EXPECT_EQ(Find(Places(40, "Relu", false), *graph).matches.size(), 1U);
  const Found none = Find(Places(40, "Tanh", false), *graph, {}, true);

  EXPECT_EQ(none.matches.size(), 0U);
  EXPECT_EQ(none.misses.back().kind, MissKind::kType);
  EXPECT_EQ(none.misses.back().expected, "Tanh");
}

TEST(Commutative, WhereNoWayCanBeCutOutTheSearchEnds) {
  std::string pattern = "x = Data(0)\ny0 = Relu(x)\n";
  std::string last;
  for (int i = 1; i <= 20; ++i) {
    const std::string n = std::to_string(i);
    pattern += "a" + n + " = Data(" + n + ")\nb" + n + " = Data(" + std::to_string(20 + i) + ")\n";
    pattern += "e" + n + " = Exp(a" + n + ")\nf" + n + " = Exp(b" + n + ")\n";
    pattern += "s" + n + " = Add(e" + n + ", f" + n + ", _pattern_commutative=true)\n";
    pattern += "y" + n + " = Mul(y" + std::to_string(i - 1) + ", s" + n + ")\n";
  }
  const auto graph = GraphFromText(pattern + "return y20, y0");  // somebody else reads the Relu

  const Found found = Find(pattern + "return y20", *graph, {}, true);

  EXPECT_EQ(found.matches.size(), 0U);
  EXPECT_EQ(found.misses.back().kind, MissKind::kOutsideReader);
  EXPECT_EQ(found.misses.back().choices.back(), "not every way was tried: the search ends after 10000 steps");
}

// --- variadic inputs

constexpr const char* kConcat = R"(
  first = Data(0)
  xs = Data(1, _pattern_variadic=true)
  c = ConcatD(first, xs, concat_dim=1, N=2)
  r = Relu(c)
  return r
)";

TEST(Variadic, TakesAllInputsInARow) {
  const auto graph = GraphFromText(R"(
    i = Data(0)
    j = Data(1)
    k = Data(2)
    c = ConcatD(k, j, i, j, concat_dim=1, N=4)
    r = Relu(c)
    return r
  )");

  const Found found = Find(kConcat, *graph, {false, true}, false, {{"xs", "rest"}});

  ASSERT_EQ(found.nodes(), Texts{"c r"});
  EXPECT_EQ(found.inputs(0), (Texts{"k", "j", "i", "j"}));
  const Match::Named& rest = found.matches[0].named[0];
  EXPECT_TRUE(rest.is_variadic);
  EXPECT_EQ(rest.tensors.size(), 3U);
  EXPECT_EQ(rest.tensors[1].node->name(), "i");
  EXPECT_EQ(rest.input, 1U);
}

TEST(Variadic, NeedsAtLeastOne) {
  const auto graph = GraphFromText("i = Data(0)\nc = ConcatD(i, concat_dim=1, N=1)\nr = Relu(c)\nreturn r");

  const Found found = Find(kConcat, *graph, {}, true);

  EXPECT_EQ(found.nodes(), Texts{});
  ASSERT_EQ(found.misses.size(), 1U);
  EXPECT_EQ(found.misses[0].kind, MissKind::kInputCount);
  EXPECT_EQ(found.misses[0].expected, "2 inputs or more");
}

TEST(Variadic, OtherAttributesStillCount) {
  const auto graph =
      GraphFromText("i = Data(0)\nc = ConcatD(i, i, i, concat_dim=0, N=3)\nr = Relu(c)\nreturn r");

  EXPECT_EQ(Find(kConcat, *graph, {false, true}).nodes(), Texts{});
  EXPECT_EQ(Find(kConcat, *graph, {false, false}).nodes(), Texts{"c r"});
}

TEST(Pieces, WhatMakesNoSenseSaysWhy) {
  EXPECT_NE(WhyNot("x = Data(0)\nr = Relu(x)\nany = PatternAnyOf(r, x)\nreturn any")
                .find("an alternative of its outputs is an input"),
            std::string::npos);
  EXPECT_NE(WhyNot("x = Data(0, _pattern_variadic=true)\nc = ConcatD(x, x, concat_dim=1)\nreturn c")
                .find("variadic input \"x\" must be read by one operator, once"),
            std::string::npos);
  EXPECT_NE(WhyNot("x = Data(0, _pattern_variadic=true)\ny = Data(1, _pattern_variadic=true)\n"
                   "c = ConcatD(x, y, concat_dim=1)\nreturn c")
                .find("which has another one"),
            std::string::npos);
}

TEST(Pieces, AlternativesShareNames) {
  Pattern pattern(GraphFromText(
      "x = Data(0)\nr = Relu(x)\nt = Tanh(x)\nany = PatternAnyOf(r, t)\ne = Exp(any)\nreturn e", "p"));
  pattern.Name({pattern.graph().FindNode("r"), 0}, "activation");
  pattern.Name({pattern.graph().FindNode("t"), 0}, "activation");

  EXPECT_TRUE(pattern.Check().ok());
}

// --- constants as numbers

template <typename T>
ir::Tensor TensorOf(base::DataType type, ir::Shape shape, const std::vector<T>& values) {
  return ir::Tensor({std::move(shape), type}, base::Buffer::CopyOf(values.data(), values.size() * sizeof(T)));
}

TEST(Numbers, RankAndTypeDoNotCount) {
  using base::DataType;
  const ir::Tensor two = TensorOf<float>(DataType::kFloat, {}, {2.0F});
  const ir::Tensor tenth = TensorOf<float>(DataType::kFloat, {}, {0.1F});
  const ir::Tensor half_tenth = TensorOf<uint16_t>(DataType::kFloat16, {}, {0x2e66});

  EXPECT_TRUE(SameNumbers(two, TensorOf<float>(DataType::kFloat, {1}, {2.0F})));
  EXPECT_TRUE(SameNumbers(two, TensorOf<uint16_t>(DataType::kFloat16, {1, 1}, {0x4000})));
  EXPECT_TRUE(SameNumbers(TensorOf<int64_t>(DataType::kInt64, {}, {2}), two));
  EXPECT_TRUE(SameNumbers(tenth, half_tenth));
  EXPECT_TRUE(SameNumbers(half_tenth, TensorOf<double>(DataType::kDouble, {}, {0.1})));
  EXPECT_FALSE(SameNumbers(two, tenth));
  EXPECT_FALSE(SameNumbers(two, TensorOf<float>(DataType::kFloat, {2}, {2.0F, 2.0F})));
  EXPECT_FALSE(SameNumbers(TensorOf<float>(DataType::kFloat, {2, 1}, {2.0F, 2.0F}),
                           TensorOf<float>(DataType::kFloat, {2}, {2.0F, 2.0F})));
  EXPECT_FALSE(SameNumbers(TensorOf<int64_t>(DataType::kInt64, {}, {(int64_t{1} << 53) + 1}),
                           TensorOf<double>(DataType::kDouble, {}, {9007199254740992.0})));
  EXPECT_FALSE(SameNumbers(TensorOf<float>(DataType::kFloat, {}, {0.0F}),
                           TensorOf<float>(DataType::kFloat, {}, {-0.0F})));
  EXPECT_FALSE(SameNumbers(TensorOf<float>(DataType::kFloat, {}, {1e10F}),
                           TensorOf<uint16_t>(DataType::kFloat16, {}, {0x7c00})));
}

TEST(Numbers, AreComparedWhenAsked) {
  const auto graph = GraphFromText("i = Data(0)\nc = Const([2])\na = Add(i, c)\nreturn a");
  constexpr const char* kAddTwo = "x = Data(0)\nc = Const(2.0)\na = Add(x, c)\nreturn a";

  EXPECT_EQ(Find(kAddTwo, *graph, {true, false, true}).nodes(), Texts{"c a"});
  EXPECT_EQ(Find(kAddTwo, *graph, {true, false, false}).nodes(), Texts{});
}

}  // namespace
}  // namespace ge::match
