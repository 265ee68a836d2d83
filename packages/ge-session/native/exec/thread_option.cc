#include "exec/thread_option.h"

#include <charconv>
#include <cstdlib>

namespace ge::cpu::exec {
namespace {

constexpr const char* kOption = "ge.exec.threads";
constexpr const char* kVariable = "GE_EXEC_THREADS";
constexpr int kMostThreads = 1024;

base::Result<int> Number(std::string_view text, std::string_view where) {
  int threads = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, threads);
  if (error == std::errc() && rest == end && threads >= 1 && threads <= kMostThreads) return threads;
  return base::Status(
      "E10001", base::Text(where, " is '", text, "', expected a number of threads from 1 to ", kMostThreads));
}

}  // namespace

base::Result<int> ThreadsFor(const backend::Options& options) {
  const auto option = options.find(kOption);
  if (option != options.end()) return Number(option->second, base::Text("option ", kOption));
  const char* const variable = std::getenv(kVariable);
  if (variable == nullptr || *variable == '\0') return 0;
  return Number(variable, base::Text("the environment variable ", kVariable));
}

}  // namespace ge::cpu::exec
