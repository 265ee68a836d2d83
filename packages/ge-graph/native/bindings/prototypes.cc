#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/errors.h"
#include "bindings/es_arguments.h"
#include "bindings/register.h"
#include "ops/registry.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

// Kinds as definitions name them; those that only have an empty default have it here.
struct KindRow {
  const char* name;
  ir::AttrKind kind;
  ir::AttrValue (*empty)();  // null: the default is a Python value
};

template <typename T>
ir::AttrValue Empty() {
  return T{};
}

template <typename T>
ir::AttrValue EmptyBox() {
  return ir::Box<T>(T());
}

constexpr KindRow kKinds[] = {
    {"Int", ir::AttrKind::kInt, nullptr},
    {"Float", ir::AttrKind::kFloat, nullptr},
    {"Bool", ir::AttrKind::kBool, nullptr},
    {"String", ir::AttrKind::kString, nullptr},
    {"DataType", ir::AttrKind::kDataType, nullptr},
    {"Tensor", ir::AttrKind::kTensor, &EmptyBox<ir::Tensor>},
    {"Bytes", ir::AttrKind::kBytes, &Empty<ir::Bytes>},
    {"NamedAttrs", ir::AttrKind::kNamedAttrs, &EmptyBox<ir::NamedAttrs>},
    {"ListInt", ir::AttrKind::kListInt, nullptr},
    {"ListFloat", ir::AttrKind::kListFloat, nullptr},
    {"ListBool", ir::AttrKind::kListBool, nullptr},
    {"ListString", ir::AttrKind::kListString, nullptr},
    {"ListDataType", ir::AttrKind::kListDataType, nullptr},
    {"ListListInt", ir::AttrKind::kListListInt, nullptr},
    {"ListTensor", ir::AttrKind::kListTensor, &Empty<std::vector<ir::Tensor>>},
    {"ListNamedAttrs", ir::AttrKind::kListNamedAttrs, &Empty<std::vector<ir::NamedAttrs>>},
};

const KindRow& KindNamed(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                         [name](const KindRow& row) { return name == row.name; });
  if (found == std::end(kKinds))
    throw py::value_error("no kind of attribute is named \"" + std::string(name) + "\"");
  return *found;
}

// (name, kind, data types as bits, type symbol)
template <typename Spec, typename Kind>
Spec PortFrom(const py::tuple& port) {
  return {port[0].cast<std::string>(), static_cast<Kind>(port[1].cast<uint8_t>()),
          port[2].cast<ir::DataTypeSet>(), port[3].cast<std::string>()};
}

// (name, kind) of one that must be given, (name, kind, default) of one that need not
ir::AttrSpec AttrFrom(const py::tuple& attr, base::Name op) {
  const KindRow& row = KindNamed(attr[1].cast<std::string>());
  ir::AttrSpec spec{attr[0].cast<std::string>(), row.kind, attr.size() == 2};
  if (spec.required) return spec;
  const py::object fallback = attr[2];
  spec.fallback = row.empty != nullptr ? row.empty() : AttrArgument(fallback.ptr(), spec, op);
  return spec;
}

void RegisterOne(const std::string& type, const std::string& origin, const py::sequence& inputs,
                 const py::sequence& outputs, const py::sequence& attrs, const py::sequence& subgraphs) {
  ir::OpSchema schema;
  schema.type = type;
  for (const py::handle port : inputs)
    schema.inputs.push_back(PortFrom<ir::InputSpec, ir::InputKind>(port.cast<py::tuple>()));
  for (const py::handle port : outputs)
    schema.outputs.push_back(PortFrom<ir::OutputSpec, ir::OutputKind>(port.cast<py::tuple>()));
  for (const py::handle attr : attrs) schema.attrs.push_back(AttrFrom(attr.cast<py::tuple>(), schema.type));
  for (const py::handle graph : subgraphs) {
    const auto [name, kind] = graph.cast<std::pair<std::string, uint8_t>>();
    schema.subgraphs.push_back({name, static_cast<ir::SubgraphKind>(kind)});
  }
  RaiseIfError(ops::RegisterSchema(std::move(schema), origin));
}

}  // namespace

void RegisterPrototypes(py::module_& module) {
  module.def("es_register_prototype", &RegisterOne, py::arg("op_type"), py::arg("origin"), py::arg("inputs"),
             py::arg("outputs"), py::arg("attrs"), py::arg("subgraphs"));
}

}  // namespace ge::bindings
