#include "rewrite/splice.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "ir/order.h"
#include "match/test_graph.h"
#include "rewrite/fuse_check.h"
#include "rewrite/origins.h"
#include "rewrite/report.h"

namespace ge::rewrite {
namespace {

using match::Boundary;
using match::testing::Expression;
using match::testing::GraphFromText;

Boundary Around(ir::Graph& graph, std::vector<std::vector<std::pair<const char*, int32_t>>> inputs,
                std::vector<const char*> outputs) {
  Boundary boundary;
  for (const auto& uses : inputs) {
    boundary.inputs.emplace_back();
    for (const auto& [name, port] : uses) boundary.inputs.back().push_back({graph.FindNode(name), port});
  }
  for (const char* name : outputs) boundary.outputs.push_back({graph.FindNode(name), 0});
  return boundary;
}

constexpr const char* kAddRelu = R"(
  x = Data(0)
  y = Data(1)
  a = Add(x, y)
  r = Relu(a)
  e = Exp(r)
  return e
)";

TEST(Splice, PutsTheReplacementInThePlaceOfWhatIsInside) {
  const auto graph = GraphFromText(kAddRelu);
  const auto replacement =
      GraphFromText("p = Data(0)\nq = Data(1)\nm = Maximum(q, p)\nt = Tanh(m)\nreturn t");

  const auto added = Splice(Around(*graph, {{{"a", 0}}, {{"a", 1}}}, {"r"}), replacement, "mine");

  ASSERT_TRUE(added.ok()) << added.status().ToString();
  EXPECT_EQ(Expression(*graph), "Exp(Tanh(Maximum(y, x)))");
  EXPECT_EQ(graph->node_count(), 6U);
  EXPECT_TRUE(ir::TopologicalOrder(*graph).ok());
  EXPECT_EQ(added->size(), 2U);
  EXPECT_EQ((*added)[0]->name().rfind("m_r_a_", 0), 0U) << (*added)[0]->name();
  using Strings = std::vector<std::string>;
  EXPECT_EQ(*(*added)[1]->attrs().Get<Strings>("pass_name"), Strings{"mine"});
  EXPECT_EQ(*(*added)[1]->attrs().Get<Strings>("_datadump_original_op_names"), (Strings{"r", "a"}));
  EXPECT_EQ(*(*added)[1]->attrs().Get<Strings>("_datadump_original_op_types"), (Strings{"Relu", "Add"}));
}

// Names and origins once doubled with every replacement of what had been replaced: 22 of them took gigabytes.
TEST(Splice, WhatIsReplacedAgainAndAgainKeepsShortNamesAndEachOriginOnce) {
  using Strings = std::vector<std::string>;
  const auto graph = GraphFromText("x = Data(0)\ny = Data(1)\nm = Mul(x, y)\na = Add(m, y)\nreturn a");
  std::string mul = "m";
  std::string add = "a";
  setenv("DUMP_GE_GRAPH", "2", 1);

  for (int i = 0; i < 64; ++i) {
    const auto replacement =
        GraphFromText("p = Data(0)\nq = Data(1)\nm = Mul(p, q)\na = Add(m, q)\nreturn a");
    const auto boundary =
        Around(*graph, {{{mul.c_str(), 0}}, {{mul.c_str(), 1}, {add.c_str(), 1}}}, {add.c_str()});
    const auto added = Splice(boundary, replacement, "again");
    ASSERT_TRUE(added.ok()) << added.status().ToString();
    mul = (*added)[0]->name();
    add = (*added)[1]->name();
    EXPECT_LE(add.size(), 220U);
    ASSERT_TRUE(Report({(*added)[0], (*added)[1]}, {(*added)[1]}, "again").ok());
  }

  unsetenv("DUMP_GE_GRAPH");
  const ir::AttrMap& attrs = graph->FindNode(add)->attrs();
  EXPECT_EQ(*attrs.Get<Strings>("pass_name"), Strings{"again"});
  EXPECT_EQ(*attrs.Get<Strings>("_datadump_original_op_names"), (Strings{"a", "m"}));
  EXPECT_EQ(*attrs.Get<Strings>("_datadump_original_op_types"), (Strings{"Add", "Mul"}));
}

TEST(Origins, AreNoMoreThanALimitAndEachOnce) {
  Origins origins;

  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 20; ++i) origins.Add(std::to_string(i), "Add");
  }
  EXPECT_EQ(origins.names().size(), 20U);
  origins.Add("3", "Mul");
  EXPECT_EQ(origins.types().back(), "Mul");
  for (int i = 0; i < 1000; ++i) origins.Add(std::to_string(i), "Sub");
  EXPECT_EQ(origins.names().size(), Origins::kMost);
}

