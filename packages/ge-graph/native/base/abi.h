#pragma once

#include "base/api.h"

// The number of the interface of the bridge that is loaded; `ge::base::kBridgeAbi` is that of the headers
// compiled against. A C function, so that a module of any other number can still ask.
extern "C" GE_API int ge_bridge_abi();
