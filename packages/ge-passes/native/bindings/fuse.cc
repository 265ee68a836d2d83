#include "passes/pass.h"
#include "passes/report.h"
#include "passes/statistics.h"
#include "python_objects.h"
#include "register.h"
#include "rewrite/fuse_check.h"
#include "rewrite/report.h"
#include "status.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

py::tuple CanFuse(py::handle nodes) {
  const base::Status status = rewrite::CanFuse(NodesFrom(nodes, "nodes"));
  return py::make_tuple(status.ok(), status.message());
}

// Unless the rewriter has told it already.
void AddOnce(Place place, PassReport& report) {
  const bool told = !report.places.empty() && report.places.back().nodes == place.nodes;
  if (!told) report.places.push_back(std::move(place));
}

void ReportFuse(py::handle nodes_before, py::handle nodes_after, py::handle context) {
  const std::vector<ir::Node*> before = NodesFrom(nodes_before, "nodes_before");
  const std::vector<ir::Node*> after = NodesFrom(nodes_after, "nodes_after");
  if (!py::isinstance<PassContext>(context)) throw py::type_error("context must be a PassContext");
  PassContext& known = context.cast<PassContext&>();
  RaiseInPass(rewrite::Report(before, after, known.pass_name), "report_fuse", known);
  if (PassReport* report = CurrentReport()) AddOnce(PlaceOf(before, *before[0]), *report);
  CountPass(known.session_id(), before[0]->graph()->Root()->id, known.pass_name, {1, 1});
}

}  // namespace

void RegisterFuse(py::module_& module) {
  module.def("can_fuse", &CanFuse, py::arg("nodes"));
  module.def("report_fuse", &ReportFuse, py::arg("nodes_before"), py::arg("nodes_after"), py::arg("context"),
             R"(Report a fusion that was done by hand, after the edit and before the old nodes are removed.

Args:
    nodes_before: What was fused; not empty, of one graph.
    nodes_after: What came in its place; may be empty.
    context: The context of the pass.

Raises:
    RuntimeError: A list does not fit; the context has the same text as its error message.)");
}

}  // namespace ge::passes::python
