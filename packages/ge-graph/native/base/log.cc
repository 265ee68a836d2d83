#include "base/log.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ge::base {
namespace {

int LevelFromEnvironment() {
  const char* text = std::getenv("ASCEND_GLOBAL_LOG_LEVEL");
  if (text == nullptr || text[0] < '0' || text[0] > '4' || text[1] != '\0')
    return static_cast<int>(LogLevel::kError);
  return text[0] - '0';
}

std::atomic<int>& Threshold() {
  static std::atomic<int> threshold = LevelFromEnvironment();
  return threshold;
}

FILE* Target() {
  const char* to_stdout = std::getenv("ASCEND_SLOG_PRINT_TO_STDOUT");
  return to_stdout != nullptr && std::strcmp(to_stdout, "1") == 0 ? stdout : stderr;
}

std::string Now() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts = {};
  localtime_r(&now.tv_sec, &parts);
  char day[32];
  strftime(day, sizeof day, "%Y-%m-%d-%H:%M:%S", &parts);
  char text[64];
  const long micros = now.tv_nsec / 1000;
  snprintf(text, sizeof text, "%s.%03ld.%03ld", day, micros / 1000, micros % 1000);
  return text;
}

}  // namespace

bool LogEnabled(LogLevel level) { return static_cast<int>(level) >= Threshold(); }

void SetLogLevel(LogLevel level) { Threshold() = static_cast<int>(level); }

void WriteLog(LogLevel level, const char* file, int line, const char* function, const std::string& text) {
  static constexpr const char* kNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
  const char* slash = std::strrchr(file, '/');
  const std::string whole =
      Text("[", kNames[static_cast<int>(level)], "] GE(", getpid(), ",", program_invocation_short_name,
           "):", Now(), " [", slash == nullptr ? file : slash + 1, ":", line, "]", syscall(SYS_gettid), " ",
           function, ": ", text, "\n");
  FILE* target = Target();
  fwrite(whole.data(), 1, whole.size(), target);
  fflush(target);
}

}  // namespace ge::base
