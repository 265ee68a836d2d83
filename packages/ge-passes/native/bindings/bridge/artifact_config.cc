#include "artifact_config.h"

namespace ge::passes::bridge {
namespace {

struct Config {
  std::string native_module_path;
  bool taken = false;
};

Config& TheConfig() {
  static Config config;
  return config;
}

}  // namespace

base::Status SetArtifactConfig(const PythonArtifactConfig& config) {
  if (TheConfig().taken) return base::InnerError("the Python side of passes has been imported already");
  TheConfig().native_module_path = config.native_module_path;
  return {};
}

std::string TakeNativeModulePath() {
  TheConfig().taken = true;
  return TheConfig().native_module_path;
}

}  // namespace ge::passes::bridge
