#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <type_traits>

#include "base/status.h"

namespace ge::passes::bridge {

// The text of the exception and the traceback that the user wrote.
std::string Describe(pybind11::error_already_set& error);

// `ge.passes._bridge`, imported with its native module from the configured place the first time.
pybind11::module_ BridgeModule();

// A function of that module: looked up once, until `ForgetBridge`.
pybind11::object Bridge(const char* name);
void ForgetBridge();

// Lets os.environ say of ASCEND_GE_PY_PASS_PATH what the C environment says.
void CopyPathVariable();

// How errors begin: `what`, a text or what gives one when it is needed, unless it is empty.
template <typename What>
std::string Prefix(const What& what) {
  std::string text;
  if constexpr (std::is_invocable_v<What>) {
    text = what();
  } else {
    text = what;
  }
  return text.empty() ? text : text + ": ";
}

// Calls `function` with the interpreter's lock. Exceptions become errors that begin with `what`.
template <typename What, typename Function>
auto WithPython(const What& what, Function function) -> decltype(function()) {
  const pybind11::gil_scoped_acquire gil;
  try {
    CopyPathVariable();
    return function();
  } catch (pybind11::error_already_set& error) {
    return base::InnerError(Prefix(what) + Describe(error));
  } catch (const std::exception& error) {
    return base::InnerError(Prefix(what) + error.what());
  }
}

}  // namespace ge::passes::bridge
