#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"

namespace ge::passes {

// The Python of this process, asked through the symbols that it shows; the bridge itself links no Python.
struct PythonRuntime {
  std::string tag;  // `cp311`
  bool initialized = false;
  std::vector<std::string> sys_path;  // empty when not initialized
};

// Nothing when no interpreter is part of the process.
std::optional<PythonRuntime> FindPythonRuntime();

// The text that a function without arguments gives, called with the interpreter's lock; an exception comes as
// an error (E19999) with its text. Needs an initialized interpreter.
base::Result<std::string> CallForText(const char* module, const char* function);

// `linux-x86_64`
std::string PlatformTag();

}  // namespace ge::passes
