#pragma once

#include <vector>

#include "match/boundary.h"

namespace ge::rewrite {

// Where a replacement is connected: read before its `Data` and `NetOutput` nodes are taken away.
struct Sockets {
  struct Output {
    ir::Endpoint tensor;  // when it is made inside
    int32_t input = -1;   // or the input that is handed through
  };
  std::vector<std::vector<match::InputUse>> inputs;  // by position: who reads it inside
  std::vector<Output> outputs;                       // by position
};

// Fails (E19999) when the replacement does not have exactly one `Data` for each of 0..inputs-1 and `outputs`
// results, or has a cycle.
base::Result<Sockets> ReadSockets(const ir::Graph& replacement, size_t inputs, size_t outputs);

// Removes the nodes that stand for the graph's ends and returns the others in order.
std::vector<ir::Node*> TakeEndsAway(ir::Graph& replacement);

}  // namespace ge::rewrite
