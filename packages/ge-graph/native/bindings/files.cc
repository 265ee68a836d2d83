#include <string>

#include "bindings/errors.h"
#include "bindings/register.h"
#include "ir/graph.h"
#include "serialize/air.h"
#include "serialize/dump_stage.h"

namespace py = pybind11;

namespace ge::bindings {

void RegisterFiles(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  module.def(
      "save_air",
      [](const ir::Graph& graph, const std::string& path) { RaiseIfError(serialize::SaveAir(graph, path)); },
      Unlocked());
  module.def(
      "load_air", [](const std::string& path) { return ValueOrRaise(serialize::LoadAir(path)); }, Unlocked());
  module.def(
      "dump",
      [](const ir::Graph& graph, int32_t format) {
        return ValueOrRaise(serialize::DumpText(graph, static_cast<serialize::DumpFormat>(format)));
      },
      Unlocked());
  module.def(
      "dump_to_file",
      [](const ir::Graph& graph, int32_t format, const std::string& suffix) {
        RaiseIfError(serialize::DumpToFile(graph, static_cast<serialize::DumpFormat>(format), suffix));
      },
      Unlocked());
}

}  // namespace ge::bindings
