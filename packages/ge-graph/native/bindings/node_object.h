#pragma once

#include <pybind11/pybind11.h>

#include "bindings/node_handle.h"
#include "ir/graph.h"

namespace ge::bindings {

// A new `ge.graph.Node`. Its base, `NodeBase`, is a type of its own instead of a bound class, because whoever
// looks at a graph of 100,000 nodes makes several times as many.
pybind11::object NewNode(const ir::Node& node);

// The handle in a `ge.graph.Node`. Raises TypeError for anything else.
const NodeHandle& HandleOf(pybind11::handle node);

// A list of them.
template <typename Nodes>
pybind11::list NewNodes(const Nodes& nodes) {
  pybind11::list list;
  for (const ir::Node* node : nodes) list.append(NewNode(*node));
  return list;
}

}  // namespace ge::bindings