TEST(BoundedName, IsShortAndTheSameForTheSameNameAndNoHalfCharacter) {
  EXPECT_EQ(BoundedName("short"), "short");
  const std::string name(300, 'a');
  const std::string bounded = BoundedName(name);
  EXPECT_EQ(bounded.size(), 200U);
  EXPECT_EQ(bounded, BoundedName(name));
  EXPECT_NE(bounded, BoundedName(name + "b"));

  std::string korean;
  for (int i = 0; i < 100; ++i) korean += "\xea\xb0\x80";
  const std::string cut = BoundedName(korean);
  EXPECT_LE(cut.size(), 200U);
  EXPECT_EQ(cut.find('_') % 3, 0U);
}

TEST(Splice, AnOutputMayBeAnInput) {
  const auto graph = GraphFromText(kAddRelu);
  const auto replacement = GraphFromText("p = Data(0)\nq = Data(1)\nreturn q");

  const auto added = Splice(Around(*graph, {{{"a", 0}}, {{"a", 1}}}, {"r"}), replacement);

  ASSERT_TRUE(added.ok()) << added.status().ToString();
  EXPECT_TRUE(added->empty());
  EXPECT_EQ(Expression(*graph), "Exp(y)");
}

TEST(Splice, ControlEdgesGoThroughNoOps) {
  const auto graph = GraphFromText(R"(
    x = Data(0)
    before = Exp(x)
    a = Relu(x)
    behind = Sqrt(x)
    a after before
    behind after a
    return a, behind, before
  )");

  const auto added =
      Splice(Around(*graph, {{{"a", 0}}}, {"a"}), GraphFromText("p = Data(0)\nt = Tanh(p)\nreturn t"));

  ASSERT_TRUE(added.ok()) << added.status().ToString();
  const ir::Node& made = *(*added)[0];
  ASSERT_EQ(made.control_inputs().size(), 1U);
  const ir::Node& gate = *made.control_inputs().front().node;
  EXPECT_EQ(gate.name(), "noop_in_" + made.name());
  EXPECT_EQ(gate.control_inputs().front().node->name(), "before");
  ASSERT_EQ(made.control_outputs().size(), 1U);
  EXPECT_EQ(made.control_outputs().front().node->control_outputs().front().node->name(), "behind");
}

TEST(Splice, WhatOthersStillReadStays) {
  const auto graph = GraphFromText(R"(
    x = Data(0)
    s = Split(x, x, num_split=2)
    a = Relu(s:0)
    b = Exp(s:1)
    return a, b
  )");
  Boundary boundary;
  boundary.inputs = {{{graph->FindNode("s"), 0}, {graph->FindNode("s"), 1}}};
  boundary.outputs = {{graph->FindNode("s"), 0}};

  const auto added = Splice(boundary, GraphFromText("p = Data(0)\nt = Tanh(p)\nreturn t"));

  ASSERT_TRUE(added.ok()) << added.status().ToString();
  EXPECT_EQ(Expression(*graph), "Relu(Tanh(x))\nExp(Split(x, x):1)");
}

TEST(Splice, WhatDoesNotFitChangesNothing) {
  const auto graph = GraphFromText(kAddRelu);
  const Boundary boundary = Around(*graph, {{{"a", 0}}, {{"a", 1}}}, {"r"});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"p = Data(0)\nt = Tanh(p)\nreturn t", "has 1 inputs, expected 2"},
      {"p = Data(0)\nq = Data(1)\nt = Add(p, q)\nreturn t, t", "has 2 outputs, expected 1"},
      {"p = Data(0)\nq = Data(2)\nt = Add(p, q)\nreturn t", "has index 2, expected each of 0..1 once"},
  };

  for (const auto& [text, reason] : cases) {
    const auto added = Splice(boundary, GraphFromText(text));
    EXPECT_NE(added.status().ToString().find(reason), std::string::npos) << added.status().ToString();
  }
  EXPECT_EQ(Expression(*graph), "Exp(Relu(Add(x, y)))");
  EXPECT_EQ(graph->node_count(), 6U);
}

TEST(Splice, ABoundaryWithReadersOutsideIsRefused) {
  const auto graph = GraphFromText("x = Data(0)\na = Relu(x)\nb = Exp(a)\nc = Sqrt(a)\nreturn b, c");

  const auto added =
      Splice(Around(*graph, {{{"a", 0}}}, {"b"}), GraphFromText("p = Data(0)\nt = Tanh(p)\nreturn t"));

  EXPECT_NE(added.status().message().find("node \"c\" outside of the boundary reads output 0 of node \"a\""),
            std::string::npos)
      << added.status().message();
}

// A graph whose node `call` has a body of this name.
std::shared_ptr<ir::Graph> WithBody(const char* text, const char* body_name) {
  auto graph = GraphFromText(text);
  const auto body = GraphFromText("i = Data(0)\nr = Relu(i)\nreturn r", body_name);
  const base::Status attached = graph->AttachSubgraph(graph->FindNode("call"), "f", body);
  EXPECT_TRUE(attached.ok()) << attached.ToString();
  return graph;
}

