#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "ir/tensor.h"
#include "kernels/elementwise.h"
#include "kernels/kernel.h"

namespace ge::cpu::plan {

struct Program;

// Tensors of a program have numbers: its inputs, its constants, and what its steps compute.
using ValueId = int32_t;
inline constexpr ValueId kNoValue = -1;

struct Value {
  const ir::Node* node = nullptr;  // what makes it, for messages
  int32_t port = 0;
  const ir::Tensor* constant = nullptr;  // null: differs from run to run
};

// One kernel call, or the choice of a subgraph.
struct Step {
  const ir::Node* node = nullptr;
  const kernels::KernelInfo* info = nullptr;  // null for a step with bodies
  std::unique_ptr<kernels::Kernel> kernel;    // when `info` makes one
  std::vector<ValueId> inputs;  // by the node's ports, then those of `epilogue`; kNoValue: not connected
  std::vector<ValueId> outputs;
  std::vector<kernels::ElementNode> group;  // of a fused loop: its nodes, of which `node` is the last
  std::vector<kernels::ElementNode>
      epilogue;                        // what the kernel does to its result, in place of steps behind it
  std::vector<const Program*> bodies;  // by the node's subgraph slots
  std::optional<base::Format> format;  // of output 0, where the plan knows better than the shape rule
  std::vector<ValueId> last_reads;     // values that no later step reads and that are no result

  kernels::PrepareContext Prepare(const Program& program) const;
};

// A graph as a list of steps, each after what it reads. Only what the results need is in it. Made once, then
// only read: kernels guard what they keep.
struct Program {
  std::shared_ptr<const ir::Graph> graph;  // its nodes and constants are used in place
  std::vector<const ir::Node*> input_nodes;
  std::vector<Value> values;
  std::vector<ValueId> inputs;  // kNoValue: nothing reads it
  std::vector<ValueId> results;
  std::vector<Step> steps;
  std::deque<ir::Tensor> folded;                 // constants that were computed; addresses stay
  std::shared_ptr<ir::Graph> made;               // owns the nodes that no graph has, null: none
  std::vector<std::unique_ptr<Program>> bodies;  // of all steps

  ValueId AddValue(const ir::Node* node, int32_t port);
  ValueId AddConstant(ir::Tensor tensor, const ir::Node* node);
  // A node that the graph does not have; its operator must be known.
  ir::Node* AddNode(const std::string& name, const std::string& type, const ir::PortCounts& counts = {});
  const ir::Tensor* ConstantOf(ValueId id) const { return id == kNoValue ? nullptr : values[id].constant; }
};

// `node "conv1" (Conv2D)`, for messages.
std::string Describe(const ir::Node& node);

}  // namespace ge::cpu::plan
