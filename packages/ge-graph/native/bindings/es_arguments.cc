#include "bindings/es_arguments.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "bindings/es_holder.h"
#include "bindings/numbers.h"
#include "bindings/python_types.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

// More tensors than any operator has; beyond, the count is a mistake that would fill the memory.
constexpr int64_t kMostTensors = 1 << 20;

// Whose argument it is, for messages.
struct Argument {
  PyObject* value;
  const ir::AttrSpec& spec;
  base::Name op;

  std::string Message(std::string_view expected) const {
    return base::Text(op, ": attribute ", spec.name, " must be ", expected, ", given ", NumberText(value),
                      " (", Py_TYPE(value)->tp_name, ")");
  }
};

// `ge.es._errors.ArgumentError`, which is both ctypes' and a TypeError.
[[noreturn]] void RaiseArgumentError(const std::string& message) {
  const py::object error = py::module_::import("ge.es._errors").attr("ArgumentError");
  PyErr_SetString(error.ptr(), message.c_str());
  throw py::error_already_set();
}

// A data type of numpy stands for its number.
int64_t IntFrom(const Argument& argument) {
  if (PyIndex_Check(argument.value) == 0) {
    const py::object plain = PlainValue(argument.value);
    if (!plain || !IsDataType(plain)) RaiseArgumentError(argument.Message("an int"));
    return static_cast<int64_t>(ge::bindings::DataTypeFrom(plain));
  }
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(argument.value));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long long result = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) throw py::value_error(argument.Message("an int of 64 bits, from -2^63 to 2^63-1"));
  return result;
}

float FloatFrom(const Argument& argument) {
  const double number = PyFloat_AsDouble(argument.value);
  const bool overflow = PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
  if (number == -1.0 && PyErr_Occurred() != nullptr && !overflow) {
    PyErr_Clear();
    RaiseArgumentError(argument.Message("a float"));
  }
  if (overflow || (std::isfinite(number) && !std::isfinite(static_cast<float>(number)))) {
    PyErr_Clear();
    throw py::value_error(
        argument.Message(base::Text("a float of 32 bits, within ", std::numeric_limits<float>::max())));
  }
  return static_cast<float>(number);
}

bool BoolFrom(const Argument& argument) {
  const int truth = PyObject_IsTrue(argument.value);
  if (truth < 0) throw py::error_already_set();
  return truth != 0;
}

std::string TextFrom(const Argument& argument) {
  if (PyUnicode_Check(argument.value) == 0) throw py::attribute_error(argument.Message("a str"));
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(argument.value, &size);
  if (text == nullptr) throw py::error_already_set();
  std::string result(text, static_cast<size_t>(size));
  if (result.find('\0') != std::string::npos) throw py::value_error(argument.Message("a str without NUL"));
  return result;
}

base::DataType DataTypeFrom(const Argument& argument) {
  if (IsDataType(argument.value)) return ge::bindings::DataTypeFrom(argument.value);
  const py::object plain = PlainValue(argument.value);
  if (!plain || !IsDataType(plain)) throw py::attribute_error(argument.Message("a DataType"));
  return ge::bindings::DataTypeFrom(plain);
}

// Runs `take` on each item of a sequence; whatever is wrong with one is a TypeError.
template <typename Item>
std::vector<Item> ListFrom(const Argument& argument, const char* expected, Item (*take)(const Argument&)) {
  const py::object sequence = ItemsOf(argument.value);
  if (!sequence) throw py::type_error(argument.Message(expected));
  std::vector<Item> items;
  items.reserve(static_cast<size_t>(PySequence_Fast_GET_SIZE(sequence.ptr())));
  // The size is read anew: taking an item may run Python code that changes the list.
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence.ptr()); ++i) {
    const auto item = py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(sequence.ptr(), i));
    try {
      items.push_back(take({item.ptr(), argument.spec, argument.op}));
    } catch (const py::error_already_set&) {
      throw py::type_error(argument.Message(expected));
    } catch (const py::attribute_error&) {
      throw py::type_error(argument.Message(expected));
    }
  }
  return items;
}

// bytes stand for text in a list.
std::string TextItem(const Argument& argument) {
  if (PyBytes_Check(argument.value) == 0) return TextFrom(argument);
  return {PyBytes_AS_STRING(argument.value), static_cast<size_t>(PyBytes_GET_SIZE(argument.value))};
}

// What `int()` takes stands for a number in a list of lists.
int64_t IntItem(const Argument& argument) {
  if (PyIndex_Check(argument.value) != 0) return IntFrom(argument);
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Long(argument.value));
  if (!number) throw py::error_already_set();
  return IntFrom({number.ptr(), argument.spec, argument.op});
}

std::vector<int64_t> RowFrom(const Argument& argument) {
  return ListFrom(argument, "a list of lists of int", IntItem);
}

ir::Box<ir::Tensor> TensorFrom(const Argument& argument) {
  if (!IsTensor(argument.value)) throw py::attribute_error(argument.Message("a Tensor"));
  return TensorOf(argument.value);
}

}  // namespace

ir::AttrValue AttrArgument(PyObject* value, const ir::AttrSpec& spec, base::Name op) {
  const Argument argument{value, spec, op};
  switch (spec.kind) {
    case ir::AttrKind::kInt:
      return IntFrom(argument);
    case ir::AttrKind::kFloat:
      return FloatFrom(argument);
    case ir::AttrKind::kBool:
      return BoolFrom(argument);
    case ir::AttrKind::kString:
      return TextFrom(argument);
    case ir::AttrKind::kDataType:
      return DataTypeFrom(argument);
    case ir::AttrKind::kTensor:
      return TensorFrom(argument);
    case ir::AttrKind::kListInt:
      return ListFrom(argument, "a list of int", IntFrom);
    case ir::AttrKind::kListFloat:
      return ListFrom(argument, "a list of float", FloatFrom);
    case ir::AttrKind::kListBool:
      return ListFrom(argument, "a list of bool", BoolFrom);
    case ir::AttrKind::kListString:
      return ListFrom(argument, "a list of str", TextItem);
    case ir::AttrKind::kListDataType:
      return ListFrom(argument, "a list of DataType", DataTypeFrom);
    case ir::AttrKind::kListListInt:
      return ListFrom(argument, "a list of lists of int", RowFrom);
    default:
      throw py::type_error(
          base::Text(op, ": attribute ", spec.name, " has a kind that Python has no value for"));
  }
}

py::object ItemsOf(PyObject* value) {
  if (PyList_Check(value) != 0 || PyTuple_Check(value) != 0) return py::reinterpret_borrow<py::object>(value);
  if (AsHolder(value) != nullptr) return {};  // it can be indexed, and is no sequence
  if (PySequence_Check(value) == 0 || PyUnicode_Check(value) != 0 || PyBytes_Check(value) != 0) return {};
  auto items = py::reinterpret_steal<py::object>(PySequence_Tuple(value));
  if (!items) throw py::error_already_set();
  return items;
}

int32_t CountArgument(PyObject* value, base::Name output, base::Name op) {
  if (PyLong_Check(value) == 0) {
    RaiseArgumentError(base::Text(op, ": the number of tensors of output ", output, " must be an int, given ",
                                  py::repr(value).cast<std::string>()));
  }
  int overflow = 0;
  const long long count = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow != 0 || count < 0 || count > kMostTensors) {
    throw py::value_error(base::Text(op, ": the number of tensors of output ", output, " must be from 0 to ",
                                     kMostTensors, ", given ", py::repr(value).cast<std::string>()));
  }
  return static_cast<int32_t>(count);
}

}  // namespace ge::bindings
