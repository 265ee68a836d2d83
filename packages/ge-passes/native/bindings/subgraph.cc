#include "subgraph.h"

#include <pybind11/stl.h>

#include "passes/infer_replacement.h"
#include "passes/pass.h"
#include "passes/statistics.h"
#include "register.h"
#include "rewrite/clone.h"
#include "rewrite/fuse_check.h"
#include "rewrite/inherit.h"
#include "rewrite/splice.h"
#include "status.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

SubgraphInput InputFrom(const py::iterable& ports) {
  SubgraphInput input;
  for (const py::handle item : ports) {
    if (!py::isinstance<py::tuple>(item) || py::len(item) != 2) {
      throw std::runtime_error("SubgraphInput takes tuples of two, (node, port)");
    }
    const auto pair = py::reinterpret_borrow<py::tuple>(item);
    input.ports.push_back({bindings::NodeHandle(*NodeFrom(pair[0]).node), pair[1].cast<int32_t>()});
  }
  return input;
}

uint32_t AddInput(SubgraphInput& self, py::handle node, int32_t port) {
  const bindings::HeldNode held = NodeFrom(node);
  if (!held->HasInput(port) || !held->IsConnected(port)) return kFailed;
  if (!self.ports.empty()) {
    const Port& first = self.ports.front();
    if (first.node.Hold()->producer(first.index) != held->producer(port)) return kFailed;
  }
  self.ports.push_back({bindings::NodeHandle(*held.node), port});
  return kSuccess;
}

uint32_t SetOutput(SubgraphOutput& self, py::handle node, int32_t index) {
  const bindings::HeldNode held = NodeFrom(node);
  if (self.port || !held->HasOutput(index)) return kFailed;
  self.port = Port{bindings::NodeHandle(*held.node), index};
  return kSuccess;
}

template <typename T>
uint32_t AddSlot(std::map<int64_t, T>& slots, int64_t index, const T& value) {
  return slots.emplace(index, value).second ? kSuccess : kFailed;
}

uint32_t Replace(const SubgraphBoundary& boundary, py::handle replacement) {
  const std::shared_ptr<ir::Graph> graph = GraphFrom(replacement);
  const auto copy = rewrite::Clone(*graph);
  const base::Status status = copy.ok() ? rewrite::Splice(boundary.Resolve(), *copy).status() : copy.status();
  if (!status.ok()) GE_LOG(kError, "[REPLACE][INVALID] ", status.message());
  return status.ok() ? kSuccess : kFailed;
}

base::Status CheckAndReplace(const match::Boundary& boundary, const ir::Graph& replacement,
                             PassContext& context) {
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> inner, match::InnerNodes(boundary));
  GE_RETURN_IF_ERROR(rewrite::CanFuse(inner));
  if (context.pass_name.empty()) return base::InnerError("the pass has no name");
  const int64_t graph_id = inner[0]->graph()->Root()->id;
  const std::optional<ir::NamedAttrs> origins = rewrite::OriginMap(inner, context.pass_name);
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<ir::Graph> copy, rewrite::Clone(replacement));
  InferWhereShapesAreKnown(*copy, boundary, context);
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> added, rewrite::Splice(boundary, copy, context.pass_name));
  rewrite::WriteOriginMap(origins, added);
  CountPass(context.session_id(), graph_id, context.pass_name, {1, 1});
  return {};
}

py::object ReplaceReporting(const SubgraphBoundary& boundary, py::handle replacement, py::handle context) {
  if (!py::isinstance<PassContext>(context)) throw py::type_error("context must be a PassContext");
  PassContext& known = context.cast<PassContext&>();
  const std::shared_ptr<ir::Graph> graph = GraphFrom(replacement);
  RaiseInPass(CheckAndReplace(boundary.Resolve(), *graph, known), "replace", known);
  return py::none();
}

}  // namespace

match::Boundary SubgraphBoundary::Resolve() const {
  match::Boundary boundary;
  for (const auto& [slot, input] : inputs) {
    boundary.inputs.emplace_back();
    for (const Port& port : input.ports)
      boundary.inputs.back().push_back({port.node.Hold().node, port.index});
  }
  for (const auto& [slot, output] : outputs) {
    ir::Endpoint endpoint;
    if (output.port) endpoint = {output.port->node.Hold().node, output.port->index};
    boundary.outputs.push_back(endpoint);
  }
  return boundary;
}

void RegisterSubgraph(py::module_& module) {
  py::class_<SubgraphInput>(module, "SubgraphInput")
      .def(py::init<>())
      .def(py::init(&InputFrom), py::arg("node_ports"), py::pos_only())
      .def("add_input", &AddInput, py::arg("node"), py::arg("out_index"));
  py::class_<SubgraphOutput>(module, "SubgraphOutput")
      .def(py::init<>())
      .def(py::init([](py::handle node, int32_t index) {
             return SubgraphOutput{Port{bindings::NodeHandle(*NodeFrom(node).node), index}};
           }),
           py::arg("node"), py::arg("out_index"))
      .def("set_output", &SetOutput, py::arg("node"), py::arg("out_index"));
  py::class_<SubgraphBoundary>(module, "SubgraphBoundary")
      .def(py::init<>())
      .def(
          "add_input",
          [](SubgraphBoundary& self, int64_t index, const SubgraphInput& input) {
            return AddSlot(self.inputs, index, input);
          },
          py::arg("index"), py::arg("input"))
      .def(
          "add_output",
          [](SubgraphBoundary& self, int64_t index, const SubgraphOutput& output) {
            return AddSlot(self.outputs, index, output);
          },
          py::arg("index"), py::arg("output"));
  struct SubgraphRewriter {};
  py::class_<SubgraphRewriter>(module, "SubgraphRewriter")
      .def_static("replace", &Replace, py::arg("boundary"), py::arg("replacement"))
      .def_static("replace", &ReplaceReporting, py::arg("boundary"), py::arg("replacement"), py::kw_only(),
                  py::arg("context"));
}

}  // namespace ge::passes::python
