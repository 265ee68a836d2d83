#include "ir/graph.h"

#include <pybind11/stl.h>

#include <utility>

#include "bindings/attr_values.h"
#include "bindings/graph_access.h"
#include "bindings/node_handle.h"
#include "bindings/node_object.h"
#include "bindings/python_types.h"
#include "bindings/register.h"
#include "ir/order.h"
#include "rewrite/clone.h"
#include "rewrite/splice.h"
#include "serialize/air.h"
#include "serialize/model_def.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

using GraphPtr = std::shared_ptr<ir::Graph>;

std::optional<NodeHandle> FindNode(const ir::Graph& self, const std::string& name) {
  const ir::Node* node = Readable(self).FindNode(name);
  if (node == nullptr) return std::nullopt;
  return NodeHandle(*node);
}

py::object Attr(const ir::Graph& self, const std::string& key) {
  const ir::AttrValue* value = Readable(self).attrs.Find(key);
  if (value == nullptr) throw py::key_error(key);
  return AttrToPython(*value);
}

void ReplaceContent(ir::Graph& self, ir::Graph& other) {
  const Changing this_one(self, "replaced");
  const py::gil_scoped_acquire locked;
  const Changing that_one(other, "moved");
  RaiseIfError(self.ReplaceContent(other));
}

// Large graphs take their time to be destroyed.
void Destroy(ir::Graph* graph) {
  constexpr uint32_t kLarge = 10000;
  if (graph->slot_end() < kLarge || Py_IsInitialized() == 0 || PyGILState_Check() == 0) {
    delete graph;
    return;
  }
  const py::gil_scoped_release unlocked;
  delete graph;
}

std::vector<ir::Node*> DirectNodes(const ir::Graph& self) {
  std::vector<ir::Node*> nodes;
  nodes.reserve(Readable(self).node_count());
  for (ir::Node* node : self.nodes()) nodes.push_back(node);
  return nodes;
}

using Outlet = std::pair<NodeHandle, int32_t>;

void SetOutputs(ir::Graph& self, const std::vector<Outlet>& outputs) {
  std::vector<ir::Endpoint> endpoints;
  for (const auto& [handle, port] : outputs) {
    const HeldNode node = handle.Hold();
    if (node->graph() != &self || !node->HasOutput(port)) {
      Raise(base::InvalidArgument(base::Text("output ", port, " of node \"", node->name(),
                                             "\" cannot be a result of graph \"", self.name(), "\"")));
    }
    endpoints.push_back({node.node, port});
  }
  Changeable(self).SetOutputs(std::move(endpoints));
}

std::vector<Outlet> Graft(ir::Graph& self, const GraphPtr& addition, const std::vector<Outlet>& inputs) {
  std::vector<ir::Endpoint> sources;
  for (const auto& [handle, port] : inputs) sources.push_back({handle.Hold().node, port});
  std::vector<Outlet> outputs;
  for (const ir::Endpoint& output : ValueOrRaise(rewrite::Graft(Changeable(self), addition, sources)))
    outputs.emplace_back(NodeHandle(*output.node), output.port);
  return outputs;
}

std::vector<Outlet> Results(const ir::Graph& self) {
  std::vector<Outlet> results;
  for (const ir::Endpoint& result : Readable(self).Results())
    results.emplace_back(NodeHandle(*result.node), result.port);
  return results;
}

// Says of which session the very graph is, not what it is.
constexpr const char* kAdded = "_added_to_session";

// With another name; subgraphs get the suffix.
GraphPtr Clone(const ir::Graph& self, const std::string& name, const std::string& suffix) {
  GraphPtr copy;
  {
    const Reading reading(self, "copied");
    const rewrite::NameSubgraph rename = [&suffix](const std::string& inner) { return inner + suffix; };
    copy = ValueOrRaise(rewrite::Clone(self, name, rename));
  }
  copy->attrs.Remove(kAdded);
  return copy;
}

py::bytes Save(const ir::Graph& self) {
  std::string bytes;
  {
    const Reading reading(self, "saved");
    const serialize::Segments whole = ValueOrRaise(serialize::WriteModel(self));
    if (whole.size() > serialize::kMaxMessageBytes) {
      Raise(
          {"E13023", base::Text("graph \"", self.name(), "\" takes ", whole.size(), " bytes, more than the ",
                                serialize::kMaxMessageBytes, " that fit: save it to an AIR file instead")});
    }
    bytes = whole.Join();
  }
  return bytes;
}

GraphPtr Load(const py::bytes& given) {
  const std::string_view bytes = given;
  const py::gil_scoped_release unlocked;
  GraphPtr graph = ValueOrRaise(serialize::ReadModel(base::Buffer::CopyOf(bytes.data(), bytes.size())));
  graph->attrs.Remove(kAdded);
  return graph;
}

void RegisterSubgraphs(py::class_<ir::Graph, GraphPtr>& graph) {
  graph.def("subgraphs", [](const ir::Graph& self) { return Readable(self).subgraphs(); })
      .def("subgraph",
           [](const ir::Graph& self, const std::string& name) { return Readable(self).FindSubgraph(name); })
      .def("add_subgraph",
           [](ir::Graph& self, const GraphPtr& body) { RaiseIfError(Changeable(self).AddSubgraph(body)); })
      .def("remove_subgraph",
           [](ir::Graph& self, const std::string& name) { Changeable(self).RemoveSubgraph(name); });
}

}  // namespace

void RegisterGraph(py::module_& module) {
  using ir::Graph;
  Graph::DestroyWith(&Destroy);
  py::class_<Graph, GraphPtr> graph(module, "Graph");
  graph.def(py::init(&Graph::Create), py::arg("name"))
      .def_property_readonly("name", [](const Graph& self) { return PythonText(Readable(self).name()); })
      .def_property_readonly("node_count", [](const Graph& self) { return Readable(self).node_count(); })
      .def("nodes", [](const Graph& self) { return NodeObjectsOf(DirectNodes(self)); })
      .def("all_nodes", [](const Graph& self) { return NodeObjectsOf(ir::AllNodes(Readable(self))); })
      .def("find_node", &FindNode)
      .def("set_outputs", &SetOutputs)
      .def("graft", &Graft)
      .def("results", &Results)
      .def("replace_content", &ReplaceContent)
      .def("clone", &Clone, py::arg("name"), py::arg("suffix"))
      .def("save", &Save)
      .def_static("load", &Load)
      .def_property_readonly("is_body",
                             [](const Graph& self) { return Readable(self).parent_node() != nullptr; })
      .def("attr", &Attr)
      .def("set_attr", [](Graph& self, const std::string& key, py::handle value) {
        ir::AttrValue converted = AttrFromPython(value);
        Changeable(self).attrs.Set(key, std::move(converted));
      });
  RegisterSubgraphs(graph);
}

}  // namespace ge::bindings
