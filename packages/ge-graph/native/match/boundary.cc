#include "match/boundary.h"

#include <algorithm>

#include "match/node_set.h"

namespace ge::match {
namespace {

using base::InnerError;
using base::Result;
using base::Status;
using base::Text;

Result<NodeSet> OwnersOfInputs(const Boundary& boundary) {
  NodeSet owners;
  for (size_t i = 0; i < boundary.inputs.size(); ++i) {
    if (boundary.inputs[i].empty()) return InnerError(Text("input ", i, " of the boundary has no port"));
    const InputUse& use = boundary.inputs[i].front();
    if (use.node == nullptr || !use.node->HasInput(use.port) || !use.node->IsConnected(use.port)) {
      return InnerError(Text("input ", i, " of the boundary is a port that nothing feeds"));
    }
    owners.Insert(use.node->producer(use.port).node);
  }
  return owners;
}

Status CheckOutputs(const Boundary& boundary) {
  if (boundary.outputs.empty()) return InnerError("the boundary has no output");
  for (size_t i = 0; i < boundary.outputs.size(); ++i) {
    const ir::Endpoint& output = boundary.outputs[i];
    if (output.node == nullptr || !output.node->HasOutput(output.port)) {
      return InnerError(Text("output ", i, " of the boundary does not exist"));
    }
    if (output.node->graph() != boundary.outputs[0].node->graph()) {
      return InnerError(Text("output ", i, " of the boundary, node \"", output.node->name(),
                             "\", is in another graph than output 0"));
    }
  }
  return {};
}

std::optional<Leak> LeakOf(const std::vector<ir::Node*>& inner, const NodeSet& visited,
                           const Boundary& boundary) {
  NodeSet exempt;
  for (const ir::Endpoint& output : boundary.outputs) exempt.Insert(output.node);
  for (ir::Node* node : inner) {
    if (exempt.Has(node)) continue;
    for (int32_t i = 0; i < node->output_count(); ++i) {
      for (const ir::Link& use : node->uses(i)) {
        if (!visited.Has(use.node)) return Leak{{node, i}, use.node};
      }
    }
  }
  const bool any = std::any_of(inner.begin(), inner.end(),
                               [&](const ir::Node* node) { return node->is_result() && !exempt.Has(node); });
  if (!any) return std::nullopt;
  for (const ir::Endpoint& result : boundary.outputs[0].node->graph()->outputs()) {
    if (visited.Has(result.node) && !exempt.Has(result.node)) return Leak{result, nullptr};
  }
  return std::nullopt;
}

// Nobody outside reads a tensor of an inner node, unless the node owns an output of the boundary.
Status CheckClosed(const std::optional<Leak>& leak) {
  if (!leak) return {};
  const auto& [tensor, reader] = *leak;
  if (reader == nullptr) {
    return InnerError(Text("output ", tensor.port, " of node \"", tensor.node->name(),
                           "\" inside of the boundary is an output of the graph"));
  }
  return InnerError(Text("node \"", reader->name(), "\" outside of the boundary reads output ", tensor.port,
                         " of node \"", tensor.node->name(), "\" inside"));
}

struct Inside {
  std::vector<ir::Node*> nodes;
  NodeSet visited;
};

Result<Inside> FindInside(const Boundary& boundary) {
  GE_ASSIGN_OR_RETURN(const NodeSet stops, OwnersOfInputs(boundary));
  GE_RETURN_IF_ERROR(CheckOutputs(boundary));
  Inside inside;
  inside.nodes.reserve(8);  // mostly enough
  const auto visit = [&](ir::Node* node) {
    if (inside.visited.Insert(node)) inside.nodes.push_back(node);
  };
  for (const ir::Endpoint& output : boundary.outputs) {
    // In its place the replacement would read itself.
    if (stops.Has(output.node)) {
      return InnerError(
          Text("node \"", output.node->name(), "\" owns an output of the boundary and feeds an input of it"));
    }
    visit(output.node);
  }
  for (size_t next = 0; next < inside.nodes.size(); ++next) {
    const ir::Node* node = inside.nodes[next];
    for (int32_t i = 0; i < node->input_count(); ++i) {
      ir::Node* source = node->producer(i).node;
      if (source != nullptr && !stops.Has(source)) visit(source);
    }
  }
  return inside;
}

}  // namespace

ir::Endpoint ProducerOf(const Boundary& boundary, size_t position) {
  const InputUse& use = boundary.inputs[position].front();
  return use.node->producer(use.port);
}

Result<std::vector<ir::Node*>> InnerNodes(const Boundary& boundary) {
  GE_ASSIGN_OR_RETURN(Inside inside, FindInside(boundary));
  GE_RETURN_IF_ERROR(CheckClosed(LeakOf(inside.nodes, inside.visited, boundary)));
  return std::move(inside.nodes);
}

std::optional<Leak> FindLeak(const Boundary& boundary) {
  const Result<Inside> inside = FindInside(boundary);
  return inside.ok() ? LeakOf(inside->nodes, inside->visited, boundary) : std::nullopt;
}

Boundary BoundaryOf(ir::Node& node) {
  Boundary boundary;
  std::vector<ir::Endpoint> producers;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (!node.IsConnected(i)) continue;
    const auto known = std::find(producers.begin(), producers.end(), node.producer(i));
    const size_t position = static_cast<size_t>(known - producers.begin());
    if (known == producers.end()) {
      producers.push_back(node.producer(i));
      boundary.inputs.emplace_back();
    }
    boundary.inputs[position].push_back({&node, i});
  }
  for (int32_t i = 0; i < node.output_count(); ++i) boundary.outputs.push_back({&node, i});
  return boundary;
}

bool IsDataType(base::Name type) {
  static const base::Name kTypes[] = {"Data", "RefData", "AippData", "AnnData"};
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

}  // namespace ge::match
