#include "bindings/arguments.h"
#include "bindings/node_object.h"
#include "bindings/python_types.h"
#include "bindings/register.h"

// How graphs are edited most.
namespace py = pybind11;

namespace ge::bindings {
namespace {

struct GraphObject {
  PyObject_HEAD PyObject* handle;  // the bound graph, or None or null: handed over
  ir::Graph* graph;                // in it, or null
};

GraphObject& AsGraph(PyObject* self) { return *reinterpret_cast<GraphObject*>(self); }

ir::Graph& GraphOf(PyObject* self) {
  if (AsGraph(self).graph == nullptr)
    throw std::runtime_error("This Graph was handed over and cannot be used any more");
  return *AsGraph(self).graph;
}

PyObject* Handle(PyObject* self, void*) {
  PyObject* handle = AsGraph(self).handle;
  if (handle == nullptr) handle = Py_None;
  Py_INCREF(handle);
  return handle;
}

PyObject* Hold(PyObject* self, PyObject* handle) {
  return CallFromPython([&]() -> PyObject* {
    ir::Graph* graph = handle == Py_None ? nullptr : py::cast<ir::Graph*>(py::handle(handle));
    Py_INCREF(handle);
    PyObject* before = std::exchange(AsGraph(self).handle, handle);
    AsGraph(self).graph = graph;
    Py_XDECREF(before);
    Py_RETURN_NONE;
  });
}

PyObject* NodeFrom(PyObject* value, const char* subject) {
  if (!IsNodeObject(value)) throw py::type_error(base::Text(subject, " must be a Node"));
  return value;
}

PyObject* RemoveNode(const Call& call) {
  const Arguments<1> given(call, "remove_node", {"node"});
  PyObject* node = NodeFrom(given[0], "node");
  ir::Graph& graph = GraphOf(call.self);
  const auto action = [&] {
    return base::Text("remove Node ", ShownName(node), " from Graph ", Readable(graph).name());
  };
  Trying(action, [&] {
    const ReachedNode reached(node);
    if (!reached) Raise(NodeHandle::Gone());
    RaiseIfError(Changeable(graph).RemoveNode(reached.get()));
  });
  Py_RETURN_NONE;
}

// The ends of a data edge as they are given; checked in the order of the arguments.
struct Edge {
  explicit Edge(const Call& call, const char* function)
      : given(call, function, {"src_node", "src_port_index", "dst_node", "dst_port_index"}),
        source(NodeFrom(given[0], "src_node")),
        output(PortFrom(given[1], "src_port_index")),
        target(NodeFrom(given[2], "dst_node")),
        input(PortFrom(given[3], "dst_port_index")) {
    GraphOf(call.self);
  }

  std::string Text() const {
    return base::Text("from Node ", ShownName(source), ", Port Index ", py::str(given[1]).cast<std::string>(),
                      " to Node ", ShownName(target), ", Port Index ", py::str(given[3]).cast<std::string>());
  }

  Arguments<4> given;
  PyObject* source;
  int64_t output;
  PyObject* target;
  int64_t input;
};

// Two nodes of one graph, which may be changed. An edge between graphs would dangle as soon as one goes.
struct Ends {
  Ends(PyObject* source_object, PyObject* target_object)
      : reached_source(source_object),
        reached_target(target_object),
        source(reached_source.ToChange()),
        target(reached_target.ToChange()) {
    if (source->graph() == target->graph()) return;
    Raise(base::InnerError(base::Text("node \"", source->name(), "\" is of graph \"", source->graph()->name(),
                                      "\", but node \"", target->name(), "\" is of graph \"",
                                      target->graph()->name(), "\": no edge can join them")));
  }
  ir::Graph& graph() const { return *source->graph(); }

  ReachedNode reached_source;
  ReachedNode reached_target;
  ir::Node* source;
  ir::Node* target;
};

PyObject* AddDataEdge(const Call& call) {
  const Edge edge(call, "add_data_edge");
  Trying([&] { return "add DataEdge " + edge.Text(); },
         [&] {
           const Ends ends(edge.source, edge.target);
           RaiseIfError(ends.graph().AddDataEdge(ends.source, edge.output, ends.target, edge.input));
         });
  Py_RETURN_NONE;
}

PyObject* AddControlEdge(const Call& call) {
  const Arguments<2> given(call, "add_control_edge", {"src_node", "dst_node"});
  PyObject* source = NodeFrom(given[0], "src_node");
  PyObject* target = NodeFrom(given[1], "dst_node");
  GraphOf(call.self);
  Trying(
      [&] { return base::Text("add Control from Node ", ShownName(source), " to Node ", ShownName(target)); },
      [&] {
        const Ends ends(source, target);
        RaiseIfError(ends.graph().AddControlEdge(ends.source, ends.target));
      });
  Py_RETURN_NONE;
}

PyObject* RemoveEdge(const Call& call) {
  const Edge edge(call, "remove_edge");
  Trying([&] { return "remove Edge " + edge.Text(); },
         [&] {
           const Ends ends(edge.source, edge.target);
           const bool control = edge.output == -1 && edge.input == -1;
           RaiseIfError(control
                            ? ends.graph().RemoveControlEdge(ends.source, ends.target)
                            : ends.graph().RemoveDataEdge(ends.source, edge.output, ends.target, edge.input));
         });
  Py_RETURN_NONE;
}

void Dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(AsGraph(self).handle);
  type->tp_free(self);
  Py_DECREF(type);
}

PyGetSetDef properties[] = {
    {"_handle", &Handle, nullptr, "The bound graph; None once it was handed over.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef methods[] = {
    {"_hold", &Hold, METH_O,
     "_hold($self, handle, /)\n--\n\nTakes the bound graph, or None: nothing any more."},
    Method<&RemoveNode>("remove_node", R"(remove_node($self, /, node)
--

Removes a node of this graph with its edges and subgraphs; its neighbours are not joined.

Raises:
    RuntimeError: It is no direct node of this graph.)"),
    Method<&AddDataEdge>("add_data_edge",
                         R"(add_data_edge($self, /, src_node, src_port_index, dst_node, dst_port_index)
--

Lets an input read an output.

Raises:
    RuntimeError: A port does not exist, the input is fed already, or the nodes are of different graphs.)"),
    Method<&AddControlEdge>("add_control_edge", R"(add_control_edge($self, /, src_node, dst_node)
--

Lets `dst_node` run after `src_node`. A second edge between the two is another edge.

Raises:
    RuntimeError: A node is gone, or the nodes are of different graphs.)"),
    Method<&RemoveEdge>("remove_edge",
                        R"(remove_edge($self, /, src_node, src_port_index, dst_node, dst_port_index)
--

Removes a data edge, or, with -1 for both ports, one control edge.

Raises:
    RuntimeError: There is no such edge.)"),
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(&Dealloc)},
    {Py_tp_getset, properties},
    {Py_tp_methods, methods},
    {0, nullptr},
};
PyType_Spec spec = {"ge.graph._native.GraphBase", sizeof(GraphObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

void RegisterGraphObject(py::module_& module) {
  static PyObject* const type = PyType_FromSpec(&spec);
  module.attr("GraphBase") = py::reinterpret_borrow<py::object>(type);
}

}  // namespace ge::bindings
