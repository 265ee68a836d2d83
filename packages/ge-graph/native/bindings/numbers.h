#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

// Python numbers as those of C++. What does not fit raises ValueError: nothing loses its upper bits or
// becomes infinite.
namespace ge::bindings {

// Between the ends of `type`. Whatever has `__index__` is an integer; anything else raises TypeError.
int64_t SignedFrom(pybind11::handle value, int64_t minimum, int64_t maximum, std::string_view type);
uint64_t UnsignedFrom(pybind11::handle value, uint64_t maximum, std::string_view type);

template <typename T>
constexpr std::string_view IntegerName() {
  constexpr std::string_view kSigned[] = {"int8", "int16", "int32", "int64"};
  constexpr std::string_view kUnsigned[] = {"uint8", "uint16", "uint32", "uint64"};
  constexpr size_t width = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return std::is_signed_v<T> ? kSigned[width] : kUnsigned[width];
}

template <typename T>
T IntegerFrom(pybind11::handle value) {
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(
        SignedFrom(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), IntegerName<T>()));
  } else {
    return static_cast<T>(UnsignedFrom(value, std::numeric_limits<T>::max(), IntegerName<T>()));
  }
}
inline int64_t Int64From(pybind11::handle value) { return IntegerFrom<int64_t>(value); }

// Whatever has `__float__` or `__index__`.
double DoubleFrom(pybind11::handle value);
// The nearest float; infinities and NaN stay. Finite numbers beyond the largest float do not fit.
float FloatFrom(pybind11::handle value);
// `Value <value> must be <range> for <type>`.
[[noreturn]] void RaiseOutside(pybind11::handle value, const std::string& range, std::string_view type);

// As messages show a number: long ones by their length.
std::string NumberText(pybind11::handle value);

}  // namespace ge::bindings
