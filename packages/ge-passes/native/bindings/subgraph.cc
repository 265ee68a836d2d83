#include "subgraph.h"

#include <pybind11/stl.h>

#include "passes/infer_replacement.h"
#include "passes/pass.h"
#include "passes/report.h"
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

using Nodes = std::vector<ir::Node*>;

// Splices, and tells the report of the pass that runs here.
base::Result<Nodes> SpliceTold(const match::Boundary& boundary, const std::shared_ptr<ir::Graph>& replacement,
                               const std::optional<std::string>& pass_name) {
  PassReport* report = CurrentReport();
  if (report == nullptr) return rewrite::Splice(boundary, replacement, pass_name);
  GE_ASSIGN_OR_RETURN(const Nodes inner, match::InnerNodes(boundary));
  const Rewrite told(report, boundary, inner);
  Place place = PlaceOf(inner, *boundary.outputs[0].node);
  GE_ASSIGN_OR_RETURN(Nodes added, rewrite::Splice(boundary, replacement, pass_name));
  place.tensors = told.Tensors();
  report->places.push_back(std::move(place));
  return added;
}

uint32_t Replace(const SubgraphBoundary& boundary, py::handle replacement) {
  const std::shared_ptr<ir::Graph> graph = GraphFrom(replacement);
  const auto copy = rewrite::Clone(*graph);
  const base::Status status =
      copy.ok() ? SpliceTold(boundary.Resolve(), *copy, std::nullopt).status() : copy.status();
  if (!status.ok()) GE_LOG(kError, "[REPLACE][INVALID] ", status.message());
  return status.ok() ? kSuccess : kFailed;
}

base::Status CheckAndReplace(const match::Boundary& boundary, const ir::Graph& replacement,
                             PassContext& context) {
  GE_ASSIGN_OR_RETURN(const Nodes inner, match::InnerNodes(boundary));
  GE_RETURN_IF_ERROR(rewrite::CanFuse(inner));
  if (context.pass_name.empty()) return base::InnerError("the pass has no name");
  const int64_t graph_id = inner[0]->graph()->Root()->id;
  const std::optional<ir::NamedAttrs> origins = rewrite::OriginMap(inner, context.pass_name);
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<ir::Graph> copy, rewrite::Clone(replacement));
  InferWhereShapesAreKnown(*copy, boundary, context);
  GE_ASSIGN_OR_RETURN(const Nodes added, SpliceTold(boundary, copy, context.pass_name));
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
  py::class_<SubgraphInput>(module, "SubgraphInput",
                            "A tensor that a subgraph reads, by the inputs inside that read it.")
      .def(py::init<>(), "Without any input yet.")
      .def(py::init(&InputFrom), py::arg("node_ports"), py::pos_only(),
           "From tuples `(node, port)`: a node inside, and the number of its input.")
      .def("add_input", &AddInput, py::arg("node"), py::arg("out_index"),
           R"(Add an input inside that reads the tensor.

Args:
    node: A node inside of the subgraph.
    out_index: The number of its *input*, whatever the name says.

Returns:
    0; 4294967295 when there is no such input, nothing feeds it, or another tensor does.)");
  py::class_<SubgraphOutput>(module, "SubgraphOutput", "A tensor inside of a subgraph that others read.")
      .def(py::init<>(), "Without a tensor yet.")
      .def(py::init([](py::handle node, int32_t index) {
             return SubgraphOutput{Port{bindings::NodeHandle(*NodeFrom(node).node), index}};
           }),
           py::arg("node"), py::arg("out_index"), "Output `out_index` of a node.")
      .def("set_output", &SetOutput, py::arg("node"), py::arg("out_index"), R"(Say which tensor it is.

Returns:
    0; 4294967295 when it is said already, or there is no such output.)");
  py::class_<SubgraphBoundary>(
      module, "SubgraphBoundary",
      "What is to be replaced: all that its outputs need, as far back as its inputs.")
      .def(py::init<>(), "Without inputs and outputs yet.")
      .def(
          "add_input",
          [](SubgraphBoundary& self, int64_t index, const SubgraphInput& input) {
            return AddSlot(self.inputs, index, input);
          },
          py::arg("index"), py::arg("input"), R"(Add an input.

Args:
    index: Which `Data` of the replacement stands for it.
    input: Copied.

Returns:
    0; 4294967295 when the index is taken.)")
      .def(
          "add_output",
          [](SubgraphBoundary& self, int64_t index, const SubgraphOutput& output) {
            return AddSlot(self.outputs, index, output);
          },
          py::arg("index"), py::arg("output"), R"(Add an output.

Args:
    index: Which output of the replacement stands for it.
    output: Copied.

Returns:
    0; 4294967295 when the index is taken.)");
  struct SubgraphRewriter {};
  py::class_<SubgraphRewriter>(module, "SubgraphRewriter", "Replaces subgraphs by hand.")
      .def_static("replace", &Replace, py::arg("boundary"), py::arg("replacement"),
                  R"(Put a copy of a graph in the place of a subgraph.

Args:
    boundary: What is replaced.
    replacement: As many inputs and outputs as the boundary; not changed.

Returns:
    0; 4294967295 on failure, of which the log tells.)")
      .def_static("replace", &ReplaceReporting, py::arg("boundary"), py::arg("replacement"), py::kw_only(),
                  py::arg("context"),
                  R"(The same, checked by `can_fuse` before, and reported as `report_fuse` does.

Args:
    boundary: What is replaced.
    replacement: As many inputs and outputs as the boundary; not changed.
    context: The context of the pass.

Raises:
    RuntimeError: It cannot be replaced; the context has the same text as its error message.)");
}

}  // namespace ge::passes::python
