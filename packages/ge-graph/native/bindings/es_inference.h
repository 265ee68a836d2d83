#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "ops/shape_rule.h"
#include "ops/value.h"

namespace ge::bindings {

// Inference of a graph while it grows, each node once, in the order of slots: a node comes after what it
// reads. What is found is kept here: descriptors of the graph stay as they are. A node that does not fit its
// operator has a fault, and outputs of unknown rank; so have those of operators without a rule, unless they
// are described.
class GrowingInference {
 public:
  // What is known of an output that the node has. The reference is good until the next call.
  const ir::TensorDesc& Output(const ir::Graph& graph, ir::Endpoint output);
  // Of the node: E13014, or OK.
  base::Status FaultOf(const ir::Graph& graph, const ir::Node& node);
  // The first of the graph's nodes that has one.
  base::Status FirstFault(const ir::Graph& graph);

  // The node is described otherwise from now on: it and what comes after it will be inferred again.
  void Forget(uint32_t slot);
  // Whether nothing is known of the node's shape, whatever its descriptor says: inputs without a shape.
  void SetShapeless(uint32_t slot, bool shapeless);
  void StartOver() { *this = GrowingInference(); }

 private:
  static uint64_t Key(ir::Endpoint of) {
    return (static_cast<uint64_t>(of.node->slot()) << 32U) | static_cast<uint32_t>(of.port);
  }

  void InferUpTo(const ir::Graph& graph, uint32_t slot);
  void Infer(const ir::Node& node);
  void TakeInputs(const ir::Node& node);
  const ir::TensorDesc& Found(ir::Endpoint output) const;
  base::Status InferOutputs(const ir::Node& node);
  base::Status InferByRule(const ir::Node& node, const ops::ShapeRule& rule);
  bool CastOperands(const ir::Node& node);
  base::Status InferWithBodies(const ir::Node& node);
  void FindValues(const ir::Node& node);

  std::vector<size_t> first_ = {0};    // by slot: where its outputs begin in `found_`; one more than inferred
  std::vector<ir::TensorDesc> found_;  // with ranges in the shapes (ir/dim_range.h)
  std::unordered_map<uint64_t, ops::Value> values_;
  std::unordered_map<uint32_t, base::Status> faults_;  // by slot
  std::unordered_set<uint32_t> shapeless_;
  // The node at hand.
  std::vector<ops::RuleInput> inputs_;
  std::vector<ir::TensorDesc> cast_;
  std::vector<ir::TensorDesc> outputs_;
  std::vector<ops::Value> results_;
};

}  // namespace ge::bindings
