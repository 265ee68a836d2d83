#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/attr_values.h"
#include "bindings/errors.h"
#include "bindings/es_holder.h"
#include "bindings/graph_access.h"
#include "bindings/node_handle.h"
#include "bindings/numbers.h"
#include "bindings/python_types.h"
#include "bindings/register.h"
#include "ops/graph_builder.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

using ops::GraphBuilder;

// Raises when another thread has the graph that is built: a part of it may be saved.
EsBuilder& BuilderOf(py::handle self) {
  auto& builder = self.cast<EsBuilder&>();
  if (builder.open_graph() != nullptr) Changeable(*builder.open_graph());
  return builder;
}

// For what the documentation calls a failure to do something: RuntimeError, whatever the code. A wrong value
// raises ValueError before.
void FailIfError(const base::Status& status) {
  if (status.ok()) return;
  base::SetLastError(status);
  throw std::runtime_error(status.ToString());
}

// Of a node just made.
py::object HolderOf(py::handle self, ir::Node* node) {
  EsBuilder& builder = BuilderOf(self);
  NodeMade(builder, node);
  auto holder = py::reinterpret_steal<py::object>(NewHolder(self.ptr(), &builder, *node, 0));
  if (!holder) throw py::error_already_set();
  return holder;
}

py::object AddInput(py::handle self, int64_t index, const std::string& type, const std::string& name,
                    int32_t data_type, int32_t format, py::handle shape) {
  ops::InputDecl input;
  input.type = type;
  input.name = name;
  input.desc = ir::TensorDesc(ShapeFrom(shape), static_cast<base::DataType>(data_type),
                              static_cast<base::Format>(format));
  EsBuilder& builder = BuilderOf(self);
  auto added = builder.AddInput(index, std::move(input));
  FailIfError(added.status());
  if (shape.is_none()) builder.inference.SetShapeless((*added)->slot(), true);
  return HolderOf(self, *added);
}

template <typename Element>
std::shared_ptr<base::Buffer> Elements(const py::sequence& values, Element (*from)(py::handle)) {
  auto buffer = base::Buffer::AllocateForWriting(values.size() * sizeof(Element));
  auto* out = static_cast<Element*>(buffer->mutable_data());
  for (const py::handle value : values) *out++ = from(value);
  return buffer;
}

std::shared_ptr<base::Buffer> ElementsOf(const py::sequence& values, base::DataType type) {
  switch (type) {
    case base::DataType::kFloat:
      return Elements(values, FloatFrom);
    case base::DataType::kInt32:
      return Elements(values, IntegerFrom<int32_t>);
    case base::DataType::kUint32:
      return Elements(values, IntegerFrom<uint32_t>);
    case base::DataType::kInt64:
      return Elements(values, IntegerFrom<int64_t>);
    case base::DataType::kUint64:
      return Elements(values, IntegerFrom<uint64_t>);
    default:
      throw py::value_error(base::Text("no constant of type ", type, " can be made from a list"));
  }
}

py::object AddConst(py::handle self, const py::sequence& values, int32_t data_type, py::handle dims) {
  const auto type = static_cast<base::DataType>(data_type);
  ir::Tensor tensor(ir::TensorDesc(ShapeFrom(dims), type), ElementsOf(values, type));
  FailIfError(tensor.Check());
  return HolderOf(self, BuilderOf(self).AddConst(std::move(tensor)));
}

// The elements are shared.
py::object AddTensor(py::handle self, py::handle tensor) {
  const ir::Tensor& value = TensorOf(tensor);
  FailIfError(value.Check());
  return HolderOf(self, BuilderOf(self).AddConst(value));
}

py::object AddVariable(py::handle self, int64_t index, const std::string& name) {
  return HolderOf(self, BuilderOf(self).AddVariable(index, name));
}

// The output that a holder stands for. Raises ValueError when it is of another builder.
ir::Endpoint EndpointOf(const GraphBuilder& builder, py::handle value) {
  const Holder* holder = AsHolder(value.ptr());
  if (holder == nullptr) throw py::type_error("expected a TensorHolder");
  if (holder->builder != &builder) {
    throw py::value_error(base::Text("the tensor is of another GraphBuilder: '", holder->builder->name(),
                                     "', not '", builder.name(), "'"));
  }
  const std::shared_ptr<ir::Graph> graph = builder.graph();
  ir::Node* node = graph == nullptr ? nullptr : Changeable(*graph).NodeAt(holder->slot);
  if (node == nullptr) Raise(base::InnerError("the node of the tensor is gone"));
  return {node, holder->port};
}

void SetOutput(EsBuilder& self, py::handle tensor, int64_t index) {
  const ir::Endpoint output = EndpointOf(self, tensor);
  FailIfError(self.SetOutput(output, index));
}

void AddControl(EsBuilder& self, py::handle target, py::handle source) {
  ir::Node* to = EndpointOf(self, target).node;
  RaiseIfError(to->graph()->AddControlEdge(EndpointOf(self, source).node, to));
}

// Names given by hand may meet numbered ones: of nodes with one name the later get a number behind it.
void MakeNamesUnique(EsBuilder& self) {
  ir::Graph& graph = Changeable(*self.graph());
  std::unordered_map<std::string, int> next;
  for (ir::Node* node : graph.nodes()) {
    if (next.emplace(node->name(), 1).second) continue;
    std::string name;
    do {
      name = node->name() + "_" + std::to_string(next[node->name()]++);
    } while (!next.emplace(name, 1).second);
    graph.Rename(node, std::move(name));
  }
}

// Raises ValueError for the first node that no longer fits, when the builder checks.
void CheckFit(py::handle self) {
  EsBuilder& builder = BuilderOf(self);
  if (!builder.checks) return;
  const base::Status fault = builder.inference.FirstFault(*builder.open_graph());
  if (!fault.ok()) throw py::value_error(fault.message());
}

void SetGraphAttr(const EsBuilder& self, const std::string& name, py::handle value) {
  ir::AttrValue converted = AttrFromPython(value);
  Changeable(*self.graph()).attrs.Set(name, std::move(converted));
}

void SetTensorAttr(const EsBuilder& self, py::handle tensor, const std::string& name, py::handle value) {
  ir::AttrValue converted = AttrFromPython(value);
  const ir::Endpoint output = EndpointOf(self, tensor);
  if (!output.node->HasOutput(output.port)) Raise(base::InnerError("a node without outputs has no tensor"));
  output.node->mutable_output_desc(output.port).mutable_attrs().Set(name, std::move(converted));
}

}  // namespace

void RegisterEsBuilder(py::module_& module) {
  py::class_<EsBuilder>(module, "EsBuilder")
      .def(py::init<std::string, bool, bool>(), py::arg("name"), py::arg("checks") = false,
           py::arg("keeps_lines") = false)
      .def_property_readonly("_name", [](const EsBuilder& self) { return PythonText(self.name()); })
      .def_property_readonly("_built", [](const EsBuilder& self) { return self.built(); })
      .def("_add_input", &AddInput)
      .def("_add_const", &AddConst)
      .def("_add_tensor", &AddTensor)
      .def("_add_variable", &AddVariable)
      .def("_set_output", &SetOutput)
      .def("_add_control", &AddControl)
      .def("_make_names_unique", &MakeNamesUnique)
      .def("_set_graph_attr", &SetGraphAttr)
      .def("_set_tensor_attr", &SetTensorAttr)
      .def("_check_fit", &CheckFit)
      .def("_build", [](py::handle self) { return ValueOrRaise(BuilderOf(self).Build()); });
}

}  // namespace ge::bindings
