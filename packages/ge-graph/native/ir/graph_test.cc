#include "ir/graph.h"

#include <gtest/gtest.h>

#include "ir/test_graph.h"

namespace ge::ir {
namespace {

std::shared_ptr<const OpSchema> Concat() {
  auto schema = std::make_shared<OpSchema>();
  schema->type = "Concat";
  schema->inputs = {{"x", InputKind::kDynamic}, {"axis"}, {"mask", InputKind::kOptional}};
  schema->outputs = {{"y"}, {"rest", OutputKind::kDynamic}};
  schema->attrs = {{"n", AttrKind::kInt, false, int64_t{2}}, {"mode", AttrKind::kString}};
  return schema;
}

TEST(Graph, PortsFollowThePrototypeAndItsCounts) {
  const auto graph = Graph::Create("g");

  const Node* node = graph->AddNode("c", Concat(), {{3}, {2}});

  EXPECT_EQ(node->input_count(), 5);
  EXPECT_EQ(node->output_count(), 3);
  std::string names;
  for (int32_t i = 0; i < node->input_count(); ++i) names += node->InputName(i) + " ";
  for (int32_t i = 0; i < node->output_count(); ++i) names += node->OutputName(i) + " ";
  EXPECT_EQ(names, "x0 x1 x2 axis mask y rest0 rest1 ");
  EXPECT_EQ(node->FindInput("x2"), 2);
  EXPECT_EQ(node->FindInput("axis"), 3);
  EXPECT_EQ(node->FindInput("x3"), std::nullopt);
  EXPECT_EQ(node->FindInput("x"), std::nullopt);
  EXPECT_EQ(node->FindOutput("rest1"), 2);
  EXPECT_EQ(node->InputRange(1).first, 3);
  EXPECT_EQ(node->OutputRange(1).count, 2);
  EXPECT_TRUE(node->input_desc(4).IsUnconnected());
  EXPECT_FALSE(node->input_desc(3).IsUnconnected());
}

TEST(Graph, AnAttributeThatIsNotSetHasThePrototypesDefault) {
  const auto graph = Graph::Create("g");
  Node* node = graph->AddNode("c", Concat());

  EXPECT_EQ(*node->Attr<int64_t>("n"), 2);
  EXPECT_EQ(node->Attr<std::string>("mode"), nullptr);
  EXPECT_EQ(node->Attr<int64_t>("other"), nullptr);
  node->mutable_attrs().Set("n", int64_t{5});
  EXPECT_EQ(*node->Attr<int64_t>("n"), 5);
}

TEST(Graph, OfSeveralNodesWithOneNameTheFirstIsFound) {
  const auto graph = Graph::Create("g");
  Node* first = AddOp(*graph, "twin", {});
  Node* second = AddOp(*graph, "twin", {});
  Node* third = AddOp(*graph, "twin", {});

  EXPECT_EQ(graph->FindNode("twin"), first);
  ASSERT_TRUE(graph->RemoveNode(first).ok());
  EXPECT_EQ(graph->FindNode("twin"), second);
  graph->Rename(second, "other");
  EXPECT_EQ(graph->FindNode("twin"), third);
  EXPECT_EQ(graph->FindNode("other"), second);
  EXPECT_EQ(graph->FindNode("none"), nullptr);
}

TEST(Graph, ASlotIsUsedOnce) {
  const auto graph = Graph::Create("g");
  Node* gone = AddOp(*graph, "gone", {});
  const uint32_t slot = gone->slot();
  ASSERT_TRUE(graph->RemoveNode(gone).ok());

  const Node* next = AddOp(*graph, "next", {});

  EXPECT_NE(next->slot(), slot);
  EXPECT_EQ(graph->NodeAt(slot), nullptr);
  EXPECT_EQ(graph->NodeAt(next->slot()), next);
  EXPECT_EQ(Names(graph->nodes()), "next");
  EXPECT_EQ(graph->node_count(), 1U);
}

TEST(Graph, ANodeOfAnotherGraphCannotBeRemoved) {
  const auto graph = Graph::Create("g");
  const auto other = Graph::Create("other");

  EXPECT_EQ(graph->RemoveNode(AddOp(*other, "n", {})).ToString(),
            "E19999: cannot remove a node that is not of graph \"g\"");
  EXPECT_EQ(graph->RemoveNode(nullptr).code(), "E19999");
}

TEST(Graph, ResultsAreWhatFeedsNetOutput) {
  const auto graph = Graph::Create("g");
  Node* a = AddOp(*graph, "a", {});
  Node* b = AddOp(*graph, "b", {});
  graph->SetOutputs({{a, 0}});
  EXPECT_EQ(graph->Results(), (std::vector<Endpoint>{{a, 0}}));

  Node* last = graph->AddNode("out", SchemaOf("NetOutput", 3, 0));
  ASSERT_TRUE(graph->AddDataEdge(b, 0, last, 0).ok());
  ASSERT_TRUE(graph->AddDataEdge(a, 0, last, 2).ok());

  EXPECT_EQ(graph->Results(), (std::vector<Endpoint>{{b, 0}, {a, 0}}));
}

TEST(Graph, TakenNodesComeWithTheirEdgesAndNewSlots) {
  const auto graph = Graph::Create("g");
  AddOp(*graph, "a", {});
  const auto other = Graph::Create("other");
  Node* b = AddOp(*other, "b", {});
  AddOp(*other, "c", {b});

  graph->TakeNodes(*other);

  EXPECT_EQ(Names(graph->nodes()), "a b c");
  EXPECT_EQ(other->node_count(), 0U);
  EXPECT_EQ(graph->FindNode("b"), b);
  EXPECT_EQ(b->graph(), graph.get());
  EXPECT_EQ(graph->NodeAt(b->slot()), b);
  EXPECT_EQ(Uses(b, 0), "c:0");
}

}  // namespace
}  // namespace ge::ir
