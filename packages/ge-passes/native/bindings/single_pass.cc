// One pass on one graph, as a compilation runs it; and what it says of the places that it looked at.

#include <pybind11/stl.h>

#include <chrono>

#include "bindings/errors.h"
#include "infer/infer.h"
#include "passes/python/python_pass.h"
#include "passes/report.h"
#include "passes/run_pass.h"
#include "python_objects.h"
#include "register.h"
#include "rewrite/clone.h"

namespace py = pybind11;
using py::literals::operator""_a;

namespace ge::passes::python {
namespace {

using base::Result;
using base::Status;
using GraphPtr = std::shared_ptr<ir::Graph>;

constexpr const char* kFates[] = {"replaced", "missed",   "refused", "hook_failed",
                                  "cycle",    "conflict", "failed"};
constexpr const char* kMissKinds[] = {
    "type",         "input_count",    "output_port",     "other_node", "const_value", "attribute",
    "other_output", "outside_reader", "shared_constant", "boundary",   "used"};

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
  PassContext context(&options, 0);
  context.pass_name = name;
  context.report = &report;
  const auto start = std::chrono::steady_clock::now();
  GE_ASSIGN_OR_RETURN(const Outcome outcome, RunPass(*pass, graph, context));
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  const bool changed = outcome == Outcome::kChanged;
  if (infer && changed) GE_RETURN_IF_ERROR(infer::InferGraph(*graph));
  return Ran{changed, time.count()};
}

py::object MissFields(const std::optional<match::Miss>& miss) {
  if (!miss) return py::none();
  return py::dict("kind"_a = kMissKinds[static_cast<size_t>(miss->kind)],
                  "pattern_node"_a = miss->pattern_node, "pattern_type"_a = miss->pattern_type,
                  "node"_a = miss->node, "node_type"_a = miss->node_type, "expected"_a = miss->expected,
                  "found"_a = miss->found, "matched"_a = miss->matched,
                  "pattern_size"_a = miss->pattern_size);
}

py::list PlaceFields(const PassReport& report) {
  py::list places;
  for (const Place& place : report.places) {
    places.append(py::dict("graph"_a = place.graph, "pattern"_a = place.pattern, "node"_a = place.node,
                           "fate"_a = kFates[static_cast<size_t>(place.fate)], "reason"_a = place.reason,
                           "nodes"_a = place.nodes, "miss"_a = MissFields(place.miss)));
  }
  return places;
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
  return py::dict("changed"_a = ran.changed, "seconds"_a = ran.seconds, "places"_a = PlaceFields(report),
                  "errors"_a = report.errors, "roots"_a = report.roots);
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
