#pragma once

#include <pybind11/pybind11.h>
#include <structmember.h>

#include <new>
#include <stdexcept>

namespace ge::bindings {

// For types made without pybind11, whose functions Python calls directly: what `function` gives, or null with
// the Python error that its exception stands for.
template <typename Function>
PyObject* CallFromPython(Function function) {
  try {
    return function();
  } catch (pybind11::error_already_set& error) {
    error.restore();
  } catch (const pybind11::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

}  // namespace ge::bindings
