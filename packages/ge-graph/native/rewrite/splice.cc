#include "rewrite/splice.h"

#include <algorithm>

#include "base/log.h"
#include "rewrite/clone.h"
#include "rewrite/control.h"
#include "rewrite/fuse_check.h"
#include "rewrite/inherit.h"
#include "rewrite/sockets.h"

namespace ge::rewrite {
namespace {

using base::Result;
using base::Status;
using base::Text;
using GraphPtr = std::shared_ptr<ir::Graph>;
using Nodes = std::vector<ir::Node*>;

// With a `_` before each.
std::string JoinedNames(const Nodes& nodes) {
  size_t length = 0;
  for (const ir::Node* node : nodes) length += 1 + node->name().size();
  std::string joined;
  joined.reserve(length);
  for (const ir::Node* node : nodes) (joined += '_') += node->name();
  return joined;
}

// A number for names that must differ from all others.
uint64_t NextNumber() {
  thread_local uint64_t next = 0;
  return next++;
}

void GiveNames(ir::Graph& replacement, const Nodes& added, const Nodes& originals) {
  if (added.empty()) return;
  const std::string origin = JoinedNames(originals);
  for (ir::Node* node : added) {
    const std::string number = std::to_string(NextNumber());
    std::string name;
    name.reserve(node->name().size() + origin.size() + 1 + number.size());
    ((((name += node->name()) += origin) += '_') += number);
    replacement.Rename(node, std::move(name));
  }
}

// Taking its nodes must not take away what is being rewritten.
Status CheckApart(const ir::Graph& replacement, const ir::Graph& owner) {
  if (replacement.Root() != owner.Root() && replacement.parent_node() == nullptr) return {};
  return base::InnerError(Text("replacement \"", replacement.name(),
                               "\" is part of another graph; a replacement must be a graph of its own"));
}

// The replacement itself, or a copy whose subgraphs have names that are free in `owner` when one's is taken.
Result<GraphPtr> WithFreeSubgraphNames(const GraphPtr& replacement, const ir::Graph& owner) {
  const auto taken = [&owner](const std::string& name) { return owner.FindSubgraph(name) != nullptr; };
  const auto& subgraphs = replacement->subgraphs();
  if (std::none_of(subgraphs.begin(), subgraphs.end(), [&](const GraphPtr& g) { return taken(g->name()); })) {
    return replacement;
  }
  return Clone(*replacement, [&](const std::string& name) {
    std::string free = name;
    while (taken(free) || (free != name && replacement->FindSubgraph(free) != nullptr)) {
      free = name + "_" + std::to_string(NextNumber());
    }
    return free;
  });
}

Status Connect(const match::Boundary& boundary, const Sockets& sockets) {
  ir::Graph& graph = *boundary.outputs[0].node->graph();
  std::vector<ir::Endpoint> producers;
  producers.reserve(boundary.inputs.size());
  for (size_t i = 0; i < boundary.inputs.size(); ++i) producers.push_back(match::ProducerOf(boundary, i));
  for (size_t i = 0; i < producers.size(); ++i) {
    for (const match::InputUse& use : sockets.inputs[i]) {
      GE_RETURN_IF_ERROR(graph.AddDataEdge(producers[i].node, producers[i].port, use.node, use.port));
    }
  }
  for (size_t i = 0; i < boundary.outputs.size(); ++i) {
    const Sockets::Output& output = sockets.outputs[i];
    const ir::Endpoint to = output.input < 0 ? output.tensor : producers[static_cast<size_t>(output.input)];
    GE_RETURN_IF_ERROR(graph.ReplaceUses(boundary.outputs[i], to));
  }
  return {};
}

}  // namespace

Result<Nodes> Splice(const match::Boundary& boundary, const std::shared_ptr<ir::Graph>& replacement,
                     const std::optional<std::string>& pass_name) {
  GE_ASSIGN_OR_RETURN(const Nodes originals, match::InnerNodes(boundary));
  GE_RETURN_IF_ERROR(CheckAttrsAgree(originals));
  ir::Graph& owner = *originals[0]->graph();
  GE_RETURN_IF_ERROR(CheckApart(*replacement, owner));
  GE_ASSIGN_OR_RETURN(const GraphPtr graph, WithFreeSubgraphNames(replacement, owner));
  GE_ASSIGN_OR_RETURN(const Sockets sockets,
                      ReadSockets(*graph, boundary.inputs.size(), boundary.outputs.size()));

  const Nodes added = TakeEndsAway(*graph);
  GE_LOG(kInfo, "[REPLACE] ", originals.size(), " nodes before \"", originals[0]->name(), "\" by ",
         added.size(), " of graph \"", graph->name(), "\"");
  if (pass_name) MarkPass(originals, added, *pass_name);
  Inherit(originals, added);
  GiveNames(*graph, added, originals);
  owner.TakeNodes(*graph);
  GE_RETURN_IF_ERROR(Connect(boundary, sockets));
  GE_RETURN_IF_ERROR(MoveControlEdges(originals, added));
  GE_RETURN_IF_ERROR(Prune(originals));
  return added;
}

}  // namespace ge::rewrite
