#include "bindings/node_object.h"

#include <algorithm>

#include "base/last_error.h"
#include "bindings/arguments.h"
#include "bindings/attr_values.h"
#include "bindings/node_table.h"
#include "bindings/python_types.h"
#include "bindings/register.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

struct NodeObject {
  PyObject_HEAD NodeTable* table;  // null: of a node that was gone when this was made
  PyObject* weak_references;
  uint32_t slot;
};

NodeObject& AsNode(PyObject* self) { return *reinterpret_cast<NodeObject*>(self); }

PyTypeObject* NodeType();

py::object NewObject() {
  PyObject* made = PyType_GenericAlloc(NodeType(), 0);
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

py::object ObjectIn(NodeTable& table, uint32_t slot) {
  if (PyObject* there = table.Find(slot)) return py::reinterpret_borrow<py::object>(there);
  py::object made = NewObject();
  table.Store(slot, made.ptr());
  AsNode(made.ptr()).table = &table;
  AsNode(made.ptr()).slot = slot;
  return made;
}

// `object` is made before the pair: making a tuple may run Python code.
PyObject* PairOf(py::object object, int32_t port) {
  PyObject* pair = PyTuple_New(2);
  if (pair == nullptr) throw py::error_already_set();
  PyTuple_SET_ITEM(pair, 0, object.release().ptr());
  PyTuple_SET_ITEM(pair, 1, PyLong_FromLong(port));
  return pair;
}

PyObject* Name(PyObject* self, void*) {
  return CallFromPython(
      [&] { return PythonText(ReachedNode(self, "get Node name")->name()).release().ptr(); });
}

int SetName(PyObject* self, PyObject* value, void*) {
  const PyObject* done = CallFromPython([&] {
    if (value == nullptr || PyUnicode_Check(value) == 0) throw py::type_error("Node name must be a string");
    std::string name = StringFrom(value);
    if (name.empty()) throw py::value_error("Node name must not be empty");
    const ReachedNode reached(self, "set Node name");
    ir::Node* node = reached.ToChange();
    if (node->name() == name) return self;
    if (node->graph()->FindNode(name) != nullptr) {
      throw py::value_error(
          base::Text("graph \"", node->graph()->name(), "\" has a node \"", name, "\" already"));
    }
    node->graph()->Rename(node, std::move(name));
    return self;
  });
  return done == nullptr ? -1 : 0;
}

// Who goes through a graph waits for memory most: what comes next is fetched while a node is looked at.
// Of a node: its middle, where type, ports and attributes are; of ports: the producers of the first inputs.
void FetchNode(const ir::Node* node) {
  const auto* bytes = reinterpret_cast<const char*>(node);
  for (size_t seventh = 2; seventh < 7; seventh += 2)
    __builtin_prefetch(bytes + sizeof(ir::Node) * seventh / 7);
}
void FetchPorts(const ir::Node& node) {
  for (int32_t i = 0; i < std::min(node.input_count(), 2); ++i) __builtin_prefetch(&node.input_desc(i) + 1);
  if (!node.attrs().empty()) __builtin_prefetch(&*node.attrs().begin());
}
constexpr uint32_t kPortsAhead = 8;
constexpr uint32_t kNodesAhead = 2 * kPortsAhead;

void FetchBehind(const ir::Node& node) {
  const ir::Graph& graph = *node.graph();
  if (const ir::Node* later = graph.NodeAt(node.slot() + kNodesAhead)) FetchNode(later);
  if (const ir::Node* next = graph.NodeAt(node.slot() + kPortsAhead)) FetchPorts(*next);
}

PyObject* Type(PyObject* self, void*) {
  return CallFromPython([&] {
    const ReachedNode node(self, "get Node type");
    FetchBehind(*node);
    return RepeatedText(node->type());
  });
}

PyObject* Handle(PyObject* self, void*) {
  return CallFromPython([&] { return py::cast(HandleOf(self)).release().ptr(); });
}

// For errors: which node it is.
std::string OfNode(PyObject* self) {
  const ReachedNode node(self);
  return node ? base::Text(" of Node '", node->name(), "' (", node->type(), ")") : "";
}

PyObject* InData(const Call& call) {
  const Arguments<1> given(call, "get_in_data_nodes_and_port_indexes", {"in_index"});
  const int64_t port = PortFrom(given[0], "Input index");
  const auto action = [&] {
    return base::Text("get input data node for index ", py::str(given[0]).cast<std::string>());
  };
  PyObject* producer = Trying(action, [&]() -> PyObject* {
    const ReachedNode node(call.self);
    if (!node) Raise(NodeHandle::Gone());
    if (!node->HasInput(port) || !node->IsConnected(static_cast<int32_t>(port))) return nullptr;
    const ir::Endpoint end = node->producer(static_cast<int32_t>(port));
    return PairOf(ObjectIn(*AsNode(call.self).table, end.node->slot()), end.port);
  });
  if (producer == nullptr) throw std::runtime_error("Failed to " + action() + OfNode(call.self));
  return producer;
}

PyObject* InputConnected(const Call& call) {
  const Arguments<1> given(call, "is_input_connected", {"in_index"});
  const int64_t port = PortFrom(given[0], "Input index");
  const ReachedNode node(call.self, "tell whether a Node input is connected");
  return PyBool_FromLong(node->HasInput(port) && node->IsConnected(static_cast<int32_t>(port)) ? 1 : 0);
}

PyObject* OutData(const Call& call) {
  const Arguments<1> given(call, "get_out_data_nodes_and_port_indexes", {"out_index"});
  const int64_t port = PortFrom(given[0], "Output index");
  std::vector<std::pair<py::object, int32_t>> readers;
  if (const ReachedNode node(call.self); node && node->HasOutput(port)) {
    const ir::LinkList& uses = node->uses(static_cast<int32_t>(port));
    readers.reserve(uses.size());
    for (const ir::Link& use : uses)
      readers.emplace_back(ObjectIn(*AsNode(call.self).table, use.node->slot()), use.port);
  }
  py::list pairs(readers.size());
  for (size_t i = 0; i < readers.size(); ++i)
    PyList_SET_ITEM(pairs.ptr(), static_cast<Py_ssize_t>(i),
                    PairOf(std::move(readers[i].first), readers[i].second));
  return pairs.release().ptr();
}

// What is converted without running Python code, in which the graph could go.
bool IsPlain(const ir::AttrValue& value) {
  return std::holds_alternative<float>(value) || std::holds_alternative<int64_t>(value) ||
         std::holds_alternative<bool>(value) || std::holds_alternative<std::string>(value);
}

// Which node it is, and the attributes that it has.
std::string Carried(const ir::Node& node) {
  std::string text = base::Text(" '", node.name(), "' (", node.type(), "), which carries ");
  if (node.attrs().empty()) return text + "none";
  const char* separator = "";
  for (const auto& [name, value] : node.attrs()) {
    text += base::Text(separator, "'", name, "'");
    separator = ", ";
  }
  return text;
}

PyObject* GetAttr(const Call& call) {
  const Arguments<2, 1> given(call, "get_attr", {"key", "default"});
  const base::Name key = NameFrom(given[0], "Attribute key");
  ir::AttrValue copied;
  {
    const ReachedNode node(call.self);
    const ir::AttrValue* value = node ? node->attrs().Find(key) : nullptr;
    if (value == nullptr && node && given[1] != nullptr) return py::handle(given[1]).inc_ref().ptr();
    if (value == nullptr) {
      const base::Status gone = NodeHandle::Gone();
      if (!node) base::SetLastError(gone);
      throw std::runtime_error(base::Text("Failed to get attribute '", key, "' from Node",
                                          node ? Carried(*node) : ": " + gone.ToString()));
    }
    if (IsPlain(*value)) return AttrToPython(*value).release().ptr();
    copied = *value;
  }
  return AttrToPython(copied).release().ptr();
}

PyObject* SetAttr(const Call& call) {
  const Arguments<2> given(call, "set_attr", {"key", "value"});
  const base::Name key = NameFrom(given[0], "Attribute key");
  ir::AttrValue value = AttrFromPython(given[1]);
  const auto action = [&] { return base::Text("set attribute '", key, "' on Node ", ShownName(call.self)); };
  Trying(action, [&] {
    const ReachedNode reached(call.self);
    ir::Node* node = reached.ToChange();
    if (key.empty()) Raise(base::InnerError("an attribute needs a name"));
    node->mutable_attrs().Set(key, std::move(value));
  });
  Py_RETURN_NONE;
}

PyObject* InputsSize(PyObject* self, PyObject*) {
  return CallFromPython([&] {
    const ReachedNode node(self, "get Node inputs size");
    if (node->connected_count() == node->input_count()) return PyLong_FromLong(node->input_count());
    long valid = 0;
    for (int32_t i = 0; i < node->input_count(); ++i)
      valid += node->IsConnected(i) || !node->input_desc(i).IsUnconnected() ? 1 : 0;
    return PyLong_FromLong(valid);
  });
}

PyObject* OutputsSize(PyObject* self, PyObject*) {
  return CallFromPython(
      [&] { return PyLong_FromLong(ReachedNode(self, "get Node outputs size")->output_count()); });
}

void Dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  NodeObject& node = AsNode(self);
  if (node.table != nullptr) node.table->Forget(node.slot);
  if (node.weak_references != nullptr) PyObject_ClearWeakRefs(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(NodeObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"name", &Name, &SetName,
     "The name, unique in the graph by convention. Can be set; ValueError for one that is taken or empty.",
     nullptr},
    {"type", &Type, nullptr, "The operator's type.", nullptr},
    {"_handle", &Handle, nullptr, "The bound handle.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

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
    Method<&InputConnected>("is_input_connected", R"(is_input_connected($self, /, in_index)
--

Whether something feeds an input; False for one that the node does not have.)"),
    Method<&GetAttr>("get_attr", R"(get_attr($self, /, key, default=<error>)
--

The value of an attribute that the node carries; an attribute left at its default is not carried.

Args:
    key: The attribute's name.
    default: What to give when the node does not carry it; by default that is an error.

Raises:
    RuntimeError: There is none, or Python has no value for its kind; the text names node and type.)"),
    Method<&SetAttr>("set_attr", R"(set_attr($self, /, key, value)
--

Sets an attribute; the type of the value tells its kind.

Args:
    key: Not empty.
    value: str, float (stored as float32), bool, DataType, Tensor, int, or a list of one of float, bool, int,
        str.

Raises:
    ValueError: No kind of attribute takes the value.)"),
    {"get_inputs_size", &InputsSize, METH_NOARGS,
     "get_inputs_size($self, /)\n--\n\nNumber of inputs, without optional ones that are not connected."},
    {"get_outputs_size", &OutputsSize, METH_NOARGS, "get_outputs_size($self, /)\n--\n\nNumber of outputs."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(&Dealloc)},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {Py_tp_methods, methods},
    {0, nullptr},
};
PyType_Spec spec = {"ge.graph.node.Node", sizeof(NodeObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

PyTypeObject* NodeType() {
  static auto* const type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return type;
}

}  // namespace

bool IsNodeObject(PyObject* value) { return PyObject_TypeCheck(value, NodeType()) != 0; }

ReachedNode::ReachedNode(PyObject* node_object) {
  const NodeObject& object = AsNode(node_object);
  if (object.table == nullptr) return;
  const ir::Graph* graph = object.table->Reach(kept_);
  if (graph != nullptr) node_ = Readable(*graph).NodeAt(object.slot);
}

ReachedNode::ReachedNode(PyObject* node_object, const char* action) : ReachedNode(node_object) {
  if (node_ != nullptr) return;
  const base::Status gone = NodeHandle::Gone();
  base::SetLastError(gone);
  throw std::runtime_error(base::Text("Failed to ", action, ": ", gone.ToString()));
}

ir::Node* ReachedNode::ToChange() const {
  if (node_ == nullptr) Raise(NodeHandle::Gone());
  Changeable(*node_->graph());
  return node_;
}

std::string ShownName(PyObject* node_object) { return ReachedNode(node_object, "get Node name")->name(); }

NodeHandle HandleOf(py::handle node) {
  if (!IsNodeObject(node.ptr())) throw py::type_error("a ge.graph.Node expected");
  const NodeObject& object = AsNode(node.ptr());
  return object.table == nullptr ? NodeHandle() : NodeHandle(object.table->graph(), object.slot);
}

py::object NodeObjectOf(const ir::Node& node) { return ObjectIn(NodeTable::Of(*node.graph()), node.slot()); }

py::object NodeObjectOf(const NodeHandle& handle) {
  const HeldNode held = handle.TryHold();
  return held ? NodeObjectOf(*held) : NewObject();
}

py::list NodeObjectsOf(const std::vector<ir::Node*>& nodes) {
  py::list list(nodes.size());
  const ir::Graph* graph = nullptr;
  NodeTable* table = nullptr;
  // So many are still in the cache when the list is gone through.
  const bool few = nodes.size() <= 4096;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (i + kNodesAhead < nodes.size()) {
      FetchNode(nodes[i + kNodesAhead]);
      if (few) FetchPorts(*nodes[i + kPortsAhead]);
    }
    if (nodes[i]->graph() != graph) {
      graph = nodes[i]->graph();
      table = &NodeTable::Of(*graph);
    }
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i),
                    ObjectIn(*table, nodes[i]->slot()).release().ptr());
  }
  return list;
}

void RegisterNodeObject(py::module_& module) {
  module.attr("NodeBase") = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(NodeType()));
  module.def("node_object", py::overload_cast<const NodeHandle&>(&NodeObjectOf));
}

}  // namespace ge::bindings
