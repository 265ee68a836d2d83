#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "passes/python/bridge_api.h"

namespace ge::passes {

// Of `fusion_base`, `pattern_fusion` or `decompose`.
GE_API std::optional<PythonPassKind> FindPythonPassKind(std::string_view text);

// A pass object whose hooks are those of a new instance of a Python class. Fails when the class cannot be
// instantiated, or what it says of its matching makes no sense. The callbacks must outlive the pass.
GE_API base::Result<std::unique_ptr<Pass>> MakePythonPass(const PythonPassDescriptor& descriptor,
                                                          const PythonPassCallbacks& callbacks);

// How the hooks of passes in Python are called, from the library for the interpreter of this process, which
// is loaded when it is not yet. Fails (E13029) when there is none.
GE_API base::Result<const PythonPassCallbacks*> FindPythonCallbacks();

}  // namespace ge::passes
