#include <gtest/gtest.h>

#include "ir/graph.h"
#include "ir/test_graph.h"

namespace ge::ir {
namespace {

TEST(Edges, BothEndsNameEachOther) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {a, a});

  EXPECT_EQ(Uses(a, 0), "b:0 b:1");
  EXPECT_EQ(b->producer(1), (Endpoint{a, 0}));
}

TEST(Edges, UsesKeepTheirOrderWhenSomeAreRemoved) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  std::vector<Node*> readers;
  for (int i = 0; i < 10; ++i) readers.push_back(AddOp(*graph, "r" + std::to_string(i), {a}));

  for (const int i : {0, 3, 4, 8, 1, 9}) ASSERT_TRUE(graph->RemoveDataEdge(a, 0, readers[i], 0).ok());
  AddOp(*graph, "last", {a});

  EXPECT_EQ(Uses(a, 0), "r2:0 r5:0 r6:0 r7:0 last:0");
  EXPECT_EQ(a->uses(0).size(), 5U);
  for (const int i : {7, 2, 6, 5}) ASSERT_TRUE(graph->RemoveDataEdge(a, 0, readers[i], 0).ok());
  EXPECT_EQ(Uses(a, 0), "last:0");
}

TEST(Edges, EachErrorNamesNodePortAndReason) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {a});

  EXPECT_EQ(graph->AddDataEdge(a, 1, b, 0).message(), "there is no output 1 of node \"a\" (Op): it has 1");
  EXPECT_EQ(graph->AddDataEdge(a, 0, b, -1).message(), "there is no input -1 of node \"b\" (Op): it has 1");
  EXPECT_EQ(graph->AddDataEdge(b, 0, b, 0).message(),
            "input 0 of node \"b\" (Op) is already fed by output 0 of node \"a\" (Op)");
  EXPECT_EQ(graph->RemoveDataEdge(b, 0, b, 0).message(),
            "there is no edge from output 0 of node \"b\" (Op) to input 0 of node \"b\" (Op)");
  EXPECT_EQ(graph->AddDataEdge(nullptr, 0, b, 0).code(), "E19999");
  EXPECT_EQ(graph->RemoveControlEdge(a, b).message(),
            "there is no control edge from node \"a\" to node \"b\"");
}

TEST(Edges, ControlEdgesMayRepeatAndAreRemovedOneByOne) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(graph->AddControlEdge(a, b).ok());

  ASSERT_TRUE(graph->RemoveControlEdge(a, b).ok());

  EXPECT_EQ(a->control_outputs().size(), 2U);
  EXPECT_EQ(b->control_inputs().size(), 2U);
  ASSERT_TRUE(graph->RemoveControlEdge(a, b).ok());
  ASSERT_TRUE(graph->RemoveControlEdge(a, b).ok());
  EXPECT_FALSE(graph->RemoveControlEdge(a, b).ok());
}

TEST(Edges, ReplacedUsesFollowInOrderAndSoDoResults) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {});
  AddOp(*graph, "r0", {a, b});
  AddOp(*graph, "r1", {a});
  graph->SetOutputs({{a, 0}, {b, 0}});

  ASSERT_TRUE(graph->ReplaceUses({a, 0}, {b, 0}).ok());

  EXPECT_EQ(Uses(a, 0), "");
  EXPECT_EQ(Uses(b, 0), "r0:1 r0:0 r1:0");
  EXPECT_EQ(graph->outputs(), (std::vector<Endpoint>{{b, 0}, {b, 0}}));
  EXPECT_FALSE(graph->ReplaceUses({a, 1}, {b, 0}).ok());
}

TEST(Edges, ARemovedNodeLeavesNoEdgeBehind) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {a, a});
  Node* c = AddOp(*graph, "c", {b});
  ASSERT_TRUE(graph->AddControlEdge(a, b).ok());
  ASSERT_TRUE(graph->AddControlEdge(b, c).ok());
  ASSERT_TRUE(graph->AddControlEdge(b, b).ok());
  graph->SetOutputs({{b, 0}, {c, 0}});

  ASSERT_TRUE(graph->RemoveNode(b).ok());

  EXPECT_EQ(Uses(a, 0), "");
  EXPECT_TRUE(a->control_outputs().empty());
  EXPECT_TRUE(c->control_inputs().empty());
  EXPECT_FALSE(c->IsConnected(0));
  EXPECT_EQ(graph->outputs(), (std::vector<Endpoint>{{c, 0}}));
}

TEST(Edges, UsesCanBePutInAnotherOrder) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {a, a});
  Node* c = AddOp(*graph, "c", {a});
  for (Node* target : {b, c, b}) ASSERT_TRUE(graph->AddControlEdge(a, target).ok());

  graph->OrderUses(a, 0, {2, 1, 0});
  graph->OrderUses(a, -1, {1, 2, 0});

  EXPECT_EQ(Uses(a, 0), "c:0 b:1 b:0");
  EXPECT_EQ(a->control_outputs().front().node, c);
  ASSERT_TRUE(graph->RemoveDataEdge(a, 0, c, 0).ok());
  ASSERT_TRUE(graph->RemoveControlEdge(a, c).ok());
  EXPECT_EQ(Uses(a, 0), "b:1 b:0");
  EXPECT_EQ(a->control_outputs().size(), 2U);
  ASSERT_TRUE(graph->RemoveNode(b).ok());
  EXPECT_TRUE(a->control_outputs().empty());
}

// Removing the node in the middle once walked over the removed edges again for each edge.
TEST(Edges, ANodeWithManyControlEdgesIsRemovedInLinearTime) {
  const auto graph = Graph::Create("g");
  Node* hub = AddOp(*graph, "hub", {});
  for (int i = 0; i < 200000; ++i) {
    Node* other = AddOp(*graph, "o", {});
    ASSERT_TRUE(graph->AddControlEdge(hub, other).ok());
    ASSERT_TRUE(graph->AddControlEdge(other, hub).ok());
  }

  ASSERT_TRUE(graph->RemoveNode(hub).ok());

  for (const Node* other : graph->nodes()) {
    EXPECT_TRUE(other->control_inputs().empty());
    EXPECT_TRUE(other->control_outputs().empty());
  }
}

// Removing from the front of the long list of one output's uses once took a step for each use.
TEST(Edges, ManyUsesOfOneOutputAreRemovedInLinearTime) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  const auto schema = SchemaOf("Op", 1, 1);
  std::vector<Node*> readers;
  for (int i = 0; i < 200000; ++i) {
    readers.push_back(graph->AddNode("r", schema));
    ASSERT_TRUE(graph->AddDataEdge(a, 0, readers.back(), 0).ok());
    ASSERT_TRUE(graph->AddControlEdge(a, readers.back()).ok());
  }

  for (Node* reader : readers) ASSERT_TRUE(graph->RemoveNode(reader).ok());

  EXPECT_TRUE(a->uses(0).empty());
  EXPECT_TRUE(a->control_outputs().empty());
}

}  // namespace
}  // namespace ge::ir
