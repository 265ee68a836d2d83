#include <gtest/gtest.h>

#include "ir/graph.h"
#include "ir/order.h"
#include "ir/test_graph.h"

namespace ge::ir {
namespace {

// root: a, if (then: t, inner if (deep: d))
struct Tree {
  std::shared_ptr<Graph> root = Graph::Create("root");
  std::shared_ptr<Graph> then = Graph::Create("then");
  std::shared_ptr<Graph> deep = Graph::Create("deep");
  Node* outer = nullptr;
  Node* inner = nullptr;

  Tree() {
    AddOp(*root, "a", {});
    outer = AddOp(*root, "if", {}, "If");
    AddOp(*root, "z", {});
    AddOp(*then, "t", {});
    inner = AddOp(*then, "inner", {}, "If");
    AddOp(*deep, "d", {});
    EXPECT_TRUE(then->AttachSubgraph(inner, "then_branch", deep).ok());
    EXPECT_TRUE(root->AttachSubgraph(outer, "then_branch", then).ok());
  }
};

std::string GraphNames(const Graph& graph) {
  std::string names;
  for (const auto& subgraph : graph.subgraphs()) names += subgraph->name() + " ";
  return names;
}

TEST(Subgraphs, OfEveryDepthAreTheRoots) {
  const Tree tree;

  EXPECT_EQ(GraphNames(*tree.root), "then deep ");
  EXPECT_EQ(GraphNames(*tree.then), "");
  EXPECT_EQ(tree.deep->FindSubgraph("then"), tree.then);
  EXPECT_EQ(tree.deep->Root(), tree.root.get());
  EXPECT_EQ(tree.deep->parent_node(), tree.inner);
  EXPECT_EQ(tree.deep->parent_graph(), tree.then.get());
  EXPECT_EQ(tree.root->FindSubgraph("none"), nullptr);
}

TEST(Subgraphs, NodesAreMetDepthFirst) {
  const Tree tree;

  EXPECT_EQ(Names(AllNodes(*tree.root)), "a if t inner d z");
}

TEST(Subgraphs, GoWithTheNodeThatUsesThem) {
  Tree tree;

  ASSERT_TRUE(tree.root->RemoveNode(tree.outer).ok());

  EXPECT_EQ(GraphNames(*tree.root), "");
  EXPECT_EQ(tree.then->parent_node(), nullptr);
}

TEST(Subgraphs, OutliveTheirParentByThemselves) {
  std::shared_ptr<Graph> then;
  {
    const Tree tree;
    then = tree.then;
  }

  EXPECT_EQ(then->parent_graph(), nullptr);
  EXPECT_EQ(then->parent_node(), nullptr);
  EXPECT_EQ(then->Root(), then.get());
  EXPECT_EQ(Names(then->nodes()), "t inner");
}

TEST(Subgraphs, CanBeTakenOutAndPutBack) {
  const Tree tree;
  tree.root->RemoveSubgraph("deep");
  EXPECT_EQ(GraphNames(*tree.root), "then ");

  EXPECT_TRUE(tree.root->AddSubgraph(tree.deep).ok());

  EXPECT_EQ(GraphNames(*tree.root), "then deep ");
  EXPECT_FALSE(tree.root->AddSubgraph(tree.deep).ok());
  tree.root->RemoveSubgraph("none");
}

TEST(Subgraphs, WhatCannotBeAttachedIsRefused) {
  const Tree tree;
  Node* a = tree.root->FindNode("a");
  const auto same_name = Graph::Create("deep");

  EXPECT_NE(tree.root->AttachSubgraph(a, "s", tree.then).message().find("already the body of node \"if\""),
            std::string::npos);
  EXPECT_NE(tree.root->AttachSubgraph(a, "s", same_name).message().find("already in \"root\""),
            std::string::npos);
  EXPECT_NE(tree.root->AttachSubgraph(a, "s", tree.root).message().find("its own subgraph"),
            std::string::npos);
  EXPECT_NE(tree.then->AttachSubgraph(a, "s", Graph::Create("x")).message().find("not of graph \"then\""),
            std::string::npos);
  EXPECT_NE(tree.root->AddSubgraph(Graph::Create("x")).message().find("not the body of a node"),
            std::string::npos);
}

TEST(ReplaceContent, AGraphBecomesWhatAnotherWas) {
  Tree tree;
  const auto target = Graph::Create("before");
  const uint32_t stale = AddOp(*target, "old", {})->slot();
  target->attrs.Set("k", int64_t{1});
  tree.root->FindNode("z")->id = 77;
  tree.root->attrs.Set("new", true);
  tree.root->SetOutputs({{tree.root->FindNode("a"), 0}});

  ASSERT_TRUE(target->ReplaceContent(*tree.root).ok());

  EXPECT_EQ(target->name(), "root");
  EXPECT_EQ(Names(target->nodes()), "a if z");
  EXPECT_EQ(target->FindNode("z")->id, 77);
  EXPECT_EQ(target->FindNode("old"), nullptr);
  EXPECT_EQ(target->NodeAt(stale), nullptr);
  EXPECT_FALSE(target->attrs.Has("k"));
  EXPECT_TRUE(target->attrs.Has("new"));
  EXPECT_EQ(target->Results().size(), 1U);
  EXPECT_EQ(GraphNames(*target), "then deep ");
  EXPECT_EQ(tree.deep->Root(), target.get());
  EXPECT_EQ(tree.then->parent_node(), target->FindNode("if"));
  EXPECT_EQ(tree.root->node_count(), 0U);
}

TEST(ReplaceContent, SubgraphsThatSomebodyHoldsLiveOn) {
  const Tree tree;
  const auto loaded = Graph::Create("loaded");

  ASSERT_TRUE(tree.root->ReplaceContent(*loaded).ok());

  EXPECT_EQ(GraphNames(*tree.root), "");
  EXPECT_EQ(Names(tree.then->nodes()), "t inner");
  EXPECT_EQ(tree.then->parent_node(), nullptr);
}

TEST(ReplaceContent, ASubgraphCannotGetOtherContents) {
  const Tree tree;
  const auto loaded = Graph::Create("loaded");

  EXPECT_NE(tree.deep->ReplaceContent(*loaded).message().find("is the body of node \"inner\""),
            std::string::npos);
  EXPECT_EQ(loaded->ReplaceContent(*tree.deep).code(), "E19999");
}

}  // namespace
}  // namespace ge::ir
