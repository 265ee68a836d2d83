#include <atomic>
#include <string>

#include "bindings/errors.h"
#include "bindings/graph_access.h"
#include "bindings/python_types.h"
#include "bindings/register.h"
#include "ir/graph.h"
#include "serialize/air.h"
#include "serialize/dump_stage.h"
#include "serialize/text_dump.h"

namespace py = pybind11;

namespace ge::bindings {

namespace {

// Of dumps that somebody asks for; 0: none.
std::atomic<int64_t> max_dump_files = 0;
std::atomic<int64_t> max_dump_file_bytes = 0;

std::string DumpUnlocked(const ir::Graph& graph, serialize::DumpFormat format) {
  const Reading reading(graph, "dumped");
  return ValueOrRaise(serialize::DumpText(graph, format));
}

}  // namespace

void RegisterFiles(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  module.def("save_air", [](const ir::Graph& graph, const std::string& path) {
    const Reading reading(graph, "saved");
    RaiseIfError(serialize::SaveAir(graph, path));
  });
  module.def(
      "load_air", [](const std::string& path) { return ValueOrRaise(serialize::LoadAir(path)); }, Unlocked());
  module.def(
      "load_text", [](const std::string& text) { return ValueOrRaise(serialize::ReadTextDump(text)); },
      Unlocked());
  module.def("dump", [](const ir::Graph& graph, int32_t format) {
    return PythonText(DumpUnlocked(graph, static_cast<serialize::DumpFormat>(format)));
  });
  module.def("dump_to_file", [](const ir::Graph& graph, int32_t format, const std::string& suffix) {
    const Reading reading(graph, "dumped");
    serialize::DumpContext context;
    context.max_files = max_dump_files;
    context.max_file_bytes = max_dump_file_bytes;
    RaiseIfError(serialize::DumpToFile(graph, static_cast<serialize::DumpFormat>(format), suffix, context));
  });
  module.def("set_dump_limits", [](int64_t files, int64_t file_bytes) {
    max_dump_files = files;
    max_dump_file_bytes = file_bytes;
  });
}

}  // namespace ge::bindings
