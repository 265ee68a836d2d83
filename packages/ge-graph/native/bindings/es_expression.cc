#include <memory>
#include <vector>

#include "bindings/errors.h"
#include "bindings/es_inputs.h"
#include "bindings/python_call.h"
#include "bindings/register.h"

// Graphs that a Python function computes from `inputs`, made one after another: replacements in passes. The
// builder and the inputs serve the next graph again, unless somebody has kept one of them or a tensor.
namespace py = pybind11;

namespace ge::bindings {
namespace {

struct Expression {
  PyObject_HEAD vectorcallfunc call;
  PyObject* function;       // (inputs, further arguments) -> a tensor or a list of tensors
  PyObject* otherwise;      // (builder, result) -> what to give for any other result
  PyObject* name;           // of the graphs
  PyObject* builder_class;  // (name) -> GraphBuilder
  PyObject* inputs_class;   // (builder) -> EsInputs
  PyObject* inputs;         // null until first called; holds the builder
};

Inputs& AsInputs(PyObject* inputs) { return *reinterpret_cast<Inputs*>(inputs); }

// Whether nobody else holds the inputs, one of them, or their builder.
bool IsOnlyOurs(PyObject* inputs) {
  if (inputs == nullptr || Py_REFCNT(inputs) != 1 || Py_REFCNT(AsInputs(inputs).tensors) != 1) return false;
  StartOver(AsInputs(inputs));
  return Py_REFCNT(AsInputs(inputs).owner) == 1;
}

// The inputs of a new graph.
py::object NewInputs(Expression& self) {
  if (IsOnlyOurs(self.inputs)) {
    AsInputs(self.inputs).builder->StartOver();
    return py::reinterpret_borrow<py::object>(self.inputs);
  }
  const auto builder =
      py::reinterpret_steal<py::object>(PyObject_CallFunctionObjArgs(self.builder_class, self.name, nullptr));
  if (!builder) throw py::error_already_set();
  PyObject* inputs = PyObject_CallFunctionObjArgs(self.inputs_class, builder.ptr(), nullptr);
  if (inputs == nullptr) throw py::error_already_set();
  Py_XSETREF(self.inputs, inputs);
  return py::reinterpret_borrow<py::object>(inputs);
}

// Whether all are tensors of the builder that is open.
bool AreTensors(PyObject* const* items, Py_ssize_t count, const ops::GraphBuilder& builder) {
  for (Py_ssize_t i = 0; i < count; ++i) {
    const Holder* holder = AsHolder(items[i]);
    if (holder == nullptr || holder->builder != &builder) return false;
  }
  return count > 0 && builder.open_graph() != nullptr;
}

std::shared_ptr<ir::Graph> Built(PyObject* const* tensors, Py_ssize_t count, ops::GraphBuilder& builder) {
  for (Py_ssize_t i = 0; i < count; ++i) {
    const Holder& holder = *AsHolder(tensors[i]);
    RaiseIfError(builder.SetOutput({builder.open_graph()->NodeAt(holder.slot), holder.port}, i));
  }
  return ValueOrRaise(builder.BuildBody());
}

py::object ResultOf(const Expression& self, const Inputs& inputs, const py::object& result) {
  PyObject* only = result.ptr();
  PyObject* const* items = &only;
  Py_ssize_t count = 1;
  if (PyList_CheckExact(result.ptr()) != 0 || PyTuple_CheckExact(result.ptr()) != 0) {
    items = PySequence_Fast_ITEMS(result.ptr());
    count = PySequence_Fast_GET_SIZE(result.ptr());
  }
  if (AreTensors(items, count, *inputs.builder)) {
    auto graph = std::make_unique<std::shared_ptr<ir::Graph>>(Built(items, count, *inputs.builder));
    auto handle = py::reinterpret_steal<py::object>(PyLong_FromVoidPtr(graph.get()));
    if (!handle) throw py::error_already_set();
    (void)graph.release();  // whoever gets the number owns it
    return handle;
  }
  auto other = py::reinterpret_steal<py::object>(
      PyObject_CallFunctionObjArgs(self.otherwise, inputs.owner, result.ptr(), nullptr));
  if (!other) throw py::error_already_set();
  return other;
}

py::object Evaluate(Expression& self, PyObject* const* args, Py_ssize_t count) {
  // Held here too: the function may call this expression again.
  const py::object inputs = NewInputs(self);
  std::vector<PyObject*> arguments = {inputs.ptr()};
  arguments.insert(arguments.end(), args, args + count);
  const auto result = py::reinterpret_steal<py::object>(
      PyObject_Vectorcall(self.function, arguments.data(), arguments.size(), nullptr));
  if (!result) throw py::error_already_set();
  return ResultOf(self, AsInputs(inputs.ptr()), result);
}

PyObject* Call(PyObject* self, PyObject* const* args, size_t flags, PyObject* names) {
  return CallFromPython([&] {
    if (names != nullptr && PyTuple_GET_SIZE(names) != 0)
      throw py::type_error("an expression takes no keywords");
    return Evaluate(*reinterpret_cast<Expression*>(self), args, PyVectorcall_NARGS(flags)).release().ptr();
  });
}

PyObject* New(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* parts[5] = {};
  if (PyArg_ParseTuple(args, "OOOOO", &parts[0], &parts[1], &parts[2], &parts[3], &parts[4]) == 0)
    return nullptr;
  auto* self = reinterpret_cast<Expression*>(type->tp_alloc(type, 0));
  if (self == nullptr) return nullptr;
  self->call = &Call;
  for (PyObject* part : parts) Py_INCREF(part);
  self->function = parts[0];
  self->otherwise = parts[1];
  self->name = parts[2];
  self->builder_class = parts[3];
  self->inputs_class = parts[4];
  return reinterpret_cast<PyObject*>(self);
}

void Dealloc(PyObject* object) {
  auto* self = reinterpret_cast<Expression*>(object);
  PyTypeObject* type = Py_TYPE(object);
  for (PyObject* part :
       {self->function, self->otherwise, self->name, self->builder_class, self->inputs_class, self->inputs}) {
    Py_XDECREF(part);
  }
  type->tp_free(object);
  Py_DECREF(type);
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Expression, call), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(&New)},
    {Py_tp_dealloc, reinterpret_cast<void*>(&Dealloc)},
    {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
    {Py_tp_members, members},
    {0, nullptr},
};
PyType_Spec spec = {"ge.graph._native.EsExpression", sizeof(Expression), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, slots};

}  // namespace

void RegisterEsExpression(py::module_& module) {
  module.attr("EsExpression") = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
}

}  // namespace ge::bindings
