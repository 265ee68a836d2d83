#include "match/trace.h"

#include <gtest/gtest.h>

#include <functional>

#include "match/matcher.h"
#include "match/test_graph.h"

namespace ge::match {
namespace {

using testing::GraphFromText;

// The misses of a pattern, after all its matches were taken; `seen` may change the graph at each of those.
std::vector<Miss> MissesOf(
    const std::string& pattern_text, const std::shared_ptr<ir::Graph>& graph,
    const std::function<void(const Match&)>& seen = [](const Match&) {}) {
  base::Result<NodeIndex> index = NodeIndex::Of(*graph);
  const Pattern pattern(GraphFromText(pattern_text, "p"));
  Trace trace(*graph, pattern.graph());
  base::Result<Matcher> matcher = Matcher::Create(pattern, {true, true}, &*index, &trace);
  EXPECT_TRUE(matcher.ok()) << matcher.status().message();
  while (const std::optional<Match> match = matcher->Next()) seen(*match);
  return trace.misses();
}

TEST(Trace, ACandidateTellsHowFarItGotAndWhatStoppedIt) {
  const auto graph = GraphFromText("x = Data(0)\ns = Sqrt(x)\ne = Exp(s)\nr = Relu(e)\nreturn r");

  const std::vector<Miss> misses =
      MissesOf("x = Data(0)\na = Abs(x)\ne = Exp(a)\nr = Relu(e)\nreturn r", graph);

  ASSERT_EQ(misses.size(), 1);
  EXPECT_EQ(misses[0].candidate, "r");
  EXPECT_EQ(misses[0].kind, MissKind::kType);
  EXPECT_EQ(misses[0].expected, "Abs");
  EXPECT_EQ(misses[0].found, "Sqrt");
  EXPECT_EQ(misses[0].node, "s");
  EXPECT_EQ(misses[0].pattern_node, "a");
  EXPECT_EQ(misses[0].pattern_size, 4);
  const std::vector<std::pair<std::string, std::string>> matched = {{"r", "r"}, {"e", "e"}};
  EXPECT_EQ(misses[0].matched, matched);
}

TEST(Trace, MatchesAreNoMisses) {
  const auto graph = GraphFromText("x = Data(0)\nr = Relu(x)\nreturn r");

  EXPECT_TRUE(MissesOf("x = Data(0)\nr = Relu(x)\nreturn r", graph).empty());
}

TEST(Trace, ACandidateThatWasRemovedIsUsedByAnotherMatch) {
  const auto graph = GraphFromText("x = Data(0)\na = Relu(x)\nb = Relu(x)\nc = Add(a, b)\nreturn c");

  const std::vector<Miss> misses =
      MissesOf("x = Data(0)\nr = Relu(x)\nreturn r", graph, [&](const Match& match) {
        ir::Node* other = graph->FindNode(match.nodes[0]->name() == "a" ? "b" : "a");
        ASSERT_TRUE(other == nullptr || graph->RemoveNode(other).ok());
      });

  ASSERT_EQ(misses.size(), 1);
  EXPECT_EQ(misses[0].kind, MissKind::kUsed);
  EXPECT_EQ(misses[0].candidate, "b");
}

}  // namespace
}  // namespace ge::match
