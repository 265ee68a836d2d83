#include "bindings/es_holder.h"

#include <structmember.h>

#include <string>
#include <utility>

#include "bindings/errors.h"
#include "bindings/graph_access.h"
#include "bindings/node_handle.h"
#include "bindings/python_types.h"
#include "bindings/register.h"
#include "ir/dim_range.h"

namespace py = pybind11;

namespace ge::bindings {

thread_local int open_scopes = 0;

namespace {

void Dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(reinterpret_cast<Holder*>(self)->owner);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef members[] = {
    {"_owner", T_OBJECT, offsetof(Holder, owner), READONLY, "The GraphBuilder."},
    {"_slot", T_UINT, offsetof(Holder, slot), READONLY, "The node's place in its graph."},
    {"_port", T_INT, offsetof(Holder, port), READONLY, "Index of the output; -1 for a node that has none."},
    {nullptr, 0, 0, 0, nullptr},
};

PyObject* NoNew(PyTypeObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_RuntimeError,
                  "TensorHolder objects should not be created directly: a GraphBuilder or an operator "
                  "function makes them");
  return nullptr;
}

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(&Dealloc)},
    {Py_tp_new, reinterpret_cast<void*>(&NoNew)},
    {Py_tp_members, members},
    {0, nullptr},
};
PyType_Spec spec = {"ge.graph._native.Holder", sizeof(Holder), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

PyTypeObject* HolderType() {
  static auto* const type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return type;
}

void RaiseUnfit(const base::Status& fault, const std::string& line) {
  if (fault.ok()) return;
  throw py::value_error(base::Text(fault.message(), line.empty() ? "" : " (made at " + line + ")"));
}

// "" when nothing of the user's runs.
std::string UserLine() {
  const auto line = py::reinterpret_steal<py::object>(PyObject_CallNoArgs(Hooks().user_line));
  if (!line) throw py::error_already_set();
  return line.cast<std::string>();
}

struct LiveNode {
  std::shared_ptr<ir::Graph> graph;
  ir::Node* node;
};

// Raises when the graph that was built is gone, the node was removed from it, or another thread has it.
LiveNode NodeOf(py::handle value) {
  const Holder* holder = AsHolder(value.ptr());
  if (holder == nullptr) throw py::type_error("expected a TensorHolder");
  std::shared_ptr<ir::Graph> graph = holder->builder->graph();
  ir::Node* node = graph == nullptr ? nullptr : Readable(*graph).NodeAt(holder->slot);
  if (node == nullptr) {
    Raise(base::InnerError(
        "the node of this tensor is gone: it was removed, or nothing holds its graph any more"));
  }
  return {std::move(graph), node};
}

// Runs `change` on the output's descriptor; a node without outputs has none, and nothing happens.
template <typename Change>
void ReplaceDesc(py::handle holder, Change change) {
  const LiveNode live = NodeOf(holder);
  Changeable(*live.graph);
  const int32_t port = AsHolder(holder.ptr())->port;
  if (!live.node->HasOutput(port)) return;
  ir::TensorDesc& desc = live.node->mutable_output_desc(port);
  ir::TensorDesc replaced(desc.shape, desc.type, desc.format);
  if (desc.has_origin_shape()) replaced.SetOriginShape(desc.origin_shape());
  replaced.SetOriginFormat(desc.origin_format());
  change(replaced);
  desc = std::move(replaced);
  AsHolder(holder.ptr())->builder->inference.Forget(live.node->slot());
}

void SetDataType(py::handle holder, int32_t type) {
  ReplaceDesc(holder, [type](ir::TensorDesc& desc) { desc.type = static_cast<base::DataType>(type); });
}

void SetFormat(py::handle holder, int32_t number) {
  ReplaceDesc(holder, [number](ir::TensorDesc& desc) {
    desc.format = static_cast<base::Format>(number);
    desc.SetOriginFormat(desc.format);
  });
}

void SetShape(py::handle holder, py::handle dims) {
  const ir::Shape shape = ShapeFrom(dims);
  AsHolder(holder.ptr())->builder->inference.SetShapeless(AsHolder(holder.ptr())->slot, false);
  ReplaceDesc(holder, [&shape](ir::TensorDesc& desc) {
    desc.shape = shape;
    desc.SetOriginShape(shape);
  });
}

void Rename(py::handle holder, const std::string& name) {
  const LiveNode live = NodeOf(holder);
  Changeable(*live.graph).Rename(live.node, name);
}

// Shape and number of the data type, as far as they are known. Raises ValueError when the node does not fit.
py::tuple Inferred(py::handle holder) {
  const LiveNode live = NodeOf(holder);
  GrowingInference& inference = AsHolder(holder.ptr())->builder->inference;
  RaiseUnfit(inference.FaultOf(*live.graph, *live.node), "");
  const int32_t port = AsHolder(holder.ptr())->port;
  if (!live.node->HasOutput(port)) {
    throw py::value_error(
        base::Text("node \"", live.node->name(), "\" (", live.node->type(), ") has no output"));
  }
  const ir::TensorDesc& desc = inference.Output(*live.graph, {live.node, port});
  return py::make_tuple(PythonShape(ir::SplitRange(desc.shape).first), static_cast<int32_t>(desc.type));
}

void SetHooks(py::handle holder_class, py::object convert, py::object created, py::object take_graph,
              py::object take_tensor, py::object user_line) {
  EsHooks& hooks = Hooks();
  hooks.holder_class = reinterpret_cast<PyTypeObject*>(holder_class.inc_ref().ptr());
  hooks.convert = convert.release().ptr();
  hooks.created = created.release().ptr();
  hooks.take_graph = take_graph.release().ptr();
  hooks.take_tensor = take_tensor.release().ptr();
  hooks.user_line = user_line.release().ptr();
}

}  // namespace

