#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "infer/infer.h"
#include "ops/shape_rule.h"
#include "ops/value.h"

namespace ge::infer {

// An output of a graph, or an input of one: its descriptor and what is known of its elements.
struct Known {
  ir::TensorDesc desc;
  ops::Value value;  // empty: nothing, or no elements
  bool has_value = false;
};

// Inference of one graph. Bodies of control flow are graphs of their own, inferred by a child of this.
class GraphInference {
 public:
  GraphInference(ir::Graph& graph, bool ignore_errors, int depth = 0)
      : graph_(graph), ignore_errors_(ignore_errors), depth_(depth) {}

  // What a Data node gives, before Run: for bodies, from the node that holds them.
  void SetGiven(const ir::Node* node, int32_t output, Known known);
  // Elements that are known though no Const gives them, before Run.
  void SetValue(ir::Endpoint of, ops::Value value) { values_[Key(of)] = std::move(value); }

  base::Status Run();
  // What the graph gives back, after Run.
  std::vector<Known> Results() const;

 private:
  static uint64_t Key(ir::Endpoint of) {
    return (static_cast<uint64_t>(of.node->slot()) << 32U) | static_cast<uint32_t>(of.port);
  }

  base::Status Infer(ir::Node* node);
  base::Status InferByRule(ir::Node* node);
  void TakeInputs(ir::Node* node);
  void FindValues(const ir::Node* node);
  void StoreOutputs(ir::Node* node);
  void ForgetOutputs(ir::Node* node);
  Known KnownInput(const ir::Node* node, int32_t port) const;
  ops::RuleInput InputOf(const ir::Node* node, int32_t port) const;
  const ir::TensorDesc& OutputOf(ir::Endpoint from) const;

  // control flow (control_flow.cc)
  base::Status InferControlFlow(ir::Node* node, bool& done);
  base::Status InferCall(ir::Node* node);
  base::Status InferBranches(ir::Node* node);
  base::Status InferLoop(ir::Node* node);
  base::Status RunBody(ir::Node* node, const ir::SubgraphSlot& slot, const std::vector<Known>& inputs,
                       bool ignore_errors, std::vector<Known>& results) const;
  base::Status SetResults(ir::Node* node, const std::vector<Known>& results);

  ir::Graph& graph_;
  bool ignore_errors_;
  int depth_;
  std::unordered_map<uint64_t, ops::Value> values_;
  // Outputs of which a dimension has a range, with that in the shape (ir/dim_range.h).
  std::unordered_map<uint64_t, ir::TensorDesc> ranged_;
  std::unordered_map<const ir::Node*, Known> given_;
  // The node at hand.
  std::vector<ops::RuleInput> inputs_;
  std::vector<ir::TensorDesc> outputs_;
  std::vector<ops::Value> results_;
};

// Whether it says anything of any element.
inline bool KnowsSomething(const ops::Value& value) {
  return std::any_of(value.begin(), value.end(), [](const ops::Element& e) { return e.known || e.IsDim(); });
}

// The tensor of a Const node; null for any other.
GE_API const ir::Tensor* ConstantOf(const ir::Node* node);

// Nodes that stand for what comes from outside: their inputs are open.
bool IsGiven(const ir::Node* node);

}  // namespace ge::infer
