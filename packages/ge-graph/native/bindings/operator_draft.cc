#include "bindings/operator_draft.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <mutex>
#include <unordered_set>

#include "bindings/attr_values.h"
#include "bindings/errors.h"
#include "bindings/python_types.h"
#include "bindings/register.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

struct LiveDrafts {
  std::mutex mutex;
  std::unordered_set<uintptr_t> addresses;
};

LiveDrafts& Live() {
  static auto* live = new LiveDrafts;
  return *live;
}

uintptr_t AddressOf(const OperatorDraft& draft) { return reinterpret_cast<uintptr_t>(&draft); }

template <typename Specs>
base::Status CheckFree(const Specs& specs, const std::string& name, const OperatorDraft& draft,
                       const char* side) {
  const base::Name wanted(name);
  const auto same = [wanted](const auto& spec) { return spec.name == wanted; };
  if (std::none_of(specs.begin(), specs.end(), same)) return {};
  return base::InvalidArgument(base::Text("operator \"", draft.name(), "\" (", draft.type(), ") has an ",
                                          side, " \"", name, "\" already"));
}

template <typename Specs>
py::list Names(const Specs& specs) {
  py::list names;
  for (const auto& spec : specs) names.append(py::make_tuple(spec.name.text(), static_cast<int>(spec.kind)));
  return names;
}

py::dict Attrs(const OperatorDraft& draft) {
  py::dict attrs;
  for (const auto& [name, value] : draft.attrs) attrs[py::str(name.text())] = AttrToPython(value);
  return attrs;
}

void SetAttr(OperatorDraft& self, const std::string& name, py::handle value) {
  self.attrs.Set(name, AttrFromPython(value));
}

}  // namespace

OperatorDraft::OperatorDraft(std::string name, std::string type) : name_(std::move(name)) {
  schema_.type = type;
  const std::lock_guard<std::mutex> lock(Live().mutex);
  Live().addresses.insert(AddressOf(*this));
}

OperatorDraft::~OperatorDraft() {
  const std::lock_guard<std::mutex> lock(Live().mutex);
  Live().addresses.erase(AddressOf(*this));
}

OperatorDraft* OperatorDraft::At(uintptr_t address) {
  const std::lock_guard<std::mutex> lock(Live().mutex);
  return Live().addresses.count(address) == 0 ? nullptr : reinterpret_cast<OperatorDraft*>(address);
}

base::Status OperatorDraft::AddInput(const std::string& name, ir::InputKind kind, uint32_t count) {
  GE_RETURN_IF_ERROR(CheckFree(schema_.inputs, name, *this, "input"));
  schema_.inputs.push_back({name, kind});
  if (kind == ir::InputKind::kDynamic) dynamic_inputs_.push_back(count);
  return {};
}

base::Status OperatorDraft::AddOutput(const std::string& name, ir::OutputKind kind, uint32_t count) {
  GE_RETURN_IF_ERROR(CheckFree(schema_.outputs, name, *this, "output"));
  schema_.outputs.push_back({name, kind});
  if (kind == ir::OutputKind::kDynamic) dynamic_outputs_.push_back(count);
  return {};
}

void RegisterOperatorDraft(py::module_& module) {
  using Draft = OperatorDraft;
  const auto input = [](ir::InputKind kind) {
    return [kind](Draft& self, const std::string& name) { RaiseIfError(self.AddInput(name, kind)); };
  };
  py::class_<Draft>(module, "OperatorDraft")
      .def(py::init<std::string, std::string>(), py::arg("name"), py::arg("type"))
      .def_static("at", &Draft::At, py::return_value_policy::reference)
      .def_property_readonly("address", &AddressOf)
      .def_property_readonly("name", [](const Draft& self) { return PythonText(self.name()); })
      .def_property_readonly("type", [](const Draft& self) { return PythonText(self.type()); })
      .def_property_readonly("inputs", [](const Draft& self) { return Names(self.schema().inputs); })
      .def_property_readonly("outputs", [](const Draft& self) { return Names(self.schema().outputs); })
      .def_property_readonly("dynamic_inputs", &Draft::dynamic_inputs)
      .def_property_readonly("dynamic_outputs", &Draft::dynamic_outputs)
      .def_property_readonly("attrs", &Attrs)
      .def("set_attr", &SetAttr)
      .def("register_input", input(ir::InputKind::kRequired))
      .def("register_optional_input", input(ir::InputKind::kOptional))
      .def("register_dynamic_input",
           [](Draft& self, const std::string& name, uint32_t count) {
             RaiseIfError(self.AddInput(name, ir::InputKind::kDynamic, count));
           })
      .def("register_output",
           [](Draft& self, const std::string& name) {
             RaiseIfError(self.AddOutput(name, ir::OutputKind::kRequired));
           })
      .def("register_dynamic_output", [](Draft& self, const std::string& name, uint32_t count) {
        RaiseIfError(self.AddOutput(name, ir::OutputKind::kDynamic, count));
      });
}

}  // namespace ge::bindings
