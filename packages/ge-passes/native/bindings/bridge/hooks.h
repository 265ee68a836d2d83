#pragma once

#include "passes/python/bridge_api.h"

namespace ge::passes::bridge {

// The hooks of Python pass instances, as the compiler calls them.
extern const PythonPassCallbacks kCallbacks;

}  // namespace ge::passes::bridge
