#include "bindings/numbers.h"

#include <cmath>
#include <limits>

#include "base/status.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

py::object IndexOf(py::handle value) {
  auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number) throw py::error_already_set();
  return number;
}

// The ends of a type's range are a power of two, or one less: short, and known to everybody.
std::string EndText(uint64_t magnitude) {
  int bits = 0;
  while (bits < 64 && magnitude >> bits != 0) ++bits;
  return magnitude == uint64_t{1} << (bits - 1) ? base::Text("2^", bits - 1) : base::Text("2^", bits, "-1");
}

}  // namespace

std::string NumberText(py::handle value) {
  constexpr int kMostBits = 256;
  if (PyLong_Check(value.ptr()) != 0 && value.attr("bit_length")().cast<int64_t>() > kMostBits) {
    return base::Text("of ", value.attr("bit_length")().cast<int64_t>(), " bits");
  }
  return py::repr(value).cast<std::string>();
}

void RaiseOutside(py::handle value, const std::string& range, std::string_view type) {
  throw py::value_error(base::Text("Value ", NumberText(value), " must be ", range, " for ", type));
}

int64_t SignedFrom(py::handle value, int64_t minimum, int64_t maximum, std::string_view type) {
  const py::object number = IndexOf(value);
  int overflow = 0;
  const long long result = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow == 0 && result >= minimum && result <= maximum) return result;
  RaiseOutside(number,
               base::Text("in the range -", EndText(static_cast<uint64_t>(maximum) + 1), " to ",
                          EndText(static_cast<uint64_t>(maximum))),
               type);
}

uint64_t UnsignedFrom(py::handle value, uint64_t maximum, std::string_view type) {
  const py::object number = IndexOf(value);
  const std::string_view sign = number.attr("__lt__")(0).cast<bool>() ? "non-negative, " : "";
  if (sign.empty()) {
    const unsigned long long result = PyLong_AsUnsignedLongLong(number.ptr());
    const bool overflow = result == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr;
    if (overflow) PyErr_Clear();
    if (!overflow && result <= maximum) return result;
  }
  RaiseOutside(number, base::Text(sign, "in the range 0 to ", EndText(maximum)), type);
}

double DoubleFrom(py::handle value) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number != -1.0 || PyErr_Occurred() == nullptr) return number;
  if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) throw py::error_already_set();
  PyErr_Clear();
  RaiseOutside(value, base::Text("within ", std::numeric_limits<double>::max()), "double");
}

float FloatFrom(py::handle value) {
  const double number = DoubleFrom(value);
  const auto result = static_cast<float>(number);
  if (std::isinf(result) && !std::isinf(number)) {
    RaiseOutside(value, base::Text("within ", std::numeric_limits<float>::max()), "float");
  }
  return result;
}

}  // namespace ge::bindings
