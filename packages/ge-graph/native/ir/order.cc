#include "ir/order.h"

#include <algorithm>

namespace ge::ir {
namespace {

constexpr size_t kNamedOnCycle = 8;

// Calls visit(node) for each node that reads `node`, once an edge.
template <typename Visit>
void ForEachReader(const Node* node, Visit visit) {
  for (int32_t i = 0; i < node->output_count(); ++i) {
    for (const Link& use : node->uses(i)) visit(use.node);
  }
  for (const Link& use : node->control_outputs()) visit(use.node);
}

template <typename Visit>
void ForEachSource(const Node* node, Visit visit) {
  for (int32_t i = 0; i < node->input_count(); ++i) {
    if (node->IsConnected(i)) visit(node->producer(i).node);
  }
  for (const Link& source : node->control_inputs()) visit(source.node);
}

// `waiting` counts, by slot, the edges into nodes that were never reached: they lie on a cycle or behind one.
// Going backwards from any of them among themselves ends on a cycle.
base::Status CycleError(const Graph& graph, const std::vector<uint32_t>& waiting) {
  const Node* at = nullptr;
  for (const Node* node : graph.nodes()) {
    if (waiting[node->slot()] != 0) at = node;
  }
  std::vector<bool> seen(waiting.size());
  std::vector<const Node*> path;
  while (!seen[at->slot()]) {
    seen[at->slot()] = true;
    path.push_back(at);
    const Node* next = nullptr;
    ForEachSource(at, [&](const Node* source) {
      if (waiting[source->slot()] != 0) next = source;
    });
    at = next;
  }
  const auto start = std::find(path.begin(), path.end(), at);
  std::string names;
  for (auto node = path.end(); node != start;) {
    --node;
    if (static_cast<size_t>(path.end() - node) > kNamedOnCycle) {
      names += " -> ...";
      break;
    }
    names += (names.empty() ? "" : " -> ") + (*node)->name();
  }
  return base::InnerError(base::Text("graph \"", graph.name(), "\" has a cycle: ", names));
}

}  // namespace

base::Result<std::vector<Node*>> TopologicalOrder(const Graph& graph) {
  std::vector<uint32_t> waiting(graph.slot_end());
  std::vector<Node*> order;
  order.reserve(graph.node_count());
  std::vector<Node*> ready;
  const auto finish = [&](Node* first) {
    ready.push_back(first);
    while (!ready.empty()) {
      Node* node = ready.back();
      ready.pop_back();
      order.push_back(node);
      PrefetchBehind(graph, node);
      const size_t before = ready.size();
      ForEachReader(node, [&](Node* reader) {
        if (--waiting[reader->slot()] == 0) ready.push_back(reader);
      });
      std::reverse(ready.begin() + static_cast<std::ptrdiff_t>(before), ready.end());
    }
  };
  std::vector<Node*> sources;
  for (Node* node : graph.nodes()) {
    PrefetchBehind(graph, node);
    const size_t count = static_cast<size_t>(node->connected_count()) + node->control_inputs().size();
    waiting[node->slot()] = static_cast<uint32_t>(count);
    if (count == 0) sources.push_back(node);
  }
  for (Node* node : sources) finish(node);
  if (order.size() != graph.node_count()) return CycleError(graph, waiting);
  return order;
}

bool ComesAfterSources(const Node& node) {
  bool after = true;
  ForEachSource(&node, [&](const Node* source) { after = after && source->slot() < node.slot(); });
  return after;
}

void PrefetchBehind(const Graph& graph, const Node* node) {
  constexpr uint32_t kAhead = 8;
  if (const Node* later = graph.NodeAt(node->slot() + kAhead)) {
    __builtin_prefetch(later);
    __builtin_prefetch(reinterpret_cast<const char*>(later) + 64);
  }
  const Node* next = graph.NodeAt(node->slot() + kAhead / 2);
  if (next == nullptr) return;
  if (next->output_count() > 0) __builtin_prefetch(&next->uses(0));
  if (next->input_count() > 0) __builtin_prefetch(&next->input_desc(0));
}

base::Status CheckAcyclic(const Graph& graph) {
  for (const Node* node : graph.nodes()) {
    if (!ComesAfterSources(*node)) return TopologicalOrder(graph).status();
  }
  return {};
}

std::vector<Node*> AllNodes(const Graph& graph) {
  std::vector<Node*> all;
  std::vector<std::vector<Node*>> stack;
  const auto enter = [&stack](const Graph& inner) {
    std::vector<Node*> nodes;
    for (Node* node : inner.nodes()) nodes.push_back(node);
    std::reverse(nodes.begin(), nodes.end());
    stack.push_back(std::move(nodes));
  };
  enter(graph);
  while (!stack.empty()) {
    if (stack.back().empty()) {
      stack.pop_back();
      continue;
    }
    Node* node = stack.back().back();
    stack.back().pop_back();
    all.push_back(node);
    const auto& slots = node->subgraphs();
    for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
      const std::shared_ptr<Graph> body = graph.FindSubgraph(slot->instance);
      if (body != nullptr && stack.size() <= graph.Root()->subgraphs().size()) enter(*body);
    }
  }
  return all;
}

}  // namespace ge::ir
