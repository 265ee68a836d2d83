#include <algorithm>
#include <utility>

#include "base/status.h"
#include "bindings/attr_values.h"
#include "bindings/numbers.h"
#include "bindings/python_types.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

bool IsText(py::handle value) { return PyUnicode_Check(value.ptr()) != 0; }
bool IsFloat(py::handle value) { return PyFloat_Check(value.ptr()) != 0; }
bool IsBool(py::handle value) { return PyBool_Check(value.ptr()) != 0; }
bool IsInt(py::handle value) { return PyLong_Check(value.ptr()) != 0; }
bool IsNumber(py::handle value) { return IsFloat(value) || IsInt(value); }
bool IsIndex(py::handle value) { return PyIndex_Check(value.ptr()) != 0; }

bool BoolFrom(py::handle value) { return value.ptr() == Py_True; }

bool Every(const py::sequence& list, bool (*is)(py::handle)) {
  return std::all_of(list.begin(), list.end(), is);
}

template <typename Item>
std::vector<Item> ListFrom(const py::sequence& list, Item (*from)(py::handle)) {
  std::vector<Item> values;
  values.reserve(list.size());
  for (const py::handle item : list) values.push_back(from(item));
  return values;
}

std::string TypeName(py::handle value) { return Py_TYPE(value.ptr())->tp_name; }

ir::AttrValue ListFromPython(const py::list& list) {
  if (list.empty())
    throw py::value_error("Empty list is not supported: the kind of its items cannot be told");
  if (Every(list, IsFloat)) return ListFrom(list, FloatFrom);
  if (Every(list, IsBool)) return ListFrom(list, BoolFrom);
  if (Every(list, IsInt)) return ListFrom(list, Int64From);
  if (Every(list, IsText)) return ListFrom(list, StringFrom);
  throw py::value_error("Unsupported attribute type: list of mixed or other items, value: " +
                        py::repr(list).cast<std::string>());
}

// One attribute of a prototype.
struct Wanted {
  py::handle value;
  const std::string& where;

  template <typename Item>
  ir::AttrValue One(bool (*is)(py::handle), Item (*from)(py::handle), const char* name) const {
    if (!is(value)) Refuse(name);
    return from(value);
  }
  template <typename Item>
  ir::AttrValue Many(bool (*is)(py::handle), Item (*from)(py::handle), const char* name) const {
    return ManyOf(value, is, from, name);
  }
  template <typename Item>
  std::vector<Item> ManyOf(py::handle list, bool (*is)(py::handle), Item (*from)(py::handle),
                           const char* name) const {
    if (!py::isinstance<py::list>(list) && !py::isinstance<py::tuple>(list)) Refuse(name);
    const auto items = py::reinterpret_borrow<py::sequence>(list);
    if (!Every(items, is)) Refuse(name);
    return ListFrom(items, from);
  }
  ir::AttrValue Rows() const {
    if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
      Refuse("a list of lists of int");
    std::vector<std::vector<int64_t>> rows;
    for (const py::handle row : py::reinterpret_borrow<py::sequence>(value)) {
      rows.push_back(ManyOf(row, IsIndex, Int64From, "a list of lists of int"));
    }
    return rows;
  }
  [[noreturn]] void Refuse(const char* expected) const {
    throw py::type_error(base::Text(where, " must be ", expected, ", not ", TypeName(value), ": ",
                                    py::repr(value).cast<std::string>()));
  }
};

bool Anything(py::handle) { return true; }
bool Truth(py::handle value) {
  const int truth = PyObject_IsTrue(value.ptr());
  if (truth < 0) throw py::error_already_set();
  return truth != 0;
}
ir::Box<ir::Tensor> BoxedTensor(py::handle value) { return TensorOf(value); }

}  // namespace

ir::AttrValue AttrFromPython(py::handle value) {
  if (IsText(value)) return StringFrom(value);
  if (IsFloat(value)) return FloatFrom(value);
  if (IsBool(value)) return BoolFrom(value);
  if (IsDataType(value)) return DataTypeFrom(value);
  if (IsTensor(value)) return BoxedTensor(value);
  if (IsInt(value)) return Int64From(value);
  if (py::isinstance<py::list>(value)) return ListFromPython(py::reinterpret_borrow<py::list>(value));
  if (py::isinstance<py::tuple>(value))
    return ListFromPython(py::list(py::reinterpret_borrow<py::object>(value)));
  if (const py::object plain = PlainValue(value)) return AttrFromPython(plain);
  throw py::value_error("Unsupported attribute type: " + TypeName(value) +
                        ", value: " + py::repr(value).cast<std::string>());
}

ir::AttrValue AttrFromPython(py::handle value, ir::AttrKind kind, const std::string& where) {
  const Wanted wanted{value, where};
  switch (kind) {
    case ir::AttrKind::kInt:
      return wanted.One(IsIndex, Int64From, "an int");
    case ir::AttrKind::kFloat:
      return wanted.One(IsNumber, FloatFrom, "a float");
    case ir::AttrKind::kBool:
      return wanted.One(Anything, Truth, "a bool");
    case ir::AttrKind::kString:
      return wanted.One(IsText, StringFrom, "a str");
    case ir::AttrKind::kDataType:
      return wanted.One(IsDataType, DataTypeFrom, "a DataType");
    case ir::AttrKind::kTensor:
      return wanted.One(IsTensor, BoxedTensor, "a Tensor");
    case ir::AttrKind::kListInt:
      return wanted.Many(IsIndex, Int64From, "a list of int");
    case ir::AttrKind::kListFloat:
      return wanted.Many(IsNumber, FloatFrom, "a list of float");
    case ir::AttrKind::kListBool:
      return wanted.Many(Anything, Truth, "a list of bool");
    case ir::AttrKind::kListString:
      return wanted.Many(IsText, StringFrom, "a list of str");
    case ir::AttrKind::kListDataType:
      return wanted.Many(IsDataType, DataTypeFrom, "a list of DataType");
    case ir::AttrKind::kListListInt:
      return wanted.Rows();
    default:
      return AttrFromPython(value);
  }
}

}  // namespace ge::bindings
