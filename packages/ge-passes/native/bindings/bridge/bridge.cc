// The library that runs passes written in Python: what the compiler finds by its one exported function.

#include <pybind11/stl.h>

#include <optional>

#include "artifact_config.h"
#include "base/abi.h"
#include "base/bridge_abi.h"
#include "hooks.h"
#include "passes/python/python_pass.h"
#include "python_call.h"

namespace py = pybind11;

namespace ge::passes::bridge {
namespace {

using base::InnerError;
using base::Result;
using base::Status;
using base::Text;

Result<PythonPassDescriptor> DescriptorFrom(const py::dict& fields) {
  for (const char* key : {"descriptor_key", "pass_name", "stage", "kind"}) {
    if (!py::isinstance<py::str>(fields[key])) {
      return InnerError(Text("a pass has no text as its ", key, ": ", py::repr(fields).cast<std::string>()));
    }
  }
  const auto text = [&fields](const char* key) { return fields[key].cast<std::string>(); };
  const std::optional<Stage> stage = StageOf(text("stage"));
  const std::optional<PythonPassKind> kind = FindPythonPassKind(text("kind"));
  const std::string name = text("pass_name");
  if (name.empty() || text("descriptor_key").empty()) return InnerError("a pass has an empty name");
  if (!stage) return InnerError(Text("pass \"", name, "\" has unknown stage \"", text("stage"), "\""));
  if (!kind) return InnerError(Text("pass \"", name, "\" has unknown kind \"", text("kind"), "\""));
  return PythonPassDescriptor{text("descriptor_key"), name, *stage, *kind,
                              fields["op_types"].cast<std::vector<std::string>>()};
}

Status RegisterPasses(const PythonPassRegistrar& registrar, bool plugins) {
  return WithPython("", [&]() -> Status {
    const py::list descriptors = BridgeModule().attr("load_and_get_pass_descriptors")(plugins);
    for (const py::handle fields : descriptors) {
      GE_ASSIGN_OR_RETURN(const PythonPassDescriptor descriptor,
                          DescriptorFrom(py::reinterpret_borrow<py::dict>(fields)));
      GE_RETURN_IF_ERROR(registrar(descriptor, kCallbacks));
    }
    return {};
  });
}

void ResetBridgeState() {
  if (Py_IsInitialized() == 0) return;
  (void)WithPython("reset", []() -> Status {
    ForgetHooks();
    const py::module_ bridge = BridgeModule();
    bridge.attr("clear_pass_holders")();
    bridge.attr("clear_loaded_pass_modules")();
    py::module_::import("ge.passes.registry").attr("retire_registered_passes")();
    ForgetBridge();
    py::module_::import("gc").attr("collect")();
    return {};
  });
}

const PythonBridgeApi kApi = {kPythonBridgeAbi,  &SetArtifactConfig, &RegisterPasses,
                              &ResetBridgeState, &ResetBridgeState,  &kCallbacks};

}  // namespace
}  // namespace ge::passes::bridge

extern "C" GE_API const ge::passes::PythonBridgeApi* GeGetPythonFusionPassBridgeApi() {
  // Built for another bridge: its tables would not fit.
  if (ge_bridge_abi() != ge::base::kBridgeAbi) return nullptr;
  return &ge::passes::bridge::kApi;
}
