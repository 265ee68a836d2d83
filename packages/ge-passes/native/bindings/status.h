#pragma once

#include <cstdint>
#include <stdexcept>

#include "base/log.h"
#include "base/status.h"
#include "passes/pass.h"

// How outcomes look to Python.
namespace ge::passes::python {

inline constexpr uint32_t kSuccess = 0;
inline constexpr uint32_t kFailed = 0xFFFFFFFF;
inline constexpr uint32_t kNotChanged = 1343242304;

// Raises RuntimeError with pass and status, which the context keeps too.
inline void RaiseInPass(const base::Status& status, const char* action, PassContext& context) {
  if (status.ok()) return;
  context.error_message = base::Text(action, " failed: ", status.message(), " [pass_name=", context.pass_name,
                                     ", status=", kFailed, "]");
  throw std::runtime_error(context.error_message);
}

}  // namespace ge::passes::python
