#include "plan/build_program.h"

#include <algorithm>
#include <unordered_map>

#include "ir/order.h"
#include "plan/node_kinds.h"

namespace ge::cpu::plan {
namespace {

int64_t IndexOf(const ir::Node& node) {
  const auto* index = node.Attr<int64_t>("index");
  return index == nullptr ? 0 : *index;
}

// Data nodes by their `index`; holes stay null. A subgraph may leave out what it does not read.
std::vector<const ir::Node*> BodyInputs(const ir::Graph& graph) {
  std::vector<const ir::Node*> inputs;
  for (const ir::Node* node : graph.nodes()) {
    if (!IsGraphInput(node->type())) continue;
    const auto index = static_cast<size_t>(std::max<int64_t>(IndexOf(*node), 0));
    if (index >= inputs.size()) inputs.resize(index + 1);
    inputs[index] = node;
  }
  return inputs;
}

class Builder {
 public:
  explicit Builder(const std::shared_ptr<const ir::Graph>& graph) : program_(std::make_unique<Program>()) {
    program_->graph = graph;
  }

  base::Result<std::unique_ptr<Program>> Build() {
    const ir::Graph& graph = *program_->graph;
    GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> order, ir::TopologicalOrder(graph));
    const std::vector<ir::Endpoint> results = graph.Results();
    MarkNeeded(order, results);
    AddInputs();
    for (const ir::Node* node : order) {
      if (needed_[node->slot()]) GE_RETURN_IF_ERROR(Add(*node));
    }
    for (const ir::Endpoint& result : results) {
      GE_ASSIGN_OR_RETURN(const ValueId id, ValueOf(result, "the graph's results"));
      program_->results.push_back(id);
    }
    return std::move(program_);
  }

 private:
  void MarkNeeded(const std::vector<ir::Node*>& order, const std::vector<ir::Endpoint>& results) {
    uint32_t slots = 0;
    for (const ir::Node* node : order) slots = std::max(slots, node->slot() + 1);
    needed_.assign(slots, false);
    for (const ir::Endpoint& result : results) {
      if (result.node != nullptr) needed_[result.node->slot()] = true;
    }
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      if (!needed_[(*node)->slot()] || IsGraphInput((*node)->type())) continue;
      for (int32_t i = 0; i < (*node)->input_count(); ++i) {
        if ((*node)->IsConnected(i)) needed_[(*node)->producer(i).node->slot()] = true;
      }
    }
  }

  void AddInputs() {
    const bool is_body = program_->graph->parent_node() != nullptr;
    program_->input_nodes = is_body ? BodyInputs(*program_->graph) : InputNodes(*program_->graph);
    for (const ir::Node* node : program_->input_nodes) {
      const bool read = node != nullptr && needed_[node->slot()];
      program_->inputs.push_back(read ? Define(*node, 0) : kNoValue);
    }
  }

  base::Status Add(const ir::Node& node) {
    if (IsGraphInput(node.type())) return {};
    if (IsConstant(node.type())) return AddConstant(node);
    if (node.type() == "Identity") return AddIdentity(node);
    return AddStep(node);
  }

  base::Status AddConstant(const ir::Node& node) {
    const auto* value = node.Attr<ir::Box<ir::Tensor>>("value");
    if (value == nullptr) return {"E13025", Describe(node) + " has no tensor in its attribute \"value\""};
    const base::Status complete = (*value)->Check();
    if (!complete.ok()) return complete.In("in " + Describe(node));
    program_->values[Define(node, 0)].constant = &**value;
    return {};
  }

  // Nothing to run: whoever reads it reads what it reads.
  base::Status AddIdentity(const ir::Node& node) {
    GE_ASSIGN_OR_RETURN(const ValueId id, ValueOf(node.producer(0), Describe(node)));
    ids_[{&node, 0}] = id;
    return {};
  }

  base::Status AddStep(const ir::Node& node) {
    Step step;
    step.node = &node;
    if (IsControlFlow(node.type())) {
      GE_RETURN_IF_ERROR(AddBodies(node, step));
    } else {
      step.info = kernels::FindKernel(node.type());
      if (step.info == nullptr) {
        return {"E10501", base::Text("the CPU engine has no kernel for ", Describe(node))};
      }
    }
    for (int32_t i = 0; i < node.input_count(); ++i) {
      step.inputs.push_back(kNoValue);
      if (!node.IsConnected(i)) continue;
      GE_ASSIGN_OR_RETURN(step.inputs.back(), ValueOf(node.producer(i), Describe(node)));
    }
    for (int32_t i = 0; i < node.output_count(); ++i) step.outputs.push_back(Define(node, i));
    program_->steps.push_back(std::move(step));
    return {};
  }

  base::Status AddBodies(const ir::Node& node, Step& step) {
    for (const ir::SubgraphSlot& slot : node.subgraphs()) {
      const std::shared_ptr<ir::Graph> body = program_->graph->Root()->FindSubgraph(slot.instance);
      if (body == nullptr) {
        return base::InnerError(base::Text(Describe(node), ": its subgraph ", slot.slot, " names graph \"",
                                           slot.instance, "\", which does not exist"));
      }
      base::Result<std::unique_ptr<Program>> built = BuildProgram(body);
      if (!built.ok()) return built.status().In(base::Text("in subgraph \"", slot.instance, "\""));
      step.bodies.push_back(built->get());
      program_->bodies.push_back(std::move(built).value());
    }
    if (step.bodies.empty()) return {"E10041", Describe(node) + " has no subgraph"};
    return {};
  }

  ValueId Define(const ir::Node& node, int32_t port) {
    const ValueId id = program_->AddValue(&node, port);
    ids_[{&node, port}] = id;
    return id;
  }

  base::Result<ValueId> ValueOf(const ir::Endpoint& from, const std::string& reader) const {
    const auto found = ids_.find({from.node, from.port});
    if (found != ids_.end()) return found->second;
    return base::InnerError(base::Text(reader, ": an input that must be connected is not"));
  }

  struct EndpointHash {
    size_t operator()(const std::pair<const ir::Node*, int32_t>& key) const {
      return std::hash<const void*>()(key.first) * 31 + static_cast<size_t>(key.second);
    }
  };

  std::unique_ptr<Program> program_;
  std::vector<bool> needed_;  // by slot
  std::unordered_map<std::pair<const ir::Node*, int32_t>, ValueId, EndpointHash> ids_;
};

}  // namespace

std::vector<const ir::Node*> InputNodes(const ir::Graph& graph) {
  std::vector<const ir::Node*> in_order;
  for (const ir::Node* node : graph.nodes()) {
    if (IsGraphInput(node->type())) in_order.push_back(node);
  }
  std::vector<const ir::Node*> by_index(in_order.size());
  for (const ir::Node* node : in_order) {
    const int64_t index = IndexOf(*node);
    if (index < 0 || index >= static_cast<int64_t>(by_index.size()) || by_index[index] != nullptr)
      return in_order;
    by_index[index] = node;
  }
  return by_index;
}

base::Result<std::unique_ptr<Program>> BuildProgram(const std::shared_ptr<const ir::Graph>& graph) {
  return Builder(graph).Build();
}

}  // namespace ge::cpu::plan
