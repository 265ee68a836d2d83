#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"

namespace ge::match {

// A port that reads a tensor.
struct InputUse {
  ir::Node* node = nullptr;
  int32_t port = 0;

  friend bool operator==(const InputUse& a, const InputUse& b) {
    return a.node == b.node && a.port == b.port;
  }
};

// A part of a graph, described by what goes in and what comes out; which nodes are inside follows from that.
struct Boundary {
  std::vector<std::vector<InputUse>> inputs;  // by position: the ports inside that read it
  std::vector<ir::Endpoint> outputs;          // by position
};

// What feeds input `position`: the producer of its first port.
GE_API ir::Endpoint ProducerOf(const Boundary& boundary, size_t position);

// The nodes inside, backwards breadth first from the owner of output 0: everything that the outputs read, up
// to the owners of the inputs' producers. Fails (E19999) when the boundary is not valid: an input without a
// fed port, an output that does not exist, outputs of different graphs, an output's owner that feeds an
// input, or an inner tensor that somebody outside reads.
GE_API base::Result<std::vector<ir::Node*>> InnerNodes(const Boundary& boundary);

// A tensor inside of a boundary that somebody outside reads, though its owner owns no output of the boundary.
struct Leak {
  ir::Endpoint tensor;
  const ir::Node* reader = nullptr;  // null: the tensor is an output of the graph
};
// The first one; nothing when there is none, or the boundary has other faults.
std::optional<Leak> FindLeak(const Boundary& boundary);

// The boundary of one node: its connected inputs, merged by producer, and all its outputs.
GE_API Boundary BoundaryOf(ir::Node& node);

// Whether a node of this type stands for a graph's input: `Data`, `RefData`, `AippData`, `AnnData`.
GE_API bool IsDataType(base::Name type);

}  // namespace ge::match
