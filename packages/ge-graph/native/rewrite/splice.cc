#include "rewrite/splice.h"

#include <algorithm>

#include "base/log.h"
#include "rewrite/clone.h"
#include "rewrite/control.h"
#include "rewrite/fuse_check.h"
#include "rewrite/inherit.h"
#include "rewrite/origins.h"
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
  const std::string origin = BoundedName(JoinedNames(originals));
  for (ir::Node* node : added) {
    std::string name = BoundedName(node->name() + origin);
    (name += '_') += std::to_string(NextNumber());
    replacement.Rename(node, std::move(name));
  }
}

// Taking its nodes must not take away what is being rewritten.
Status CheckApart(const ir::Graph& replacement, const ir::Graph& owner) {
  if (replacement.Root() != owner.Root() && replacement.parent_node() == nullptr) return {};
  return base::InnerError(Text("replacement \"", replacement.name(),
                               "\" is part of another graph; a replacement must be a graph of its own"));
}

// The name, or the name and a number when it is taken.
template <typename Taken>
std::string FreeName(const std::string& name, Taken taken) {
  std::string free = name;
  while (taken(free)) free = name + "_" + std::to_string(NextNumber());
  return free;
}

// The replacement itself, or a copy whose subgraphs have names that are free in `owner` when one's is taken.
Result<GraphPtr> WithFreeSubgraphNames(const GraphPtr& replacement, const ir::Graph& owner) {
  const auto taken = [&owner](const std::string& name) { return owner.FindSubgraph(name) != nullptr; };
  const auto& subgraphs = replacement->subgraphs();
  if (std::none_of(subgraphs.begin(), subgraphs.end(), [&](const GraphPtr& g) { return taken(g->name()); })) {
    return replacement;
  }
  return Clone(*replacement, [&](const std::string& name) {
    return FreeName(name, [&](const std::string& free) {
      return taken(free) || (free != name && replacement->FindSubgraph(free) != nullptr);
    });
  });
}

void GiveFreeNames(ir::Graph& addition, const Nodes& added, const ir::Graph& owner) {
  for (ir::Node* node : added) {
    const std::string name = node->name();
    std::string free = FreeName(name, [&](const std::string& wanted) {
      return owner.FindNode(wanted) != nullptr || (wanted != name && addition.FindNode(wanted) != nullptr);
    });
    if (free != name) addition.Rename(node, std::move(free));
  }
}

Status ConnectInputs(ir::Graph& graph, const std::vector<ir::Endpoint>& producers, const Sockets& sockets) {
  for (size_t i = 0; i < producers.size(); ++i) {
    for (const match::InputUse& use : sockets.inputs[i]) {
      GE_RETURN_IF_ERROR(graph.AddDataEdge(producers[i].node, producers[i].port, use.node, use.port));
    }
  }
  return {};
}

// What stands for the outputs once the inputs are these.
std::vector<ir::Endpoint> OutputsOf(const Sockets& sockets, const std::vector<ir::Endpoint>& producers) {
  std::vector<ir::Endpoint> outputs;
  outputs.reserve(sockets.outputs.size());
  for (const Sockets::Output& output : sockets.outputs)
    outputs.push_back(output.input < 0 ? output.tensor : producers[static_cast<size_t>(output.input)]);
  return outputs;
}

Status Connect(const match::Boundary& boundary, const Sockets& sockets) {
  ir::Graph& graph = *boundary.outputs[0].node->graph();
  std::vector<ir::Endpoint> producers;
  producers.reserve(boundary.inputs.size());
  for (size_t i = 0; i < boundary.inputs.size(); ++i) producers.push_back(match::ProducerOf(boundary, i));
  GE_RETURN_IF_ERROR(ConnectInputs(graph, producers, sockets));
  const std::vector<ir::Endpoint> outputs = OutputsOf(sockets, producers);
  for (size_t i = 0; i < outputs.size(); ++i) {
    GE_RETURN_IF_ERROR(graph.ReplaceUses(boundary.outputs[i], outputs[i]));
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

Result<std::vector<ir::Endpoint>> Graft(ir::Graph& graph, const std::shared_ptr<ir::Graph>& addition,
                                        const std::vector<ir::Endpoint>& inputs) {
  for (const ir::Endpoint& input : inputs) {
    if (input.node->graph() == &graph && input.node->HasOutput(input.port)) continue;
    return base::InnerError(Text("\"", input.node->name(), "\" (", input.node->type(), ") has no output ",
                                 input.port, " in graph \"", graph.name(), "\""));
  }
  GE_RETURN_IF_ERROR(CheckApart(*addition, graph));
  GE_ASSIGN_OR_RETURN(const GraphPtr taken, WithFreeSubgraphNames(addition, graph));
  GE_ASSIGN_OR_RETURN(const Sockets sockets, ReadSockets(*taken, inputs.size(), taken->Results().size()));
  const Nodes added = TakeEndsAway(*taken);
  GiveFreeNames(*taken, added, graph);
  graph.TakeNodes(*taken);
  GE_RETURN_IF_ERROR(ConnectInputs(graph, inputs, sockets));
  return OutputsOf(sockets, inputs);
}

}  // namespace ge::rewrite
