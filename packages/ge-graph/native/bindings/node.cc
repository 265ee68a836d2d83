#include "ir/node.h"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <utility>

#include "bindings/attr_values.h"
#include "bindings/node_handle.h"
#include "bindings/node_object.h"
#include "bindings/python_types.h"
#include "bindings/register.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

std::vector<ir::Node*> Ends(const ir::LinkList& links) {
  std::vector<ir::Node*> nodes;
  nodes.reserve(links.size());
  for (const ir::Link& link : links) nodes.push_back(link.node);
  return nodes;
}

py::list InControls(const NodeHandle& self) {
  const HeldNode node = self.TryHold();
  return node ? NodeObjectsOf(Ends(node->control_inputs())) : py::list();
}

py::list OutControls(const NodeHandle& self) {
  const HeldNode node = self.TryHold();
  return node ? NodeObjectsOf(Ends(node->control_outputs())) : py::list();
}

ir::TensorDesc& InputDesc(const HeldNode& node, int64_t input) {
  if (!node->HasInput(input)) throw py::index_error("there is no such input");
  return node->mutable_input_desc(static_cast<int32_t>(input));
}

// An optional input that is left out has no descriptor to read or to hang attributes on.
ir::TensorDesc& ValidInputDesc(const HeldNode& node, int64_t input) {
  ir::TensorDesc& desc = InputDesc(node, input);
  if (desc.IsUnconnected()) throw py::index_error("the input is optional and not connected");
  return desc;
}

ir::TensorDesc& OutputDesc(const HeldNode& node, int64_t output) {
  if (!node->HasOutput(output)) throw py::index_error("there is no such output");
  return node->mutable_output_desc(static_cast<int32_t>(output));
}

// What is set by a user says where it is, in files too.
void Replace(ir::TensorDesc& port, const ir::TensorDesc& desc) {
  port = desc;
  port.mutable_details().tells_placement = true;
}

py::object Read(const ir::AttrMap& attrs, const std::string& key) {
  const ir::AttrValue* value = attrs.Find(key);
  if (value == nullptr) throw py::key_error(key);
  return AttrToPython(*value);
}

bool Has(const NodeHandle& self, const std::string& key) {
  const HeldNode node = self.TryHold();
  return node && node->attrs().Has(key);
}

void RegisterPorts(py::class_<NodeHandle>& node) {
  using Handle = const NodeHandle&;
  node.def("in_controls", &InControls)
      .def("out_controls", &OutControls)
      .def("input_desc",
           [](Handle self, int64_t i) { return ir::TensorDesc(ValidInputDesc(self.Hold(), i)); })
      .def("output_desc", [](Handle self, int64_t i) { return ir::TensorDesc(OutputDesc(self.Hold(), i)); })
      .def("set_input_desc",
           [](Handle self, int64_t i, const ir::TensorDesc& desc) {
             Replace(InputDesc(self.HoldToChange(), i), desc);
           })
      .def("set_output_desc",
           [](Handle self, int64_t i, const ir::TensorDesc& desc) {
             Replace(OutputDesc(self.HoldToChange(), i), desc);
           })
      .def("input_attr", [](Handle self, const std::string& key,
                            int64_t i) { return Read(ValidInputDesc(self.Hold(), i).attrs(), key); })
      .def("output_attr", [](Handle self, const std::string& key,
                             int64_t i) { return Read(OutputDesc(self.Hold(), i).attrs(), key); })
      .def("set_input_attr",
           [](Handle self, const std::string& key, int64_t i, py::handle value) {
             ir::AttrValue converted = AttrFromPython(value);
             ValidInputDesc(self.HoldToChange(), i).mutable_attrs().Set(key, std::move(converted));
           })
      .def("set_output_attr", [](Handle self, const std::string& key, int64_t i, py::handle value) {
        ir::AttrValue converted = AttrFromPython(value);
        OutputDesc(self.HoldToChange(), i).mutable_attrs().Set(key, std::move(converted));
      });
}

}  // namespace

void RegisterNode(py::module_& module) {
  using Handle = const NodeHandle&;
  py::class_<NodeHandle> node(module, "Node");
  node.def_property_readonly("alive", [](Handle self) { return static_cast<bool>(self.TryHold()); })
      .def_property_readonly("slot", &NodeHandle::slot)
      .def_property_readonly("graph", [](Handle self) { return self.Hold().graph; })
      .def("has_attr", &Has)
      .def(py::self == py::self)  // NOLINT(misc-redundant-expression): pybind11's way to bind an operator
      .def("__hash__", [](Handle self) { return std::hash<uint32_t>()(self.slot()); });
  RegisterPorts(node);
}

}  // namespace ge::bindings
