#pragma once

#include "passes/python/bridge_api.h"

namespace ge::passes::bridge {

// The hooks of Python pass instances, as the compiler calls them.
extern const PythonPassCallbacks kCallbacks;

// Forgets what is known of instances. With the interpreter's lock.
void ForgetHooks();

}  // namespace ge::passes::bridge
