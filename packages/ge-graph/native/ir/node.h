#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/attr.h"
#include "ir/link.h"
#include "ir/schema.h"
#include "ir/tensor_desc.h"

namespace ge::ir {

class Graph;

// An output of a node.
struct Endpoint {
  Node* node = nullptr;
  int32_t port = 0;

  friend bool operator==(const Endpoint& a, const Endpoint& b) {
    return a.node == b.node && a.port == b.port;
  }
  friend bool operator!=(const Endpoint& a, const Endpoint& b) { return !(a == b); }
};

struct InputPort {
  TensorDesc desc;
  Link producer;
};

struct OutputPort {
  TensorDesc desc;
  LinkList uses;
};

// The graph that fills one of a node's subgraph slots: the body is found by its name in the root graph.
struct SubgraphSlot {
  std::string slot;      // `then_branch`, or `branches0` for the first of a dynamic slot
  std::string instance;  // name of the graph; empty: not filled
};

// Neighbouring ports that one input or output of the prototype takes.
struct PortRange {
  int32_t first = 0;
  int32_t count = 0;
};

// How many ports a new node gets for each dynamic input and output of its prototype, in declaration order.
struct PortCounts {
  std::vector<int32_t> dynamic_inputs;
  std::vector<int32_t> dynamic_outputs;
};

// What files say of a node besides ports and attributes, kept for the next file; most nodes have none of it.
struct NodeDetails {
  bool has_out_attr = true;
  // Names that a file gives to ports, where they are not those of the prototype.
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;
  // Copies of the edges for readers of old, and workspaces: OpDef's fields of these names.
  std::vector<std::string> input_name;
  std::vector<std::string> src_name;
  std::vector<int64_t> src_index;
  std::vector<std::string> dst_name;
  std::vector<int64_t> dst_index;
  std::vector<int64_t> input_i;
  std::vector<int64_t> output_i;
  std::vector<int64_t> workspace;
  std::vector<int64_t> workspace_bytes;
  std::vector<bool> is_input_const;
  std::string attr_groups;  // an AttrGroups message as a file gave it
};

// What most nodes have none of.
struct NodeRarities {
  LinkList control_inputs;
  LinkList control_outputs;
  PortCounts counts;
  std::vector<SubgraphSlot> subgraphs;
  NodeDetails details;
};

// An operator in a graph. Made, connected and removed by its graph; edges are read here and changed in
// graph.h.
class GE_API Node {
 public:
  const std::string& name() const { return name_; }
  base::Name type() const { return schema_->type; }
  const OpSchema& schema() const { return *schema_; }
  const std::shared_ptr<const OpSchema>& shared_schema() const { return schema_; }
  Graph* graph() const { return graph_; }
  // Where the graph keeps the node; never used again for another one.
  uint32_t slot() const { return slot_; }

  int32_t input_count() const { return static_cast<int32_t>(inputs_.size()); }
  int32_t output_count() const { return static_cast<int32_t>(outputs_.size()); }
  bool HasInput(int64_t i) const { return i >= 0 && i < input_count(); }
  bool HasOutput(int64_t i) const { return i >= 0 && i < output_count(); }

  // Index must be in range.
  const TensorDesc& input_desc(int32_t i) const { return inputs_[i].desc; }
  TensorDesc& mutable_input_desc(int32_t i) { return inputs_[i].desc; }
  const TensorDesc& output_desc(int32_t i) const { return outputs_[i].desc; }
  TensorDesc& mutable_output_desc(int32_t i) { return outputs_[i].desc; }

  // The output that feeds input i; its node is null when nothing does.
  Endpoint producer(int32_t i) const { return {inputs_[i].producer.node, inputs_[i].producer.port}; }
  bool IsConnected(int32_t i) const { return inputs_[i].producer.node != nullptr; }
  // Number of inputs that something feeds.
  int32_t connected_count() const { return connected_count_; }
  // Inputs that read output i, in the order the edges were added: `link.node`, `link.port`.
  const LinkList& uses(int32_t i) const { return outputs_[i].uses; }
  // Whether an output is one of the graph's `outputs()`.
  bool is_result() const { return result_count_ != 0; }
  const LinkList& control_inputs() const { return rare().control_inputs; }
  const LinkList& control_outputs() const { return rare().control_outputs; }

  // Ports of the prototype's input or output number `index`, and the other way round.
  PortRange InputRange(size_t index) const;
  PortRange OutputRange(size_t index) const;
  // `x`, or `x0` for the first port of a dynamic input; `__input3` when the prototype does not know the port.
  std::string InputName(int32_t port) const;
  std::string OutputName(int32_t port) const;
  std::optional<int32_t> FindInput(std::string_view name) const;
  std::optional<int32_t> FindOutput(std::string_view name) const;
  const PortCounts& port_counts() const { return rare().counts; }

  const AttrMap& attrs() const { return attrs_; }
  AttrMap& mutable_attrs() { return attrs_; }
  // The attribute as set on the node, else the prototype's default; null when there is neither or the kind
  // differs.
  template <typename T>
  const T* Attr(base::Name name) const {
    const AttrValue* value = AttrOrDefault(name);
    return value == nullptr ? nullptr : std::get_if<T>(value);
  }
  const AttrValue* AttrOrDefault(base::Name name) const;

  const std::vector<SubgraphSlot>& subgraphs() const { return rare().subgraphs; }
  std::vector<SubgraphSlot>& mutable_subgraphs() { return mutable_rare().subgraphs; }

  const NodeDetails& details() const { return rare().details; }  // defaults when none were set
  NodeDetails& mutable_details() { return mutable_rare().details; }

  int64_t id = -1;        // OpDef.id
  int64_t stream_id = 0;  // OpDef.stream_id

 private:
  friend class Graph;
  Node() = default;

  const NodeRarities& rare() const { return rare_ == nullptr ? NoRarities() : *rare_; }
  static const NodeRarities& NoRarities();
  NodeRarities& mutable_rare();

  std::string name_;
  std::shared_ptr<const OpSchema> schema_;
  Graph* graph_ = nullptr;
  uint32_t slot_ = 0;
  int32_t connected_count_ = 0;
  uint32_t result_count_ = 0;  // entries of the graph's outputs that name this node
  std::vector<InputPort> inputs_;
  std::vector<OutputPort> outputs_;
  AttrMap attrs_;
  std::unique_ptr<NodeRarities> rare_;
};

}  // namespace ge::ir