TEST(Splice, ASubgraphWhoseNameIsTakenGetsAnother) {
  const auto graph = WithBody("x = Data(0)\ncall = PartitionedCall(x)\nr = Exp(call)\nreturn r", "body");
  const auto replacement = WithBody("p = Data(0)\ncall = PartitionedCall(p)\nreturn call", "body");

  const auto added = Splice(Around(*graph, {{{"r", 0}}}, {"r"}), replacement, "mine");

  ASSERT_TRUE(added.ok()) << added.status().ToString();
  ASSERT_EQ(graph->subgraphs().size(), 2U);
  const std::string name = (*added)[0]->subgraphs()[0].instance;
  EXPECT_EQ(name.rfind("body_", 0), 0U) << name;
  const auto body = graph->FindSubgraph(name);
  ASSERT_NE(body, nullptr);
  EXPECT_EQ(body->parent_node(), (*added)[0]);
  EXPECT_EQ(Expression(*body), "Relu(i)");
  EXPECT_NE(graph->FindSubgraph("body"), body);
}

TEST(Splice, ASubgraphWhoseNameIsFreeKeepsIt) {
  const auto graph = GraphFromText(kAddRelu);
  const auto replacement = WithBody("p = Data(0)\ncall = PartitionedCall(p)\nreturn call", "body");

  const auto added = Splice(Around(*graph, {{{"r", 0}}}, {"r"}), replacement);

  ASSERT_TRUE(added.ok()) << added.status().ToString();
  EXPECT_EQ((*added)[0]->subgraphs()[0].instance, "body");
}

TEST(Splice, TheGraphItselfOrABodyIsNoReplacement) {
  const auto graph = WithBody("x = Data(0)\ncall = PartitionedCall(x)\nr = Exp(call)\nreturn r", "body");

  for (const auto& replacement : {graph, graph->FindSubgraph("body")}) {
    const auto added = Splice(Around(*graph, {{{"r", 0}}}, {"r"}), replacement);
    EXPECT_NE(added.status().message().find("is part of another graph"), std::string::npos);
  }
  EXPECT_EQ(graph->node_count(), 4U);
}

TEST(Report, TellsWhatStoodWherePassByPassWhileGraphsAreDumped) {
  const auto graph = GraphFromText("x = Data(0)\na = Relu(x)\nb = Exp(a)\nreturn b");
  ir::Node* a = graph->FindNode("a");
  ir::Node* b = graph->FindNode("b");
  static const base::Name map("_original_op_attrs_map");
  using Strings = std::vector<std::string>;

  ASSERT_TRUE(Report({a}, {b}, "silent").ok());
  EXPECT_FALSE(b->attrs().Has(map));
  setenv("DUMP_GE_GRAPH", "2", 1);
  ASSERT_TRUE(Report({a}, {b}, "first").ok());
  ASSERT_TRUE(Report({b}, {a}, "second").ok());
  unsetenv("DUMP_GE_GRAPH");

  const ir::AttrMap& found = (*a->attrs().Get<ir::Box<ir::NamedAttrs>>(map))->attrs;
  EXPECT_EQ(*found.Get<Strings>(base::Name("first")), (Strings{"a", "Relu"}));
  EXPECT_EQ(*found.Get<Strings>(base::Name("second")), (Strings{"b", "Exp"}));
}

TEST(CanFuse, AWayOutAndBackIsACycle) {
  const auto graph = GraphFromText("x = Data(0)\na = Relu(x)\nb = Exp(a)\nc = Add(a, b)\nreturn c");
  ir::Node* a = graph->FindNode("a");
  ir::Node* b = graph->FindNode("b");
  ir::Node* c = graph->FindNode("c");
  base::Result<match::NodeIndex> index = match::NodeIndex::Of(*graph);

  EXPECT_NE(CanFuse({a, c}).message().find("cycle"), std::string::npos);
  EXPECT_TRUE(WouldCycle({a, c}, &*index));
  EXPECT_TRUE(CanFuse({a, b, c}).ok());
  EXPECT_FALSE(WouldCycle({a, b}, &*index));
}

TEST(CanFuse, AttributesThatContradictAreNamed) {
  const auto graph = GraphFromText(R"(
    x = Data(0)
    a = Relu(x, _user_stream_label="s1")
    b = Exp(a, _user_stream_label="s2")
    c = Sqrt(b, _deterministic="7")
    return c
  )");
  ir::Node* a = graph->FindNode("a");
  ir::Node* b = graph->FindNode("b");

  EXPECT_EQ(CanFuse({a, b}).message(),
            "the nodes have different values of attribute _user_stream_label: [s1, s2] of nodes [a, b]");
  EXPECT_NE(CanFuse({graph->FindNode("c")}).message().find("_deterministic"), std::string::npos);
  EXPECT_NE(CanFuse({}).message().find("nodes_before_fuse"), std::string::npos);
}

}  // namespace
}  // namespace ge::rewrite
