#pragma once

#include <string>

#include "base/status.h"

namespace ge::passes {

// The error of a pass that failed.
inline base::Status PassError(const std::string& pass, const base::Status& reason) {
  return {"E13028", base::Text("fusion pass \"", pass, "\" failed: ", reason.message())};
}

}  // namespace ge::passes
