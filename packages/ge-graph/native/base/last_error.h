#pragma once

#include <string>

#include "base/api.h"
#include "base/status.h"

namespace ge::base {

// The newest error of this thread, for callers that are told only that something failed. Where an error
// leaves the bridge, it is put here.
// "Fine" forgets it.
GE_API void SetLastError(const Status& error);
// `code: message`; empty when there was none.
GE_API const std::string& LastError();

}  // namespace ge::base
