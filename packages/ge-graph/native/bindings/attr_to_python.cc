#include <iterator>
#include <stdexcept>

#include "bindings/attr_values.h"
#include "bindings/python_types.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

// By the alternatives of ir::AttrValue. Expressions have no number of their own.
constexpr int32_t kNumbers[] = {0,    1,    2,    3,    4,    11,   7,    0,    5,    6,    9,  8,
                                1001, 1002, 1003, 1004, 1011, 1007, 1005, 1006, 1009, 1008, 10, 12};
static_assert(std::size(kNumbers) == std::variant_size_v<ir::AttrValue>);

struct ToPython {
  const ir::AttrValue& whole;

  py::object operator()(const std::string& value) const { return PythonText(value); }
  py::object operator()(float value) const { return py::float_(value); }
  py::object operator()(bool value) const { return py::bool_(value); }
  py::object operator()(int64_t value) const { return py::int_(value); }
  py::object operator()(base::DataType value) const { return PythonDataType(value); }
  py::object operator()(const ir::Box<ir::Tensor>& value) const { return PythonTensor(*value); }
  py::object operator()(const std::vector<std::string>& values) const {
    if (values.empty()) throw std::runtime_error("Failed to get list_string value");
    py::list list;
    for (const std::string& value : values) list.append(PythonText(value));
    return list;
  }
  py::object operator()(const std::vector<base::DataType>& values) const {
    return List<std::vector<base::DataType>, int32_t>(values);
  }
  py::object operator()(const std::vector<float>& values) const {
    return List<std::vector<float>, float>(values);
  }
  py::object operator()(const std::vector<bool>& values) const {
    return List<std::vector<bool>, bool>(values);
  }
  py::object operator()(const std::vector<int64_t>& values) const {
    return List<std::vector<int64_t>, int64_t>(values);
  }
  template <typename Other>
  py::object operator()(const Other&) const {
    throw std::runtime_error("Unsupported attribute type: " + std::string(ir::AttrKindName(whole)) + " (" +
                             std::to_string(AttrValueType(whole)) + ")");
  }

 private:
  template <typename Values, typename Item>
  static py::object List(const Values& values) {
    if (values.empty()) throw std::runtime_error("Failed to get list value");
    py::list list(values.size());
    for (size_t i = 0; i < values.size(); ++i) list[i] = static_cast<Item>(values[i]);
    return list;
  }
};

}  // namespace

int32_t AttrValueType(const ir::AttrValue& value) { return kNumbers[value.index()]; }

py::object AttrToPython(const ir::AttrValue& value) { return std::visit(ToPython{value}, value); }

}  // namespace ge::bindings
