// What matching writes at level debug, for those who look for the reason by the markers.

#include "base/log.h"

#include <gtest/gtest.h>

#include "match/matcher.h"
#include "match/test_graph.h"

namespace ge::match {
namespace {

using testing::GraphFromText;

// What is written while the pattern is looked for.
std::string LogOf(const std::string& pattern, const std::string& target, const PatternConfig& config = {}) {
  const auto graph = GraphFromText(target);
  base::Result<NodeIndex> index = NodeIndex::Of(*graph);
  ::testing::internal::CaptureStderr();
  base::SetLogLevel(base::LogLevel::kDebug);
  Pattern wanted(GraphFromText(pattern, "p"));
  wanted.Capture(wanted.graph().Results()[0]);
  base::Result<Matcher> matcher = Matcher::Create(std::move(wanted), config, &*index);
  while (matcher->Next()) {
  }
  base::SetLogLevel(base::LogLevel::kError);
  return ::testing::internal::GetCapturedStderr();
}

void ExpectLines(const std::string& log, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    EXPECT_NE(log.find("[DEBUG]"), std::string::npos);
    EXPECT_NE(log.find(line), std::string::npos) << "no \"" << line << "\" in\n" << log;
  }
}

TEST(MatchLog, AMatchIsToldNodeByNode) {
  const std::string log = LogOf("x = Data(0)\na = Exp(x)\nr = Relu(a)\nreturn r",
                                "i = Data(0)\ne = Exp(i)\nf = Relu(e)\nreturn f");

  ExpectLines(log,
              {"[CAPTURE] pattern \"p\": capture 0 is output 0 of node \"r\"",
               "[MATCH] pattern \"p\" is tried at node \"f\" (Relu)",
               "[MATCH][NODE] \"f\" stands for \"r\" (Relu)", "[MATCH][NODE] \"e\" stands for \"a\" (Exp)",
               "[MATCH][CAPTURED] capture 0 is output 0 of node \"f\"", "[MATCH][FOUND] [PatternName:p]"});
}

TEST(MatchLog, ANodeThatDoesNotFitIsAMiss) {
  const std::string pattern = "x = Data(0)\na = Exp(x)\nr = Add(a, x)\nreturn r";

  ExpectLines(LogOf(pattern, "i = Data(0)\nt = Tanh(i)\nf = Add(t, i)\nreturn f"),
              {"[MATCH][MISS] node \"t\" (Tanh) does not look like \"a\" (Exp)"});
  ExpectLines(LogOf(pattern, "i = Data(0)\nj = Data(1)\ne = Exp(i)\nf = Add(e, j)\nreturn f"),
              {"[MATCH][MISS] node \"j\" (Data) does not stand for \"x\" (Data): another node or tensor"});
  ExpectLines(LogOf(pattern, "i = Data(0)\nf = Add(i, )\nreturn f"),
              {"[MATCH][MISS] node \"f\" (Add) does not stand for \"r\" (Add): another number of inputs"});
}

TEST(MatchLog, ConstantsAreToldToBeEqualOrNot) {
  const std::string pattern = "x = Data(0)\nc = Const(3.0)\na = Add(x, c)\nreturn a";
  const PatternConfig values{true, false};

  ExpectLines(LogOf(pattern, "i = Data(0)\nk = Const(3.0)\nf = Add(i, k)\nreturn f", values),
              {"[Matching][Const] constant \"k\" has the value of \"c\""});
  ExpectLines(LogOf(pattern, "i = Data(0)\nk = Const(4.0)\nf = Add(i, k)\nreturn f", values),
              {"[Matching][Const] constant \"k\" has another value of \"c\""});
}

TEST(MatchLog, AnAttributeThatDiffersIsNamed) {
  const std::string log =
      LogOf("x = Data(0)\ns = LeakyRelu(x, negative_slope=0.5)\nreturn s",
            "i = Data(0)\nt = LeakyRelu(i, negative_slope=0.25)\nreturn t", {false, true});

  ExpectLines(
      log,
      {"[AttrMiss] attribute negative_slope of node \"t\" (LeakyRelu) is not that of the pattern's \"s\""});
}

TEST(MatchLog, StepsThatAreTakenBackAndNodesThatAreGoneAreTold) {
  const std::string pattern = "x = Data(0)\nr = Relu(x)\na = Exp(r)\nb = Add(r, r)\nc = Exp(b)\nreturn a, c";
  const std::string target = "i = Data(0)\nr = Relu(i)\na = Exp(r)\nb = Add(r, i)\nd = Exp(b)\nreturn a, d";

  ExpectLines(LogOf(pattern, target),
              {"[MATCH][BACKTRACK] pattern \"p\": node \"d\" is not taken for output 1"});
}

TEST(MatchLog, ANodeThatWentMeanwhileIsSkipped) {
  const auto graph = GraphFromText("i = Data(0)\ne = Exp(i)\nf = Exp(i)\nreturn e, f");
  base::Result<NodeIndex> index = NodeIndex::Of(*graph);
  base::Result<Matcher> matcher =
      Matcher::Create(Pattern(GraphFromText("x = Data(0)\na = Exp(x)\nreturn a", "p")), {}, &*index);
  ASSERT_TRUE(graph->RemoveNode(graph->FindNode("e")).ok());

  ::testing::internal::CaptureStderr();
  base::SetLogLevel(base::LogLevel::kDebug);
  EXPECT_TRUE(matcher->Next().has_value());
  base::SetLogLevel(base::LogLevel::kError);

  ExpectLines(::testing::internal::GetCapturedStderr(),
              {"[MATCH][SKIP] pattern \"p\": a node that was to be tried is gone"});
}

}  // namespace
}  // namespace ge::match
