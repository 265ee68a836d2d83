// Where passes in Python come from: ASCEND_GE_PY_PASS_PATH and ge.passes.plugins say whether there are any, a
// manifest which library runs them, and the library which passes there are.

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <string>

#include "base/log.h"
#include "passes/python/artifacts.h"
#include "passes/python/interpreter.h"
#include "passes/python/python_pass.h"
#include "passes/registry.h"

namespace ge::passes {
namespace {

using base::Result;
using base::Status;
using base::Text;

constexpr const char* kPathVariable = "ASCEND_GE_PY_PASS_PATH";
constexpr const char* kPluginsOption = "ge.passes.plugins";
constexpr const char* kPluginsVariable = "GE_PASSES_PLUGINS";
constexpr const char* kLoadError = "E13029";

// Which passes the user asks for, and by what.
struct Wanted {
  std::string path;      // of ASCEND_GE_PY_PASS_PATH
  bool plugins = false;  // those of installed distributions

  bool any() const { return !path.empty() || plugins; }
  std::string ToString() const {
    if (!any()) return "a pass in Python is to be run alone";
    const std::string by_path = path.empty() ? "" : Text(kPathVariable, "=", path);
    return by_path + (plugins ? Text(path.empty() ? "" : " and ", kPluginsOption, "=on") : "");
  }
};

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The option wins over the variable.
Result<Wanted> WantedBy(const Options& options) {
  const auto option = options.find(kPluginsOption);
  const std::string plugins = option == options.end() ? Variable(kPluginsVariable) : option->second;
  if (!plugins.empty() && plugins != "on" && plugins != "off") {
    const char* by = option == options.end() ? kPluginsVariable : kPluginsOption;
    return base::InvalidArgument(Text(by, " is \"", plugins, "\", expected on or off"));
  }
  return Wanted{Variable(kPathVariable), plugins == "on"};
}

bool IsComplete(const PythonBridgeApi* api) {
  return api != nullptr && api->abi_version == kPythonBridgeAbi && api->set_artifact_config != nullptr &&
         api->register_passes != nullptr && api->reset_bridge_state != nullptr &&
         api->shutdown_bridge != nullptr && api->callbacks != nullptr;
}

Result<const PythonBridgeApi*> Open(const PythonArtifact& artifact) {
  void* library = dlopen(artifact.bridge_path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return base::InnerError(Text("open failed: ", dlerror()));
  const auto get = reinterpret_cast<GetPythonBridgeApi>(dlsym(library, kPythonBridgeSymbol));
  if (get == nullptr) return base::InnerError("missing api symbol");
  const PythonBridgeApi* api = get();
  if (!IsComplete(api)) return base::InnerError("invalid api");
  const Status configured = api->set_artifact_config({artifact.root, artifact.native_path});
  if (!configured.ok()) return configured.In("set artifact config failed");
  return api;
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += (joined.empty() ? "" : ", ") + part;
  return joined;
}

// The library of the first set that can be used; why the others cannot is added to `reasons`.
const PythonBridgeApi* OpenFirst(const std::vector<PythonArtifact>& artifacts,
                                 std::vector<std::string>& reasons) {
  for (const PythonArtifact& artifact : artifacts) {
    const Result<const PythonBridgeApi*> api = Open(artifact);
    if (api.ok()) return *api;
    reasons.push_back(artifact.bridge_path + ": " + api.status().message());
  }
  return nullptr;
}

// Installed sets first; when none can be used, ge.passes compiles one, or has done so before.
Result<const PythonBridgeApi*> FindBridge(const Wanted& wanted) {
  std::optional<PythonRuntime> runtime = FindPythonRuntime();
  if (!runtime || !runtime->initialized) {
    const Status started = StartInterpreter();
    if (!started.ok()) {
      return Status(kLoadError,
                    Text(wanted.ToString(), ", but no Python interpreter runs in this process, and ",
                         "none can be started: ", started.message()));
    }
    runtime = FindPythonRuntime();
  }
  const std::vector<std::string> folders = PackageFolders(*runtime);
  std::vector<std::string> reasons;
  if (const PythonBridgeApi* api = OpenFirst(MatchingArtifacts(folders, *runtime), reasons)) return api;
  const Result<std::string> made = CallForText("ge.passes.runtime", "fallback_artifact_root");
  if (!made.ok()) {
    reasons.push_back("compiling one failed: " + made.status().message());
  } else if (const PythonBridgeApi* api = OpenFirst(ArtifactsIn({*made}, *runtime), reasons)) {
    return api;
  }
  return Status(kLoadError, Text(wanted.ToString(), ", but no library for passes in Python of ", runtime->tag,
                                 " on ", PlatformTag(), " with ABI ", kPythonBridgeAbi,
                                 " can be loaded: install ge-passes for this Python", "; searched: ",
                                 Joined(folders), reasons.empty() ? "" : "; " + Joined(reasons)));
}

// The passes that are known to the compiler because of this, and the library behind them. Loading is guarded
// by the registry, which calls one source at a time.
class PythonPasses {
 public:
  Result<const PythonBridgeApi*> Bridge(const Wanted& wanted) {
    const std::lock_guard lock(mutex_);
    if (api_ == nullptr) {
      GE_ASSIGN_OR_RETURN(api_, FindBridge(wanted));
    }
    return api_;
  }

  Status Load(const Options& options) {
    GE_ASSIGN_OR_RETURN(const Wanted wanted, WantedBy(options));
    if (loaded_ || !wanted.any()) return {};
    GE_ASSIGN_OR_RETURN(const PythonBridgeApi* api, Bridge(wanted));
    const Status registered = api->register_passes(
        [this](const PythonPassDescriptor& descriptor, const PythonPassCallbacks& callbacks) {
          return Register(descriptor, callbacks);
        },
        wanted.plugins);
    loaded_ = true;
    if (registered.ok()) return {};
    Unload();
    return {kLoadError, Text("passes of ", wanted.ToString(), " cannot be loaded: ", registered.message())};
  }

  void Unload() {
    if (!loaded_) return;
    loaded_ = false;
    for (const std::string& name : names_) UnregisterPass(name);
    names_.clear();
    api_->reset_bridge_state();
  }

 private:
  Status Register(const PythonPassDescriptor& descriptor, const PythonPassCallbacks& callbacks) {
    GE_RETURN_IF_ERROR(RegisterPass(
        {descriptor.name, descriptor.stage,
         [descriptor, callbacks] { return MakePythonPass(descriptor, callbacks); }, callbacks.verify}));
    if (!IsRun(descriptor.stage)) {
      GE_LOG(kWarning, "[FusionPass][SKIP] \"", descriptor.name, "\": stage ", StageName(descriptor.stage),
             " is not one of fusion passes, it never runs");
    }
    GE_LOG(kInfo, "[FusionPass][ADD] \"", descriptor.name, "\" at stage ", StageName(descriptor.stage));
    names_.push_back(descriptor.name);
    return {};
  }

  std::mutex mutex_;
  const PythonBridgeApi* api_ = nullptr;  // once found it stays
  bool loaded_ = false;
  std::vector<std::string> names_;
};

PythonPasses& ThePasses() {
  static auto* const passes = new PythonPasses;
  return *passes;
}

[[maybe_unused]] const bool kAdded = [] {
  AddPassSource(
      {[](const Options& options) { return ThePasses().Load(options); }, [] { ThePasses().Unload(); }});
  return true;
}();

}  // namespace

Result<const PythonPassCallbacks*> FindPythonCallbacks() {
  GE_ASSIGN_OR_RETURN(const PythonBridgeApi* api, ThePasses().Bridge({}));
  return api->callbacks;
}

}  // namespace ge::passes
