#include "ir/graph.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace ge::ir {
namespace {

int32_t CountAt(const std::vector<int32_t>& counts, size_t index) {
  return index < counts.size() ? counts[index] : 0;
}

std::atomic<void (*)(Graph*)> destroyer{+[](Graph* graph) { delete graph; }};

// At least as many as the ports: one for each that is not dynamic, and all that the counts name.
size_t MostPorts(size_t declared, const std::vector<int32_t>& counts) {
  return declared + static_cast<size_t>(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
}

}  // namespace

std::shared_ptr<Graph> Graph::Create(std::string name) {
  return std::shared_ptr<Graph>(new Graph(std::move(name)), [](Graph* graph) { destroyer.load()(graph); });
}

void Graph::DestroyWith(void (*destroy)(Graph*)) { destroyer = destroy; }

Node* Graph::AddNode(std::string name, std::shared_ptr<const OpSchema> schema, const PortCounts& counts) {
  auto node = std::unique_ptr<Node>(new Node);
  node->name_ = std::move(name);
  node->graph_ = this;
  node->slot_ = slot_end();
  node->id = node->slot_;
  if (!counts.dynamic_inputs.empty() || !counts.dynamic_outputs.empty()) node->mutable_rare().counts = counts;
  size_t dynamic = 0;
  node->inputs_.reserve(MostPorts(schema->inputs.size(), counts.dynamic_inputs));
  for (const InputSpec& spec : schema->inputs) {
    const int32_t count = spec.kind == InputKind::kDynamic ? CountAt(counts.dynamic_inputs, dynamic++) : 1;
    for (int32_t i = 0; i < count; ++i) {
      InputPort& port = node->inputs_.emplace_back();
      if (spec.kind == InputKind::kOptional) port.desc = TensorDesc::Unconnected();
    }
  }
  dynamic = 0;
  node->outputs_.reserve(MostPorts(schema->outputs.size(), counts.dynamic_outputs));
  for (const OutputSpec& spec : schema->outputs) {
    const int32_t count = spec.kind == OutputKind::kDynamic ? CountAt(counts.dynamic_outputs, dynamic++) : 1;
    node->outputs_.resize(node->outputs_.size() + static_cast<size_t>(count));
  }
  for (const SubgraphSpec& spec : schema->subgraphs) {
    if (spec.kind == SubgraphKind::kStatic) node->mutable_subgraphs().push_back({spec.name.text(), ""});
  }
  node->schema_ = std::move(schema);
  ++node_count_;
  Node* added = nodes_.emplace_back(std::move(node)).get();
  if (indexed_) Index(added);
  return added;
}

void Graph::AppendInput(Node* node, TensorDesc desc) {
  node->inputs_.emplace_back().desc = std::move(desc);
  if (!node->port_counts().dynamic_inputs.empty()) ++node->mutable_rare().counts.dynamic_inputs.back();
}

void Graph::AppendOutput(Node* node, TensorDesc desc) {
  node->outputs_.emplace_back().desc = std::move(desc);
  if (!node->port_counts().dynamic_outputs.empty()) ++node->mutable_rare().counts.dynamic_outputs.back();
}

base::Status Graph::RemoveNode(Node* node) {
  if (node == nullptr || node->graph_ != this) {
    return base::InnerError(base::Text("cannot remove a node that is not of graph \"", name_, "\""));
  }
  CutEdges(node);
  if (node->is_result()) {
    const auto names_node = [node](const Endpoint& output) { return output.node == node; };
    outputs_.erase(std::remove_if(outputs_.begin(), outputs_.end(), names_node), outputs_.end());
  }
  for (const SubgraphSlot& slot : node->subgraphs()) RemoveSubgraph(slot.instance);
  if (indexed_) Unindex(node);
  --node_count_;
  nodes_[node->slot_ - first_slot_].reset();
  return {};
}

Node* Graph::FindNode(std::string_view name) const {
  if (!indexed_) {
    by_name_.reserve(node_count_);
    indexed_ = true;
    for (Node* node : nodes()) Index(node);
  }
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

void Graph::Index(Node* node) const { unique_names_ &= by_name_.emplace(node->name_, node).second; }

void Graph::Unindex(Node* node) {
  const auto found = by_name_.find(node->name_);
  if (found == by_name_.end() || found->second != node) return;
  by_name_.erase(found);
  if (unique_names_) return;
  // Another node of this name may follow, which only a new index finds.
  by_name_.clear();
  indexed_ = false;
  unique_names_ = true;
}

void Graph::Rename(Node* node, std::string name) {
  if (indexed_) Unindex(node);
  node->name_ = std::move(name);
  if (indexed_) Index(node);
}

void Graph::TakeNodes(Graph& other) {
  std::vector<uint32_t> slots(other.nodes_.size());
  other.SetOutputs({});
  for (std::unique_ptr<Node>& node : other.nodes_) {
    if (node == nullptr) continue;
    slots[node->slot_ - other.first_slot_] = slot_end();
    node->graph_ = this;
    node->slot_ = slot_end();
    node->id = node->slot_;
    Node* added = nodes_.emplace_back(std::move(node)).get();
    ++node_count_;
    if (indexed_) Index(added);
  }
  other.node_count_ = 0;
  other.by_name_.clear();
  other.indexed_ = false;
  other.unique_names_ = true;
  Graph* root = Root();
  for (std::shared_ptr<Graph>& subgraph : other.subgraphs_) {
    if (subgraph->parent_graph_.lock().get() == &other) {
      subgraph->parent_graph_ = weak_from_this();
      subgraph->parent_slot_ = slots[subgraph->parent_slot_ - other.first_slot_];
    }
    root->subgraph_by_name_.emplace(subgraph->name_, subgraph);
    root->subgraphs_.push_back(std::move(subgraph));
  }
  other.subgraphs_.clear();
  other.subgraph_by_name_.clear();
}

Node* Graph::net_output() const {
  static const base::Name net_output("NetOutput");
  // By convention the last node; a graph built in another order is searched.
  for (auto at = nodes_.rbegin(); at != nodes_.rend(); ++at) {
    if (*at != nullptr && (*at)->type() == net_output) return at->get();
  }
  return nullptr;
}

void Graph::SetOutputs(std::vector<Endpoint> outputs) {
  for (const Endpoint& output : outputs_) --output.node->result_count_;
  outputs_ = std::move(outputs);
  for (const Endpoint& output : outputs_) ++output.node->result_count_;
}

std::vector<Endpoint> Graph::Results() const {
  const Node* last = net_output();
  if (last == nullptr) return outputs_;
  std::vector<Endpoint> results;
  for (int32_t i = 0; i < last->input_count(); ++i) {
    if (last->IsConnected(i)) results.push_back(last->producer(i));
  }
  return results;
}

}  // namespace ge::ir
