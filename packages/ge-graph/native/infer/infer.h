#pragma once

#include <utility>
#include <vector>

#include "base/api.h"
#include "base/status.h"
#include "ir/graph.h"

namespace ge::infer {

struct InferOptions {
  // Elements that are known though no Const gives them; small ones count.
  std::vector<std::pair<ir::Endpoint, ir::Tensor>> values;
  // A node that cannot be inferred gets outputs of unknown rank, and inference goes on.
  bool ignore_errors = false;
};

// Sets shape, data type and format of every input and output in the graph and the graphs below it, from what
// Data and Const nodes say of themselves. What is not known stays open: dimensions -1, ranks [-2]. Elements
// of small tensors are followed, so that a shape computed from shapes is known. Takes time and memory in
// proportion to the graph. Errors: E13014, a node's inputs or attributes do not fit its operator; E10501, its
// type has no shape rule; both name node and type. Then what stands in front of the node is inferred.
GE_API base::Status InferGraph(ir::Graph& graph, const InferOptions& options = {});

// What the node gives for inputs with these descriptors: shape, data type and format of each output. By input
// port; null where nothing is connected. `values` has the inputs' elements as far as they are known, else
// null; missing entries count as null. Does not look at the graph, nor at the node's own descriptors. Not for
// nodes with subgraphs.
GE_API base::Result<std::vector<ir::TensorDesc>> InferNode(const ir::Node& node,
                                                           const std::vector<const ir::TensorDesc*>& inputs,
                                                           const std::vector<const ir::Tensor*>& values);
// The same into `outputs`, whose memory is used again: for the executor, run after run.
GE_API base::Status InferNode(const ir::Node& node, const std::vector<const ir::TensorDesc*>& inputs,
                              const std::vector<const ir::Tensor*>& values,
                              std::vector<ir::TensorDesc>& outputs);

}  // namespace ge::infer
