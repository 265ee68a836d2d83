#include "bindings/node_object.h"

#include <new>
#include <unordered_map>
#include <vector>

#include "base/last_error.h"
#include "bindings/attr_values.h"
#include "bindings/node_handle.h"
#include "bindings/python_call.h"
#include "bindings/python_types.h"
#include "bindings/register.h"

// What is asked of nodes most. Each answers the plain case; whatever else is given, keywords or values that
// are no good, goes to the Python class, whose method of the same name behind `_checked_` says what is wrong.
namespace py = pybind11;

namespace ge::bindings {
namespace {

struct NodeObject {
  PyObject_HEAD NodeHandle handle;
};

NodeHandle& SelfHandle(PyObject* self) { return reinterpret_cast<NodeObject*>(self)->handle; }

PyTypeObject*& NodeClass() {
  static PyTypeObject* node_class = nullptr;
  return node_class;
}

struct Call {
  PyObject* self;
  PyObject* const* args;
  Py_ssize_t count;
  PyObject* names;
};

PyObject* Checked(const Call& call, const char* method) {
  const py::str name(std::string("_checked_") + method);
  std::vector<PyObject*> arguments = {call.self};
  const Py_ssize_t all = call.count + (call.names == nullptr ? 0 : PyTuple_GET_SIZE(call.names));
  arguments.insert(arguments.end(), call.args, call.args + all);
  return PyObject_VectorcallMethod(name.ptr(), arguments.data(), static_cast<size_t>(call.count) + 1,
                                   call.names);
}

HeldNode HoldFor(PyObject* self, const char* action) {
  HeldNode held = SelfHandle(self).TryHold();
  if (held) return held;
  const base::Status gone = NodeHandle::Gone();
  base::SetLastError(gone);
  throw std::runtime_error(base::Text("Failed to ", action, ": ", gone.ToString()));
}

// The only argument when it is a plain number of 32 bits from 0 on, else -1.
int32_t PortArgument(const Call& call) {
  if (call.count != 1 || call.names != nullptr || PyLong_CheckExact(call.args[0]) == 0) return -1;
  int overflow = 0;
  const long port = PyLong_AsLongAndOverflow(call.args[0], &overflow);
  return overflow != 0 || port < 0 || port > INT32_MAX ? -1 : static_cast<int32_t>(port);
}

py::tuple Neighbour(const ir::Node& node, int32_t port) {
  py::tuple pair(2);
  PyTuple_SET_ITEM(pair.ptr(), 0, NewNode(node).release().ptr());
  PyTuple_SET_ITEM(pair.ptr(), 1, PyLong_FromLong(port));
  return pair;
}

// Types repeat: one text for each is kept.
PyObject* TypeText(base::Name type) {
  static auto* const texts = new std::unordered_map<base::Name, PyObject*>;
  PyObject*& text = (*texts)[type];
  if (text == nullptr) text = PythonText(type.text()).release().ptr();
  Py_INCREF(text);
  return text;
}

PyObject* Name(PyObject* self, void*) {
  return CallFromPython([&] { return PythonText(HoldFor(self, "get Node name")->name()).release().ptr(); });
}

PyObject* Type(PyObject* self, void*) {
  return CallFromPython([&] { return TypeText(HoldFor(self, "get Node type")->type()); });
}

PyObject* Handle(PyObject* self, void*) {
  return CallFromPython([&] { return py::cast(SelfHandle(self)).release().ptr(); });
}

int SetHandle(PyObject* self, PyObject* value, void*) {
  PyObject* done = CallFromPython([&] {
    SelfHandle(self) = py::handle(value).cast<const NodeHandle&>();
    return self;
  });
  return done == nullptr ? -1 : 0;
}

PyObject* InData(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return CallFromPython([&] {
    const Call call{self, args, count, names};
    const int32_t port = PortArgument(call);
    const HeldNode node = SelfHandle(self).TryHold();
    if (!node || !node->HasInput(port) || !node->IsConnected(port))
      return Checked(call, "get_in_data_nodes_and_port_indexes");
    const ir::Endpoint producer = node->producer(port);
    return Neighbour(*producer.node, producer.port).release().ptr();
  });
}

PyObject* OutData(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return CallFromPython([&] {
    const Call call{self, args, count, names};
    const int32_t port = PortArgument(call);
    const HeldNode node = SelfHandle(self).TryHold();
    if (!node || !node->HasOutput(port)) return Checked(call, "get_out_data_nodes_and_port_indexes");
    py::list readers;
    for (const ir::Link& use : node->uses(port)) readers.append(Neighbour(*use.node, use.port));
    return readers.release().ptr();
  });
}

PyObject* GetAttr(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return CallFromPython([&] {
    const Call call{self, args, count, names};
    const HeldNode node = SelfHandle(self).TryHold();
    Py_ssize_t size = 0;
    const char* key = nullptr;
    if (node && count == 1 && names == nullptr && PyUnicode_CheckExact(args[0]) != 0) {
      key = PyUnicode_AsUTF8AndSize(args[0], &size);
      if (key == nullptr) PyErr_Clear();
    }
    const ir::AttrValue* value =
        key == nullptr ? nullptr : node->attrs().Find(std::string_view(key, static_cast<size_t>(size)));
    return value == nullptr ? Checked(call, "get_attr") : AttrToPython(*value).release().ptr();
  });
}

PyObject* InputsSize(PyObject* self, PyObject*) {
  return CallFromPython([&] {
    const HeldNode node = HoldFor(self, "get Node inputs size");
    long valid = 0;
    for (int32_t i = 0; i < node->input_count(); ++i) valid += node->input_desc(i).IsUnconnected() ? 0 : 1;
    return PyLong_FromLong(valid);
  });
}

PyObject* OutputsSize(PyObject* self, PyObject*) {
  return CallFromPython(
      [&] { return PyLong_FromLong(HoldFor(self, "get Node outputs size")->output_count()); });
}

PyObject* New(PyTypeObject* type, PyObject*, PyObject*) {
  auto* self = reinterpret_cast<NodeObject*>(type->tp_alloc(type, 0));
  if (self != nullptr) new (&self->handle) NodeHandle();
  return reinterpret_cast<PyObject*>(self);
}

void Dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  SelfHandle(self).~NodeHandle();
  type->tp_free(self);
  Py_DECREF(type);
}

PyGetSetDef properties[] = {
    {"name", &Name, nullptr, "The name, unique in the graph by convention.", nullptr},
    {"type", &Type, nullptr, "The operator's type.", nullptr},
    {"_handle", &Handle, &SetHandle, "The bound handle.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

template <PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*)>
constexpr PyMethodDef Method(const char* name, const char* text) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
          METH_FASTCALL | METH_KEYWORDS, text};
}

