#include "python_objects.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

py::object ClassOf(const char* module, const char* name) { return py::module_::import(module).attr(name); }

// What a wrapper of ge.graph holds.
py::object HandleOf(py::handle wrapper, const char* what) {
  if (!py::hasattr(wrapper, "_handle")) {
    throw std::runtime_error(std::string(what) + " expected, got " +
                             py::str(py::type::handle_of(wrapper).attr("__name__")).cast<std::string>());
  }
  py::object handle = wrapper.attr("_handle");
  if (handle.is_none()) throw std::runtime_error(std::string(what) + " is empty: it was handed over");
  return handle;
}

}  // namespace

py::object PythonNode(const ir::Node& node) {
  return ClassOf("ge.graph.node", "Node").attr("_create_from")(bindings::NodeHandle(node));
}

py::object PythonGraphView(const std::shared_ptr<ir::Graph>& graph) {
  const py::object handle = py::cast(graph);
  return ClassOf("ge.graph", "Graph").attr("_create_from")(handle, false, handle);
}

py::object PythonNodeIo(const ir::Endpoint& tensor) {
  return ClassOf("ge.passes._node_io", "NodeIo")(PythonNode(*tensor.node), tensor.port);
}

bindings::HeldNode NodeFrom(py::handle node) {
  const py::object handle = HandleOf(node, "a ge.graph.Node");
  if (!py::isinstance<bindings::NodeHandle>(handle)) throw std::runtime_error("a ge.graph.Node expected");
  return handle.cast<const bindings::NodeHandle&>().Hold();
}

std::vector<ir::Node*> NodesFrom(py::handle nodes, const char* argument) {
  const py::object node_class = ClassOf("ge.graph.node", "Node");
  std::vector<ir::Node*> found;
  if (!py::isinstance<py::iterable>(nodes))
    throw py::type_error(std::string(argument) + " must be an iterable of Node");
  for (const py::handle node : nodes) {
    if (!py::isinstance(node, node_class)) {
      throw py::type_error(std::string(argument) + " must hold ge.graph.Node objects only, got " +
                           py::str(py::type::handle_of(node).attr("__name__")).cast<std::string>());
    }
    found.push_back(NodeFrom(node).node);
  }
  return found;
}

std::shared_ptr<ir::Graph> GraphFrom(py::handle graph) {
  const py::object handle = HandleOf(graph, "a ge.graph.Graph");
  if (!py::isinstance<ir::Graph>(handle)) throw std::runtime_error("a ge.graph.Graph expected");
  return handle.cast<std::shared_ptr<ir::Graph>>();
}

std::shared_ptr<ir::Graph> TakeGraph(py::handle graph) {
  std::shared_ptr<ir::Graph> taken = GraphFrom(graph);
  if (!graph.attr("_owns_handle").cast<bool>()) {
    throw std::runtime_error("graph \"" + taken->name() +
                             "\" is lent or part of another graph: it cannot be handed over");
  }
  graph.attr("_hand_over")();
  return taken;
}

}  // namespace ge::passes::python
