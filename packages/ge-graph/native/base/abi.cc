#include "base/abi.h"

#include "base/bridge_abi.h"

int ge_bridge_abi() { return ge::base::kBridgeAbi; }
