#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <vector>

#include "bindings/node_handle.h"
#include "ir/graph.h"

// The classes of ge.graph and ge.passes that are written in Python, as seen from here.
namespace ge::passes::python {

// A new `ge.graph.Node`.
pybind11::object PythonNode(const ir::Node& node);
// A new `ge.graph.Graph` that is a view: what it holds keeps the graph alive.
pybind11::object PythonGraphView(const std::shared_ptr<ir::Graph>& graph);
// A new `ge.passes.NodeIo`.
pybind11::object PythonNodeIo(const ir::Endpoint& tensor);

// The node that a `ge.graph.Node` names. Raises RuntimeError for anything else and for a node that is gone.
bindings::HeldNode NodeFrom(pybind11::handle node);
// Of an iterable of nodes. Raises TypeError naming `argument` when it is none, or holds anything else.
std::vector<ir::Node*> NodesFrom(pybind11::handle nodes, const char* argument);

// The graph of a `ge.graph.Graph`. Raises RuntimeError for anything else, and when it was handed over.
std::shared_ptr<ir::Graph> GraphFrom(pybind11::handle graph);
// Also leaves the Python object empty: the graph is ours.
std::shared_ptr<ir::Graph> TakeGraph(pybind11::handle graph);

// Handles are numbers to Python: the address of a value of ours. Raises RuntimeError for 0.
template <typename T>
T* FromHandle(uintptr_t handle, const char* what) {
  if (handle == 0) throw std::runtime_error(std::string(what) + " handle is 0");
  return reinterpret_cast<T*>(handle);
}
template <typename T>
uintptr_t ToHandle(T value) {
  return reinterpret_cast<uintptr_t>(new T(std::move(value)));
}

}  // namespace ge::passes::python