PyMethodDef methods[] = {
    Method<&InData>("get_in_data_nodes_and_port_indexes",
                    R"(get_in_data_nodes_and_port_indexes($self, /, in_index)
--

What feeds an input: the node and the number of its output.

Raises:
    RuntimeError: There is no such input, or nothing is connected to it.)"),
    Method<&OutData>("get_out_data_nodes_and_port_indexes",
                     R"(get_out_data_nodes_and_port_indexes($self, /, out_index)
--

What reads an output: nodes and the numbers of their inputs, in the order the edges were added.)"),
    Method<&GetAttr>("get_attr", R"(get_attr($self, /, key)
--

The value of an attribute that the node carries; an attribute left at its default is not carried.

Raises:
    RuntimeError: There is none, or Python has no value for its kind.)"),
    {"get_inputs_size", &InputsSize, METH_NOARGS,
     "get_inputs_size($self, /)\n--\n\nNumber of inputs, without optional ones that are not connected."},
    {"get_outputs_size", &OutputsSize, METH_NOARGS, "get_outputs_size($self, /)\n--\n\nNumber of outputs."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(&New)},
    {Py_tp_dealloc, reinterpret_cast<void*>(&Dealloc)},
    {Py_tp_getset, properties},
    {Py_tp_methods, methods},
    {0, nullptr},
};
PyType_Spec spec = {"ge.graph._native.NodeBase", sizeof(NodeObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

PyTypeObject* BaseType() {
  static auto* const type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return type;
}

}  // namespace

const NodeHandle& HandleOf(py::handle node) {
  if (PyObject_TypeCheck(node.ptr(), BaseType()) == 0) throw py::type_error("a ge.graph.Node expected");
  return SelfHandle(node.ptr());
}

py::object NewNode(const ir::Node& node) {
  PyTypeObject* type = NodeClass();
  if (type == nullptr) throw std::runtime_error("ge.graph.node is not imported");
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) throw py::error_already_set();
  new (&SelfHandle(made)) NodeHandle(node);
  return py::reinterpret_steal<py::object>(made);
}

void RegisterNodeObject(py::module_& module) {
  module.attr("NodeBase") = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(BaseType()));
  module.def("set_node_class", [](const py::type& node_class) {
    NodeClass() = reinterpret_cast<PyTypeObject*>(py::object(node_class).release().ptr());
  });
}

}  // namespace ge::bindings
