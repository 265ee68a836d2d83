#pragma once

#include <memory>

#include "passes/python/bridge_api.h"

namespace ge::passes {

// A pass object whose hooks are those of a new instance of a Python class. Fails when the class cannot be
// instantiated, or what it says of its matching makes no sense. The callbacks must outlive the pass.
base::Result<std::unique_ptr<Pass>> MakePythonPass(const PythonPassDescriptor& descriptor,
                                                   const PythonPassCallbacks& callbacks);

}  // namespace ge::passes
