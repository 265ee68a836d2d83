#include "compile/prepare.h"

#include <set>
#include <string_view>
#include <unordered_set>

#include "ir/order.h"
#include "ops/registry.h"

namespace ge::compile {
namespace {

using base::Status;
using base::Text;

constexpr const char* kOutputNames = "attr_model_out_nodes_name";

Status CheckOneGraph(const ir::Graph& graph) {
  std::unordered_set<std::string_view> names;
  for (const ir::Node* node : graph.nodes()) {
    if (!names.insert(node->name()).second) {
      return {"E13009", Text("graph \"", graph.name(), "\" has two nodes named \"", node->name(), "\"")};
    }
  }
  const Status order = ir::TopologicalOrder(graph).status();
  if (!order.ok()) return base::InvalidArgument(order.message());
  if (graph.Results().empty()) {
    return base::InvalidArgument(Text("graph \"", graph.name(), "\" has no output: set at least one"));
  }
  return {};
}

Status AddNetOutput(ir::Graph& graph) {
  if (graph.net_output() != nullptr) return {};
  const std::vector<ir::Endpoint> results = graph.outputs();
  ir::Node* net_output = graph.AddNode("NetOutput_" + graph.name(), ops::FindSchema("NetOutput"),
                                       {{static_cast<int32_t>(results.size())}, {}});
  for (size_t i = 0; i < results.size(); ++i) {
    GE_RETURN_IF_ERROR(
        graph.AddDataEdge(results[i].node, results[i].port, net_output, static_cast<int64_t>(i)));
  }
  graph.SetOutputs({});
  return {};
}

// The user's numbers when they are 0..n-1 each once; else the order of the nodes.
void NumberInputs(ir::Graph& root) {
  static const base::Name data("Data");
  static const base::Name index("index");
  std::vector<ir::Node*> inputs;
  std::set<int64_t> numbers;
  for (ir::Node* node : root.nodes()) {
    if (node->type() != data) continue;
    inputs.push_back(node);
    numbers.insert(node->attrs().GetOr<int64_t>(index, -1));
  }
  const auto count = static_cast<int64_t>(inputs.size());
  if (count == 0 ||
      (numbers.size() == inputs.size() && *numbers.begin() == 0 && *numbers.rbegin() == count - 1))
    return;
  for (int64_t i = 0; i < count; ++i) inputs[static_cast<size_t>(i)]->mutable_attrs().Set(index, i);
}

void NameOutputs(ir::Graph& root) {
  if (root.attrs.Has(kOutputNames)) return;
  std::vector<std::string> names;
  for (const ir::Endpoint& result : root.Results())
    names.push_back(Text(result.node->name(), ":", result.port));
  root.attrs.Set(kOutputNames, std::move(names));
}

}  // namespace

Status CheckGraph(const ir::Graph& graph) {
  GE_RETURN_IF_ERROR(CheckOneGraph(graph));
  for (const auto& subgraph : graph.subgraphs()) GE_RETURN_IF_ERROR(CheckOneGraph(*subgraph));
  return {};
}

Status NormalizeEnds(ir::Graph& root) {
  GE_RETURN_IF_ERROR(AddNetOutput(root));
  for (const auto& subgraph : root.subgraphs()) GE_RETURN_IF_ERROR(AddNetOutput(*subgraph));
  NumberInputs(root);
  NameOutputs(root);
  return {};
}

}  // namespace ge::compile
