#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstdint>

#include "base/name.h"
#include "bindings/python_call.h"

// Arguments of functions that Python calls directly, without pybind11.
namespace ge::bindings {

// A call as METH_FASTCALL | METH_KEYWORDS gives it; all borrowed.
struct Call {
  PyObject* self;
  PyObject* const* args;
  Py_ssize_t count;
  PyObject* names;
};

// The arguments in the order of `names`, however the caller gives them: the first `required` must be there,
// others are null where they are not. Raises TypeError.
void OrderArguments(const Call& call, const char* function, const char* const* names, size_t size,
                    size_t required, PyObject** ordered);

template <size_t size, size_t required = size>
class Arguments {
 public:
  Arguments(const Call& call, const char* function, const std::array<const char*, size>& names) {
    const auto count = static_cast<size_t>(call.count);
    if (call.names == nullptr && count <= size && count >= required) {
      for (size_t i = 0; i < count; ++i) ordered_[i] = call.args[i];
    } else {
      OrderArguments(call, function, names.data(), size, required, ordered_.data());
    }
  }
  PyObject* operator[](size_t i) const { return ordered_[i]; }

 private:
  std::array<PyObject*, size> ordered_ = {};
};

// A number of a port; numbers that no port has stay such numbers. Raises TypeError, with `subject` in it.
int64_t PortFrom(PyObject* value, const char* subject);

// The name that a str spells. Raises TypeError, and ValueError for a NUL in it, with `subject` in it.
base::Name NameFrom(PyObject* value, const char* subject);

// The str of a name that repeats, as the program's own literals are: they compare by address. A new
// reference.
PyObject* RepeatedText(base::Name name);

// An entry of a table of methods.
template <PyObject* (*function)(const Call&)>
PyMethodDef Method(const char* name, const char* text) {
  PyObject* (*const call)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*) =
      [](PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
        return CallFromPython([&] { return function({self, args, count, names}); });
      };
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call)),
          METH_FASTCALL | METH_KEYWORDS, text};
}

}  // namespace ge::bindings