EsHooks& Hooks() {
  static EsHooks hooks;
  return hooks;
}

void NodeMadeSlowly(EsBuilder& builder, ir::Node* node) {
  if (builder.keeps_lines) node->mutable_attrs().Set(ops::kSourceLine, UserLine());
  if (!builder.checks) return;
  const base::Status fault = builder.inference.FaultOf(*node->graph(), *node);
  if (fault.ok()) return;
  builder.inference.Forget(node->slot());
  RaiseIfError(node->graph()->RemoveNode(node));
  RaiseUnfit(fault, builder.keeps_lines ? "" : UserLine());
}

Holder* AsHolder(PyObject* value) {
  if (Py_TYPE(value) != Hooks().holder_class && PyObject_TypeCheck(value, HolderType()) == 0) return nullptr;
  return reinterpret_cast<Holder*>(value);
}

PyObject* NewHolder(PyObject* owner, EsBuilder* builder, const ir::Node& node, int32_t port) {
  PyTypeObject* type = Hooks().holder_class;
  if (type == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "ge.es is not imported");
    return nullptr;
  }
  auto* holder = reinterpret_cast<Holder*>(type->tp_alloc(type, 0));
  if (holder == nullptr) return nullptr;
  Py_INCREF(owner);
  holder->owner = owner;
  holder->builder = builder;
  holder->slot = node.slot();
  holder->port = port;
  return reinterpret_cast<PyObject*>(holder);
}

void RegisterEsHolder(py::module_& module) {
  module.attr("Holder") = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(HolderType()));
  module.def("es_set_hooks", &SetHooks, py::arg("holder_class"), py::arg("convert"), py::arg("created"),
             py::arg("take_graph"), py::arg("take_tensor"), py::arg("user_line"));
  module.def("es_open_scope", [] { ++open_scopes; });
  module.def("es_close_scope", [] { --open_scopes; });
  module.def("es_name_prefix", &ops::SetNamePrefix);
  module.def("es_node", [](py::handle holder) { return NodeHandle(*NodeOf(holder).node); });
  module.def("es_name", [](py::handle holder) { return PythonText(NodeOf(holder).node->name()); });
  module.def("es_rename", &Rename);
  module.def("es_inferred", &Inferred);
  module.def("es_set_data_type", &SetDataType);
  module.def("es_set_format", &SetFormat);
  module.def("es_set_shape", &SetShape);
}

}  // namespace ge::bindings
