#include "passes/statistics.h"

#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <utility>

#include "base/file.h"
#include "base/log.h"

namespace ge::passes {
namespace {

using Counts = std::map<std::string, PassTimes>;

struct Table {
  std::mutex mutex;
  std::map<std::pair<int64_t, int64_t>, Counts> graphs;
};

Table& TheTable() {
  static auto* const table = new Table;  // still there when the process ends
  return *table;
}

std::string Quoted(const std::string& text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += std::string("\\u00") + kHex[c >> 4] + kHex[c & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string PassEntry(const std::string& pass, const PassTimes& times) {
  return base::Text("      ", Quoted(pass), ": {\"effect_times\": \"", times.effect,
                    "\", \"match_times\": \"", times.match, "\"}");
}

std::string GraphEntry(std::pair<int64_t, int64_t> ids, const Counts& counts) {
  std::string text =
      base::Text("  \"session_and_graph_id_", ids.first, "_", ids.second, "\": {\n    \"graph_fusion\": {\n");
  const char* separator = "";
  for (const auto& [pass, times] : counts) {
    text += separator + PassEntry(pass, times);
    separator = ",\n";
  }
  return text + "\n    }\n  }";
}

std::string ResultPath() {
  const char* work = std::getenv("ASCEND_WORK_PATH");
  const std::string folder = work == nullptr || *work == '\0' ? "." : base::Text(work, "/FE/", getpid());
  return folder + "/fusion_result.json";
}

}  // namespace

void CountPass(int64_t session_id, int64_t graph_id, const std::string& pass, PassTimes times) {
  if (times.match == 0 && times.effect == 0) return;
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  PassTimes& sum = table.graphs[{session_id, graph_id}][pass];
  sum.match += times.match;
  sum.effect += times.effect;
}

std::map<std::string, PassTimes> PassCounts(int64_t session_id, int64_t graph_id) {
  Table& table = TheTable();
  const std::lock_guard lock(table.mutex);
  const auto found = table.graphs.find({session_id, graph_id});
  return found == table.graphs.end() ? Counts() : found->second;
}

base::Status WriteFusionResult() {
  std::string text = "{\n";
  {
    Table& table = TheTable();
    const std::lock_guard lock(table.mutex);
    if (table.graphs.empty()) return {};
    const char* separator = "";
    for (const auto& [ids, counts] : table.graphs) {
      text += separator + GraphEntry(ids, counts);
      separator = ",\n";
    }
  }
  text += "\n}\n";
  return base::WriteFileAtomically(ResultPath(), {text});
}

void WriteFusionResultAtExit() {
  static const int once = std::atexit([] {
    const base::Status written = WriteFusionResult();
    if (!written.ok()) GE_LOG(kWarning, written.ToString());
  });
  (void)once;
}

}  // namespace ge::passes
