#pragma once

#include <map>
#include <optional>
#include <vector>

#include "match/boundary.h"
#include "python_objects.h"

namespace ge::passes::python {

// A port or an output as Python holds it: by a handle, so that a node that goes is noticed.
struct Port {
  bindings::NodeHandle node;
  int32_t index;
};

struct SubgraphInput {
  std::vector<Port> ports;
};

struct SubgraphOutput {
  std::optional<Port> port;
};

// What goes in and comes out, by logical slots; positions are their ranks.
struct SubgraphBoundary {
  std::map<int64_t, SubgraphInput> inputs;
  std::map<int64_t, SubgraphOutput> outputs;

  // Raises when a node is gone.
  match::Boundary Resolve() const;
};

}  // namespace ge::passes::python
