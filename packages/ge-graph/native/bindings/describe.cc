#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "base/data_type.h"
#include "base/format.h"
#include "bindings/attr_text.h"
#include "bindings/errors.h"
#include "bindings/graph_access.h"
#include "bindings/node_handle.h"
#include "bindings/python_types.h"
#include "bindings/register.h"
#include "ir/attr.h"
#include "ir/dim_range.h"
#include "match/attr_equal.h"
#include "om/om.h"
#include "serialize/model_def.h"
#include "serialize/value_text.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

// Nodes by their place in the graph's list, found by slot.
class Places {
 public:
  explicit Places(const ir::Graph& graph) : place_(graph.slot_end(), -1) {
    int64_t next = 0;
    for (const ir::Node* node : graph.nodes()) place_[node->slot()] = next++;
  }
  int64_t Of(const ir::Node* node) const { return node == nullptr ? -1 : place_[node->slot()]; }

 private:
  std::vector<int64_t> place_;
};

// Numbers, and `1~8` for a dimension that has a range.
py::list PythonDims(const ir::TensorDesc& desc) {
  py::list dims = PythonShape(desc.shape);
  const ir::Shape ranged = ir::WithRange(desc.shape, desc.details().shape_range);
  for (size_t i = 0; i < ranged.size(); ++i) {
    if (!ir::HasRange(ranged[i])) continue;
    const std::string text = base::Text(ir::Shape{ranged[i]});
    dims[i] = PythonText(text.substr(1, text.size() - 2));
  }
  return dims;
}

py::object Desc(const ir::TensorDesc& desc) {
  if (desc.IsUnconnected()) return py::none();
  const base::DataTypeInfo* info = base::FindDataType(desc.type);
  const std::string_view type = info == nullptr ? "undefined" : info->name;
  return py::make_tuple(PythonText(type), py::tuple(PythonDims(desc)),
                        PythonText(base::FormatText(desc.format)));
}

py::list Attrs(const ir::AttrMap& attrs) {
  py::list out;
  for (const auto& [name, value] : attrs) {
    out.append(py::make_tuple(PythonText(name.text()), PythonText(ir::AttrKindName(value)),
                              PythonText(AttrText(value)), TensorBytes(value)));
  }
  return out;
}

py::list Inputs(const ir::Node& node, const Places& places) {
  py::list out;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    const ir::Endpoint source = node.producer(i);
    out.append(py::make_tuple(PythonText(node.InputName(i)), places.Of(source.node), source.port,
                              Desc(node.input_desc(i))));
  }
  return out;
}

py::list Outputs(const ir::Node& node) {
  py::list out;
  for (int32_t i = 0; i < node.output_count(); ++i) {
    out.append(py::make_tuple(PythonText(node.OutputName(i)), Desc(node.output_desc(i))));
  }
  return out;
}

py::tuple Describe(const ir::Node& node, const Places& places) {
  py::list controls;
  for (const ir::Link& control : node.control_inputs()) controls.append(places.Of(control.node));
  py::list subgraphs;
  for (const ir::SubgraphSlot& slot : node.subgraphs()) {
    subgraphs.append(py::make_tuple(PythonText(slot.slot), PythonText(slot.instance)));
  }
  return py::make_tuple(PythonText(node.name()), PythonText(node.type().text()), Inputs(node, places),
                        controls, Outputs(node), Attrs(node.attrs()), subgraphs);
}

py::list DescribeNodes(const ir::Graph& graph) {
  const Places places(Readable(graph));
  py::list nodes;
  for (const ir::Node* node : graph.nodes()) nodes.append(Describe(*node, places));
  return nodes;
}

std::string Encoded(const ir::AttrValue& value) {
  const auto holder = ir::Graph::Create("");
  holder->attrs.Set("value", value);
  return ValueOrRaise(serialize::WriteModel(*holder)).Join();
}

// Attributes that hold graphs are compared by what a file would hold of them.
bool SameAttr(const ir::AttrMap& a, const ir::AttrMap& b, const std::string& key) {
  const ir::AttrValue* x = a.Find(key);
  const ir::AttrValue* y = b.Find(key);
  if (x == nullptr || y == nullptr) return x == y;
  if (x->index() != y->index()) return false;
  if (match::AttrEquals(*x, *y)) return true;
  return ir::AttrKindName(*x).find("tensor") == std::string_view::npos && Encoded(*x) == Encoded(*y);
}

// None when the type, told by its name in operator definitions, has no fixed size.
std::optional<int64_t> DataBytes(const std::string& type, int64_t count) {
  const std::optional<base::DataType> known = base::DataTypeFromName(type);
  const int64_t bytes = known ? base::DataBytes(*known, count) : -1;
  return bytes < 0 ? std::nullopt : std::optional<int64_t>(bytes);
}

using GraphPtr = std::shared_ptr<ir::Graph>;

void ReadGraphs(const om::OmFile& file, std::vector<GraphPtr>& graphs) {
  for (const om::Model& model : file.models) {
    const auto definition = model.Find(om::PartitionType::kModelDef);
    if (definition == nullptr) continue;
    serialize::ReadOptions options;
    options.weights = model.Find(om::PartitionType::kWeightsData);
    graphs.push_back(ValueOrRaise(serialize::ReadModel(definition, options)));
  }
  for (const om::OmFile& bundled : file.bundled) ReadGraphs(bundled, graphs);
}

// The file's header as far as people ask for it, and the graphs of all models in it.
struct OmContents {
  std::string name;
  std::string platform;
  std::vector<GraphPtr> graphs;
};

OmContents ReadOm(const std::string& path) {
  const om::OmFile file = ValueOrRaise(om::ReadOmFile(path));
  OmContents contents{file.header.name, file.header.platform_version, {}};
  ReadGraphs(file, contents.graphs);
  if (contents.graphs.empty()) Raise({"E10041", base::Text("the OM \"", path, "\" holds no graph")});
  return contents;
}

}  // namespace

void RegisterDescriptions(py::module_& module) {
  module.def("describe_nodes", &DescribeNodes);
  module.def("describe_attrs", [](const ir::Graph& graph) { return Attrs(Readable(graph).attrs); });
  module.def("same_attr", [](const NodeHandle& a, const NodeHandle& b, const std::string& key) {
    return SameAttr(a.Hold()->attrs(), b.Hold()->attrs(), key);
  });
  module.def("same_attr", [](const ir::Graph& a, const ir::Graph& b, const std::string& key) {
    return SameAttr(Readable(a).attrs, Readable(b).attrs, key);
  });
  module.def("elements_text",
             [](const ir::Tensor& tensor) { return PythonText(serialize::ElementsText(tensor)); });
  module.def("data_bytes", &DataBytes);
  module.def("read_om", [](const std::string& path) {
    OmContents contents;
    {
      const py::gil_scoped_release unlocked;
      contents = ReadOm(path);
    }
    return py::make_tuple(PythonText(contents.name), PythonText(contents.platform), contents.graphs);
  });
}

}  // namespace ge::bindings
