#include "python_call.h"

#include <cstdlib>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "artifact_config.h"

namespace py = pybind11;

namespace ge::passes::bridge {
namespace {

constexpr const char* kPathVariable = "ASCEND_GE_PY_PASS_PATH";

}  // namespace

std::string Describe(py::error_already_set& error) {
  try {
    const py::object format = py::module_::import("traceback").attr("format_exception");
    const py::object trace = error.trace() ? py::object(error.trace()) : py::object(py::none());
    const py::object lines = format(error.type(), error.value(), trace);
    std::string text = py::str("").attr("join")(lines).cast<std::string>();
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::string summary = py::str(error.type().attr("__name__")).cast<std::string>() + ": " +
                                py::str(error.value()).cast<std::string>();
    return summary + "\n" + text;
  } catch (const std::exception&) {
    return error.what();  // the exception itself cannot be shown
  }
}

py::module_ BridgeModule() {
  const py::dict modules = py::module_::import("sys").attr("modules");
  const py::str name("ge.passes._bridge");
  if (!modules.contains(name)) {
    const std::string path = TakeNativeModulePath();
    if (!path.empty()) py::module_::import("ge.passes._artifact_utils").attr("load_native_module")(path);
  }
  return py::module_::import("ge.passes._bridge");
}

namespace {

using Functions = std::unordered_map<std::string_view, py::object>;

Functions& KnownFunctions() {
  static auto* const known = new Functions;  // holds Python objects: not to be dropped at exit
  return *known;
}

}  // namespace

py::object Bridge(const char* name) {
  const auto found = KnownFunctions().find(name);
  if (found != KnownFunctions().end()) return found->second;
  return KnownFunctions().emplace(name, BridgeModule().attr(name)).first->second;
}

void ForgetBridge() { KnownFunctions().clear(); }

void CopyPathVariable() {
  // Before every hook: only a change costs something.
  static std::optional<std::string> copied;
  const char* now = std::getenv(kPathVariable);
  if (copied && now != nullptr && *copied == now) return;
  copied = now == nullptr ? std::nullopt : std::optional<std::string>(now);
  const py::object environ = py::module_::import("os").attr("environ");
  const char* value = std::getenv(kPathVariable);
  const py::str name(kPathVariable);
  if (value == nullptr) {
    environ.attr("pop")(name, py::none());
  } else if (!environ.contains(name) || environ[name].cast<std::string>() != value) {
    environ[name] = py::str(value);
  }
}

}  // namespace ge::passes::bridge
