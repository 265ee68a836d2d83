#pragma once

#include <string>

#include "passes/python/bridge_api.h"

namespace ge::passes::bridge {

// Says where the native module is. Fails once it has been asked for.
base::Status SetArtifactConfig(const PythonArtifactConfig& config);
std::string TakeNativeModulePath();

}  // namespace ge::passes::bridge
