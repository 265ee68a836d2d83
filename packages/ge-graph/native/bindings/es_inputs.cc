#include "bindings/es_inputs.h"

#include "bindings/errors.h"
#include "bindings/python_call.h"
#include "bindings/register.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

Inputs& Self(PyObject* object) { return *reinterpret_cast<Inputs*>(object); }

// A new reference to input number `index`.
PyObject* At(Inputs& self, Py_ssize_t index) {
  while (PyList_GET_SIZE(self.tensors) <= index) {
    ir::Node* node = ValueOrRaise(self.builder->AddInput(PyList_GET_SIZE(self.tensors), {}));
    self.builder->inference.SetShapeless(node->slot(), true);
    NodeMade(*self.builder, node);
    const auto tensor = py::reinterpret_steal<py::object>(NewHolder(self.owner, self.builder, *node, 0));
    if (!tensor || !NodeCreated(tensor.ptr()) || PyList_Append(self.tensors, tensor.ptr()) != 0)
      throw py::error_already_set();
  }
  PyObject* tensor = PyList_GET_ITEM(self.tensors, index);
  Py_INCREF(tensor);
  return tensor;
}

// Anything but a plain number from 0 on is the business of the Python class: slices, and what is wrong.
PyObject* Subscript(PyObject* object, PyObject* key) {
  const Py_ssize_t index = PyLong_CheckExact(key) != 0 ? PyLong_AsSsize_t(key) : -1;
  if (index < 0) {
    PyErr_Clear();
    return PyObject_CallMethod(object, "_other_item", "O", key);
  }
  return CallFromPython([&] { return At(Self(object), index); });
}

PyObject* New(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* owner = nullptr;
  if (PyArg_ParseTuple(args, "O", &owner) == 0) return nullptr;
  return CallFromPython([&]() -> PyObject* {
    auto* const builder = py::handle(owner).cast<EsBuilder*>();
    auto tensors = py::list();
    auto* self = reinterpret_cast<Inputs*>(type->tp_alloc(type, 0));
    if (self == nullptr) throw py::error_already_set();
    Py_INCREF(owner);
    self->owner = owner;
    self->builder = builder;
    self->tensors = tensors.release().ptr();
    return reinterpret_cast<PyObject*>(self);
  });
}

void Dealloc(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  Py_XDECREF(Self(object).owner);
  Py_XDECREF(Self(object).tensors);
  type->tp_free(object);
  Py_DECREF(type);
}

PyMemberDef members[] = {
    {"_builder", T_OBJECT, offsetof(Inputs, owner), READONLY, "The GraphBuilder."},
    {"_tensors", T_OBJECT, offsetof(Inputs, tensors), READONLY, "The inputs made so far, in order."},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(&New)},
    {Py_tp_dealloc, reinterpret_cast<void*>(&Dealloc)},
    {Py_mp_subscript, reinterpret_cast<void*>(&Subscript)},
    {Py_tp_members, members},
    {0, nullptr},
};
PyType_Spec spec = {"ge.graph._native.EsInputs", sizeof(Inputs), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

}  // namespace

void StartOver(Inputs& inputs) {
  if (PyList_SetSlice(inputs.tensors, 0, PyList_GET_SIZE(inputs.tensors), nullptr) != 0)
    throw py::error_already_set();
}

void RegisterEsInputs(py::module_& module) {
  module.attr("EsInputs") = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
}

}  // namespace ge::bindings
