#include "bindings/compiled_model.h"

#include <pybind11/stl.h>

#include <memory>
#include <string>

#include "backend/backend.h"
#include "base/log.h"
#include "bindings/errors.h"
#include "bindings/graph_access.h"
#include "bindings/model.h"
#include "compile/compile.h"
#include "passes/pass_manager.h"
#include "passes/registry.h"

namespace py = pybind11;

namespace ge::cpu::bindings {
namespace {

using compile::CompiledModel;
using ge::bindings::RaiseIfError;
using ge::bindings::ValueOrRaise;

std::shared_ptr<CompiledModel> CompileGraph(const std::shared_ptr<ir::Graph>& graph,
                                            const backend::Options& options, int64_t session_id) {
  const ge::bindings::Changing without_gil(*graph, "compiled");
  return std::make_shared<CompiledModel>(ValueOrRaise(compile::Compile(graph, options, session_id)));
}

std::shared_ptr<CompiledModel> OpenFile(const std::string& path) {
  const py::gil_scoped_release without_gil;
  return std::make_shared<CompiledModel>(ValueOrRaise(compile::LoadOm(path)));
}

// The bytes of a file as the elements of a tensor, which the model's constants share.
std::shared_ptr<CompiledModel> ReadBytes(const ir::Tensor& bytes) {
  const py::gil_scoped_release without_gil;
  return std::make_shared<CompiledModel>(ValueOrRaise(compile::ReadOm(bytes.data)));
}

// `options` win over those the model was compiled with.
Model LoadModel(const CompiledModel& model, backend::Options options) {
  const py::gil_scoped_release without_gil;
  options.insert(model.options.begin(), model.options.end());
  return Model(ValueOrRaise(backend::DefaultBackend()->Load(model.graph, options)));
}

void Save(const CompiledModel& model, const std::string& path) {
  const py::gil_scoped_release without_gil;
  RaiseIfError(compile::SaveOm(model, path));
}

size_t SizeInBytes(const CompiledModel& model) {
  const py::gil_scoped_release without_gil;
  return ValueOrRaise(compile::WriteOm(model)).size();
}

void Load(const backend::Options& options) {
  const py::gil_scoped_release without_gil;
  RaiseIfError(passes::LoadPasses(options));
}

void Unload() {
  const py::gil_scoped_release without_gil;
  passes::UnloadPasses();
}

std::vector<std::string> PassNames() {
  std::vector<std::string> names;
  for (passes::PlacedPass& pass : passes::PassOrder()) names.push_back(std::move(pass.name));
  return names;
}

}  // namespace

void RegisterCompiledModel(py::module_& module) {
  py::class_<CompiledModel, std::shared_ptr<CompiledModel>>(module, "CompiledModel")
      .def_static("compile", &CompileGraph, py::arg("graph"), py::arg("options"), py::arg("session_id") = 0)
      .def_static("open", &OpenFile, py::arg("path"))
      .def_static("read", &ReadBytes, py::arg("bytes"))
      .def("load", &LoadModel, py::arg("options") = backend::Options())
      .def("save", &Save, py::arg("path"))
      .def_property_readonly("size_bytes", &SizeInBytes);
  module.def("load_passes", &Load, py::arg("options"));
  module.def("unload_passes", &Unload);
  module.def("pass_names", &PassNames);
  module.def("set_log_level", [](int level) { base::SetLogLevel(static_cast<base::LogLevel>(level)); });
}

}  // namespace ge::cpu::bindings
