#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "match/match.h"
#include "match/pattern.h"
#include "passes/pass.h"

// What the compiler and the library that runs passes written in Python say to each other. The library is made
// for one version of Python, this side for none: it finds the library by its manifest and asks it for this
// table.
namespace ge::passes {

inline constexpr uint32_t kPythonBridgeAbi = 1;

enum class PythonPassKind : int32_t { kFusionBase = 0, kPatternFusion = 1, kDecompose = 2 };

struct PythonPassDescriptor {
  std::string key;  // names the class
  std::string name;
  Stage stage = Stage::kBeforeInferShape;
  PythonPassKind kind = PythonPassKind::kFusionBase;
  std::vector<std::string> op_types;
};

// Each takes the instance it is for. An exception of the hook comes back as an error with its text and
// traceback.
struct PythonPassCallbacks {
  base::Status (*create)(const std::string& instance, const std::string& key);
  void (*destroy)(const std::string& instance);
  base::Result<Outcome> (*run)(const std::string& instance, const std::shared_ptr<ir::Graph>& graph,
                               PassContext& context);
  base::Result<match::PatternConfig> (*matcher_config)(const std::string& instance);
  base::Result<std::vector<match::Pattern>> (*patterns)(const std::string& instance);
  base::Result<bool> (*meet_requirements)(const std::string& instance, const match::Match& match,
                                          PassContext& context);
  base::Result<std::shared_ptr<ir::Graph>> (*replacement)(const std::string& instance,
                                                          const match::Match& match, PassContext& context);
  base::Result<bool> (*decompose_meet_requirements)(const std::string& instance, ir::Node& node,
                                                    PassContext& context);
  base::Result<std::shared_ptr<ir::Graph>> (*decompose_replacement)(const std::string& instance,
                                                                    ir::Node& node, PassContext& context);
  // Runs both graphs and compares their numbers; the error says what differs. What cannot be compared is
  // logged and passes.
  base::Status (*verify)(const std::shared_ptr<ir::Graph>& before, const std::shared_ptr<ir::Graph>& after);
};

struct PythonArtifactConfig {
  std::string artifact_root;
  std::string native_module_path;
};

using PythonPassRegistrar =
    std::function<base::Status(const PythonPassDescriptor&, const PythonPassCallbacks&)>;

struct PythonBridgeApi {
  uint32_t abi_version;
  // Fails once the Python side has been imported.
  base::Status (*set_artifact_config)(const PythonArtifactConfig& config);
  // Loads what ASCEND_GE_PY_PASS_PATH names, and with `plugins` what installed distributions offer, and tells
  // of each pass. Those told of before a failure stay told.
  base::Status (*register_passes)(const PythonPassRegistrar& registrar, bool plugins);
  // Forgets instances, plugins and the Python registry.
  void (*reset_bridge_state)();
  void (*shutdown_bridge)();
  // How the hooks of any pass are called.
  const PythonPassCallbacks* callbacks;
};

inline constexpr const char* kPythonBridgeSymbol = "GeGetPythonFusionPassBridgeApi";
using GetPythonBridgeApi = const PythonBridgeApi* (*)();

}  // namespace ge::passes
