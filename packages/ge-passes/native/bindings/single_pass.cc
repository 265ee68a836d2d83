// One pass on one graph, as a compilation runs it; and what it says of the places that it looked at.

#include <pybind11/stl.h>

#include <chrono>

#include "bindings/errors.h"
#include "infer/infer.h"
#include "passes/python/python_pass.h"
#include "passes/run_pass.h"
#include "place_fields.h"
#include "python_objects.h"
#include "register.h"
#include "rewrite/clone.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

using base::Result;
using base::Status;
using GraphPtr = std::shared_ptr<ir::Graph>;

// A registered class, or an instance that `_bridge` lends under a key.
struct PythonSource {
  std::string key;
  std::string kind;
  std::vector<std::string> op_types;
};

Result<std::unique_ptr<Pass>> Make(const std::string& name, const std::optional<PythonSource>& source) {
  if (!source) return MakePass(name);
  const std::optional<PythonPassKind> kind = FindPythonPassKind(source->kind);
  if (!kind)
    return base::InvalidArgument(base::Text("pass \"", name, "\" has unknown kind \"", source->kind, "\""));
  GE_ASSIGN_OR_RETURN(const PythonPassCallbacks* callbacks, FindPythonCallbacks());
  return MakePythonPass({source->key, name, Stage::kBeforeInferShape, *kind, source->op_types}, *callbacks);
}

struct Ran {
  bool changed = false;
  double seconds = 0;
};

Result<Ran> Run(const std::string& name, const std::optional<PythonSource>& source, const GraphPtr& graph,
                const Options& options, bool infer, PassReport& report) {
  GE_ASSIGN_OR_RETURN(const std::unique_ptr<Pass> pass, Make(name, source));
  if (infer) GE_RETURN_IF_ERROR(infer::InferGraph(*graph));
  const auto shared_context = std::make_shared<PassContext>(options, 0);
  PassContext& context = *shared_context;
  context.pass_name = name;
  context.report = &report;
  context.shapes_known = infer;
  const auto start = std::chrono::steady_clock::now();
  GE_ASSIGN_OR_RETURN(const Outcome outcome, RunPass(*pass, graph, context));
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  const bool changed = outcome == Outcome::kChanged;
  if (infer && changed) GE_RETURN_IF_ERROR(infer::InferGraph(*graph));
  return Ran{changed, time.count()};
}

py::dict RunOnePass(
    py::handle graph, const std::string& name,
    const std::optional<std::tuple<std::string, std::string, std::vector<std::string>>>& source,
    const Options& options, bool infer, bool explain) {
  std::optional<PythonSource> python;
  if (source) python = PythonSource{std::get<0>(*source), std::get<1>(*source), std::get<2>(*source)};
  const GraphPtr target = GraphFrom(graph);
  PassReport report;
  report.explain = explain;
  const Ran ran = [&] {
    const py::gil_scoped_release without_gil;
    return bindings::ValueOrRaise(Run(name, python, target, options, infer, report));
  }();
  py::dict fields = ReportFields(report, ran.seconds);
  fields["changed"] = ran.changed;
  return fields;
}

GraphPtr CloneGraph(py::handle graph) {
  const GraphPtr original = GraphFrom(graph);
  const py::gil_scoped_release without_gil;
  return bindings::ValueOrRaise(rewrite::Clone(*original));
}

}  // namespace

void RegisterSinglePass(py::module_& module) {
  module.def("run_pass", &RunOnePass, py::arg("graph"), py::arg("name"), py::arg("source"),
             py::arg("options"), py::arg("infer"), py::arg("explain"));
  module.def("clone_graph", &CloneGraph, py::arg("graph"));
}

}  // namespace ge::passes::python
