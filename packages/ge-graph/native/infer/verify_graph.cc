#include "infer/verify_graph.h"

#include <algorithm>
#include <vector>

#include "ir/order.h"
#include "ops/registry.h"

namespace ge::infer {
namespace {

using base::Status;
using base::Text;
using ir::Endpoint;
using ir::Graph;
using ir::InputKind;
using ir::InputSpec;
using ir::Node;
using ir::OpSchema;
using ir::OutputKind;
using ir::OutputSpec;
using ir::PortRange;
using ir::SubgraphSlot;

constexpr size_t kDeepest = 64;  // subgraphs within subgraphs

template <typename... Parts>
Status Unsound(const Node& node, const Parts&... parts) {
  return {"E10041", Text("node \"", node.name(), "\" (", node.type(), "): ", parts...)};
}

bool IsRequired(const InputSpec& spec) { return spec.kind == InputKind::kRequired; }
bool IsRequired(const OutputSpec& spec) { return spec.kind == OutputKind::kRequired; }

// What a graph gets from outside; its input in the prototype is never connected.
bool IsGraphInput(const Node& node) {
  static const base::Name data("Data");
  static const base::Name ref_data("RefData");
  return node.type() == data || node.type() == ref_data;
}

// Whether ports have the kinds that the operator's own prototype gives them, as far as it asks for them.
template <typename Spec>
bool HasKindsOf(const std::vector<Spec>& operators, const std::vector<Spec>& given) {
  for (size_t i = 0; i < operators.size(); ++i) {
    if (i < given.size() ? given[i].kind != operators[i].kind : IsRequired(operators[i])) return false;
  }
  return true;
}

// A file may bring a prototype of its own; kernels count on that of the operator.
Status VerifyPrototype(const Node& node) {
  const auto known = ops::FindSchema(node.type().text());
  if (known == nullptr || known == node.shared_schema()) return {};
  const OpSchema& given = node.schema();
  if (!HasKindsOf(known->inputs, given.inputs) || !HasKindsOf(known->outputs, given.outputs))
    return Unsound(node, "its prototype has not the inputs and outputs of the operator");
  return {};
}

Status VerifyInputs(const Node& node) {
  if (IsGraphInput(node)) return {};
  const std::vector<InputSpec>& specs = node.schema().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == InputKind::kOptional) continue;
    const PortRange range = node.InputRange(i);
    for (int32_t port = range.first; port < range.first + range.count; ++port) {
      if (!node.HasInput(port)) return Unsound(node, "it has no input ", node.InputName(port));
      if (!node.IsConnected(port)) {
        return Unsound(node, "input ", port, " \"", node.InputName(port),
                       "\" must be connected, but nothing is");
      }
    }
  }
  return {};
}

Status VerifyOutputs(const Node& node) {
  const std::vector<OutputSpec>& specs = node.schema().outputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    const PortRange range = node.OutputRange(i);
    if (range.first + range.count > node.output_count()) {
      return Unsound(node, "it has ", node.output_count(), " outputs, but no ", specs[i].name);
    }
  }
  return {};
}

class Verifier {
 public:
  explicit Verifier(const Graph& root) : root_(root) {}

  Status Verify(const Graph& graph) {
    const Status sound = VerifyOne(graph);
    return sound.ok() ? sound : sound.In(Text("graph \"", graph.name(), "\""));
  }

 private:
  Status VerifyOne(const Graph& graph) {
    if (std::find(within_.begin(), within_.end(), &graph) != within_.end())
      return {"E10041", "it is a subgraph of itself"};
    if (within_.size() == kDeepest) return {"E10041", Text("it lies within ", kDeepest, " others")};
    within_.push_back(&graph);
    const Status order = ir::CheckAcyclic(graph);
    if (!order.ok()) return {"E10041", order.message()};
    for (const Node* node : graph.nodes()) {
      if (!IsGraphInput(*node)) continue;
      if (node->output_count() == 0) return Unsound(*node, "it has no output");
      GE_RETURN_IF_ERROR(VerifyIndex(graph, *node));
    }
    GE_RETURN_IF_ERROR(VerifyNeeded(graph));
    within_.pop_back();
    return {};
  }

  // A subgraph reads inputs of its node.
  static Status VerifyIndex(const Graph& graph, const Node& input) {
    static const base::Name kIndex("index");
    const Node* parent = graph.parent_node();
    const auto* index = input.Attr<int64_t>(kIndex);
    if (parent == nullptr || index == nullptr || *index < parent->input_count()) return {};
    return Unsound(input, "its index is ", *index, ", but the node of its graph has ", parent->input_count(),
                   " inputs");
  }

  // The nodes that the results need.
  Status VerifyNeeded(const Graph& graph) {
    std::vector<bool> seen(graph.slot_end(), false);
    std::vector<const Node*> open;
    const auto need = [&](const Node* node) {
      if (seen[node->slot()]) return;
      seen[node->slot()] = true;
      open.push_back(node);
    };
    for (const Endpoint& result : graph.Results()) {
      if (result.node == nullptr) return {"E10041", "a result is not connected"};
      if (!result.node->HasOutput(result.port))
        return Unsound(*result.node, "it has no output ", result.port);
      need(result.node);
    }
    while (!open.empty()) {
      const Node& node = *open.back();
      open.pop_back();
      GE_RETURN_IF_ERROR(VerifyNode(node));
      for (int32_t i = 0; i < node.input_count(); ++i) {
        if (node.IsConnected(i)) need(node.producer(i).node);
      }
    }
    return {};
  }

  Status VerifyNode(const Node& node) {
    GE_RETURN_IF_ERROR(VerifyPrototype(node));
    GE_RETURN_IF_ERROR(VerifyInputs(node));
    GE_RETURN_IF_ERROR(VerifyOutputs(node));
    return VerifySubgraphs(node);
  }

  Status VerifySubgraphs(const Node& node) {
    const std::vector<SubgraphSlot>& slots = node.subgraphs();
    const auto known = ops::FindSchema(node.type().text());  // prototypes in files say nothing of subgraphs
    if (known != nullptr && slots.size() < known->subgraphs.size())
      return Unsound(node, "it has ", slots.size(), " subgraphs, expected ", known->subgraphs.size());
    for (const SubgraphSlot& slot : slots) {
      const std::shared_ptr<Graph> body = root_.FindSubgraph(slot.instance);
      if (body == nullptr) {
        return Unsound(node, "its subgraph ", slot.slot, " names graph \"", slot.instance,
                       "\", which does not exist");
      }
      if (body->parent_node() != &node) {
        return Unsound(node, "its subgraph ", slot.slot, " is graph \"", slot.instance,
                       "\", which belongs to another node");
      }
      GE_RETURN_IF_ERROR(Verify(*body));
    }
    return {};
  }

  const Graph& root_;
  std::vector<const Graph*> within_;
};

}  // namespace

Status VerifyGraph(const ir::Graph& root) { return Verifier(root).Verify(root); }

}  // namespace ge::infer
