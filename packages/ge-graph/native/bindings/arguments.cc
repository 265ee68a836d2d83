#include "bindings/arguments.h"

#include <string>

#include "base/status.h"
#include "bindings/python_types.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

// The last value for each of a few keys: what repeats in a loop is found by its address.
template <typename Value>
class Recent {
 public:
  struct Entry {
    const void* key = nullptr;
    Value value = {};
  };
  Entry& At(const void* key) {
    const auto address = reinterpret_cast<uintptr_t>(key);
    return entries_[((address >> 4) ^ (address >> 12)) % kEntries];
  }

 private:
  static constexpr size_t kEntries = 256;
  std::array<Entry, kEntries> entries_;
};

size_t PlaceOf(PyObject* name, const char* const* names, size_t size) {
  size_t at = 0;
  while (at < size && PyUnicode_CompareWithASCIIString(name, names[at]) != 0) ++at;
  return at;
}

}  // namespace

void OrderArguments(const Call& call, const char* function, const char* const* names, size_t size,
                    size_t required, PyObject** ordered) {
  if (call.count > static_cast<Py_ssize_t>(size)) {
    throw py::type_error(
        base::Text(function, "() takes ", size, " arguments, but ", call.count, " were given"));
  }
  for (Py_ssize_t i = 0; i < call.count; ++i) ordered[i] = call.args[i];
  const Py_ssize_t named = call.names == nullptr ? 0 : PyTuple_GET_SIZE(call.names);
  for (Py_ssize_t i = 0; i < named; ++i) {
    PyObject* name = PyTuple_GET_ITEM(call.names, i);
    const size_t place = PlaceOf(name, names, size);
    const auto text = py::handle(name).cast<std::string>();
    if (place == size) throw py::type_error(base::Text(function, "() has no argument '", text, "'"));
    if (ordered[place] != nullptr)
      throw py::type_error(base::Text(function, "() got argument '", text, "' twice"));
    ordered[place] = call.args[call.count + i];
  }
  for (size_t i = 0; i < required; ++i) {
    if (ordered[i] == nullptr)
      throw py::type_error(base::Text(function, "() lacks its argument '", names[i], "'"));
  }
}

int64_t PortFrom(PyObject* value, const char* subject) {
  if (PyLong_Check(value) == 0) throw py::type_error(base::Text(subject, " must be an integer"));
  int overflow = 0;
  const long long port = PyLong_AsLongLongAndOverflow(value, &overflow);
  constexpr int64_t kNoPort = -2;
  return overflow != 0 ? kNoPort : port;
}

base::Name NameFrom(PyObject* value, const char* subject) {
  static auto* const recent = new Recent<base::Name>;  // each key is kept alive, so no other gets its address
  auto& entry = recent->At(value);
  if (entry.key == value) return entry.value;
  if (PyUnicode_Check(value) == 0) throw py::type_error(base::Text(subject, " must be a string"));
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(value, &size);
  if (text == nullptr) throw py::error_already_set();
  const std::string_view whole(text, static_cast<size_t>(size));
  if (whole.find('\0') != std::string_view::npos) {
    throw py::value_error(
        base::Text(subject, " must not contain NUL: ", py::repr(value).cast<std::string>()));
  }
  const base::Name name(whole);
  // Literals stand for many calls; a text that was made for this one will not come again.
  if (PyUnicode_CheckExact(value) == 0 || PyUnicode_CHECK_INTERNED(value) == 0) return name;
  Py_INCREF(value);
  Py_XDECREF(static_cast<PyObject*>(const_cast<void*>(entry.key)));
  entry = {value, name};
  return name;
}

PyObject* RepeatedText(base::Name name) {
  static auto* const recent = new Recent<PyObject*>;
  auto& entry = recent->At(name.id());
  if (entry.key != name.id()) {
    PyObject* text = PythonText(name.text()).release().ptr();
    PyUnicode_InternInPlace(&text);
    Py_XDECREF(entry.value);
    entry = {name.id(), text};
  }
  Py_INCREF(entry.value);
  return entry.value;
}

}  // namespace ge::bindings
