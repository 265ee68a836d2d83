#include "ir/order.h"

#include <gtest/gtest.h>

#include "ir/test_graph.h"

namespace ge::ir {
namespace {

std::string Order(const Graph& graph) {
  const auto order = TopologicalOrder(graph);
  return order.ok() ? Names(*order) : order.status().ToString();
}

TEST(TopologicalOrder, KeepsTheOrderOfInsertionWhereItMay) {
  const auto graph = Graph::Create("g");
  Node* late = graph->AddNode("late", SchemaOf("Op", 1, 1));
  AddOp(*graph, "b", {});
  Node* a = AddOp(*graph, "a", {});
  ASSERT_TRUE(graph->AddDataEdge(a, 0, late, 0).ok());

  EXPECT_EQ(Order(*graph), "b a late");
}

TEST(TopologicalOrder, FollowsControlEdges) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {});
  ASSERT_TRUE(graph->AddControlEdge(b, a).ok());
  ASSERT_TRUE(graph->AddControlEdge(b, a).ok());

  EXPECT_EQ(Order(*graph), "b a");
}

TEST(TopologicalOrder, OfNothingIsEmpty) { EXPECT_EQ(Order(*Graph::Create("g")), ""); }

TEST(TopologicalOrder, ACycleIsNamed) {
  const auto graph = Graph::Create("g");
  Node* head = graph->AddNode("head", SchemaOf("Op", 2, 1));
  Node* middle = AddOp(*graph, "middle", {head});
  Node* tail = AddOp(*graph, "tail", {middle});
  AddOp(*graph, "behind", {tail});
  ASSERT_TRUE(graph->AddDataEdge(tail, 0, head, 1).ok());

  EXPECT_EQ(Order(*graph), "E19999: graph \"g\" has a cycle: head -> middle -> tail");
}

TEST(TopologicalOrder, ALoopAndALongCycleAreNamedInShort) {
  const auto loop = Graph::Create("loop");
  Node* self = AddOp(*loop, "self", {});
  ASSERT_TRUE(loop->AddControlEdge(self, self).ok());
  const auto ring = Graph::Create("ring");
  Node* first = AddOp(*ring, "n0", {});
  Node* last = first;
  for (int i = 1; i < 20; ++i) last = AddOp(*ring, "n" + std::to_string(i), {last});
  ASSERT_TRUE(ring->AddControlEdge(last, first).ok());

  EXPECT_EQ(Order(*loop), "E19999: graph \"loop\" has a cycle: self");
  EXPECT_NE(Order(*ring).find("n3 -> n4"), std::string::npos);
  EXPECT_NE(Order(*ring).find(" -> ..."), std::string::npos);
}

TEST(TopologicalOrder, OfAChainOfAMillionNodesTakesNoRecursion) {
  constexpr size_t kNodes = 1000000;
  const auto graph = Graph::Create("chain");
  const auto schema = SchemaOf("Op", 1, 1);
  Node* last = nullptr;
  for (size_t i = 0; i < kNodes; ++i) {
    Node* node = graph->AddNode("n", schema);
    if (last != nullptr) {
      ASSERT_TRUE(graph->AddDataEdge(last, 0, node, 0).ok());
    }
    last = node;
  }

  const auto order = TopologicalOrder(*graph);

  ASSERT_TRUE(order.ok());
  EXPECT_EQ(order->size(), kNodes);
  EXPECT_EQ(order->back(), last);
  EXPECT_EQ(AllNodes(*graph).size(), kNodes);
}

}  // namespace
}  // namespace ge::ir
