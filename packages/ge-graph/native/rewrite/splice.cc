#include "rewrite/splice.h"

#include "rewrite/control.h"
#include "rewrite/fuse_check.h"
#include "rewrite/inherit.h"
#include "rewrite/sockets.h"

namespace ge::rewrite {
namespace {

using base::Result;
using base::Status;
using Nodes = std::vector<ir::Node*>;

std::string JoinedNames(const Nodes& nodes) {
  std::string joined;
  for (const ir::Node* node : nodes) joined += (joined.empty() ? "" : "_") + node->name();
  return joined;
}

void GiveNames(ir::Graph& replacement, const Nodes& added, const Nodes& originals) {
  thread_local uint64_t renamed = 0;
  const std::string origin = JoinedNames(originals);
  for (ir::Node* node : added) {
    replacement.Rename(node, node->name() + "_" + origin + "_" + std::to_string(renamed++));
  }
}

Status CheckSubgraphNames(const ir::Graph& replacement, const ir::Graph& owner) {
  for (const auto& subgraph : replacement.subgraphs()) {
    if (owner.FindSubgraph(subgraph->name()) == nullptr) continue;
    return base::InnerError(base::Text("subgraph \"", subgraph->name(), "\" of replacement \"",
                                       replacement.name(),
                                       "\" is named like a subgraph that is in the graph already"));
  }
  return {};
}

Status Connect(const match::Boundary& boundary, const Sockets& sockets) {
  ir::Graph& graph = *boundary.outputs[0].node->graph();
  std::vector<ir::Endpoint> producers;
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
  GE_ASSIGN_OR_RETURN(const Sockets sockets,
                      ReadSockets(*replacement, boundary.inputs.size(), boundary.outputs.size()));
  ir::Graph& owner = *originals[0]->graph();
  GE_RETURN_IF_ERROR(CheckSubgraphNames(*replacement, owner));

  const Nodes added = TakeEndsAway(*replacement);
  if (pass_name) MarkPass(originals, added, *pass_name);
  Inherit(originals, added);
  GiveNames(*replacement, added, originals);
  owner.TakeNodes(*replacement);
  GE_RETURN_IF_ERROR(Connect(boundary, sockets));
  GE_RETURN_IF_ERROR(MoveControlEdges(originals, added));
  GE_RETURN_IF_ERROR(Prune(originals));
  return added;
}

}  // namespace ge::rewrite
