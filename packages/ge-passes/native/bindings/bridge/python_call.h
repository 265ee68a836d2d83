#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "base/status.h"

namespace ge::passes::bridge {

// The text of the exception and the traceback that the user wrote.
std::string Describe(pybind11::error_already_set& error);

// `ge.passes._bridge`, imported with its native module from the configured place the first time.
pybind11::module_ BridgeModule();

// Lets os.environ say of ASCEND_GE_PY_PASS_PATH what the C environment says.
void CopyPathVariable();

// Calls `function` with the interpreter's lock. Exceptions become errors that start with `what`, unless it is
// empty.
template <typename Function>
auto WithPython(const std::string& what, Function function) -> decltype(function()) {
  const pybind11::gil_scoped_acquire gil;
  const std::string prefix = what.empty() ? what : what + ": ";
  try {
    CopyPathVariable();
    return function();
  } catch (pybind11::error_already_set& error) {
    return base::InnerError(prefix + Describe(error));
  } catch (const std::exception& error) {
    return base::InnerError(prefix + error.what());
  }
}

}  // namespace ge::passes::bridge
