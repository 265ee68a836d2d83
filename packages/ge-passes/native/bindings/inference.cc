#include "match_result.h"
#include "passes/infer_replacement.h"
#include "python_objects.h"
#include "register.h"
#include "subgraph.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

struct Source {
  match::Boundary boundary;
  std::string type;
  std::string name;
};

Source SourceFrom(py::handle source) {
  if (py::isinstance<MatchResult>(source)) {
    const match::Match& match = source.cast<const MatchResult&>().Get();
    return {match.boundary, "MatchResult", match.pattern_name};
  }
  if (py::isinstance<SubgraphBoundary>(source)) {
    return {source.cast<const SubgraphBoundary&>().Resolve(), "SubgraphBoundary", ""};
  }
  const bindings::HeldNode node = NodeFrom(source);
  return {match::BoundaryOf(*node), "Node", node->name()};
}

void InferShape(py::handle replacement, py::handle source) {
  const std::shared_ptr<ir::Graph> graph = GraphFrom(replacement);
  if (graph->node_count() == 0) throw std::runtime_error("the replacement graph is empty");
  const Source from = SourceFrom(source);
  base::Status status = match::InnerNodes(from.boundary).status();
  if (status.ok()) status = InferReplacement(*graph, from.boundary);
  if (status.ok()) return;
  throw std::runtime_error(
      base::Text("infer_shape failed: replacement_graph=", graph->name(), " source_type=", from.type,
                 from.name.empty() ? "" : " source_name=" + from.name, ": ", status.message()));
}

}  // namespace

void RegisterInference(py::module_& module) {
  module.def("infer_shape", &InferShape, py::arg("replacement"), py::arg("source"));
}

}  // namespace ge::passes::python
