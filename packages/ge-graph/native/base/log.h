#pragma once

#include <string>

#include "base/api.h"
#include "base/status.h"

namespace ge::base {

enum class LogLevel { kDebug = 0, kInfo = 1, kWarning = 2, kError = 3, kNone = 4 };

// Lines of this level and above are written: to stdout with ASCEND_SLOG_PRINT_TO_STDOUT=1, else to stderr.
// ASCEND_GLOBAL_LOG_LEVEL says the level (read once); without it, errors only.
GE_API bool LogEnabled(LogLevel level);
// Overrides the environment's level for the process.
GE_API void SetLogLevel(LogLevel level);

// Writes `[LEVEL] GE(pid,process):time [file:line]tid function: text`. One line is one write.
GE_API void WriteLog(LogLevel level, const char* file, int line, const char* function,
                     const std::string& text);

}  // namespace ge::base

// The text is put together only when it is written: GE_LOG(kInfo, "replaced ", count, " nodes").
#define GE_LOG(level, ...)                                                            \
  do {                                                                                \
    if (::ge::base::LogEnabled(::ge::base::LogLevel::level)) {                        \
      ::ge::base::WriteLog(::ge::base::LogLevel::level, __FILE__, __LINE__, __func__, \
                           ::ge::base::Text(__VA_ARGS__));                            \
    }                                                                                 \
  } while (false)
