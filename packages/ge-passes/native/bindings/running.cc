#include <pybind11/stl.h>

#include "bindings/errors.h"
#include "passes/pass_manager.h"
#include "passes/registry.h"
#include "python_objects.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

Stage StageFrom(const std::string& name) {
  const std::optional<Stage> stage = StageOf(name);
  if (!stage || !IsRun(*stage)) throw py::value_error("there is no stage \"" + name + "\"");
  return *stage;
}

// Whether the passes of the stage changed the graph.
bool RunStage(py::handle graph, const std::string& stage, const Options& options) {
  const std::shared_ptr<ir::Graph> root = GraphFrom(graph);
  const Stage at = StageFrom(stage);
  const bindings::Changing without_gil(*root, "changed by passes");
  bindings::RaiseIfError(EnsurePassesLoaded(options));
  PassManager manager = bindings::ValueOrRaise(PassManager::Create(options, 0));
  return bindings::ValueOrRaise(manager.RunStage(at, root)) == Outcome::kChanged;
}

}  // namespace

void RegisterRunning(py::module_& module) {
  module.def("run_stage", &RunStage, py::arg("graph"), py::arg("stage"), py::arg("options"));
}

}  // namespace ge::passes::python
