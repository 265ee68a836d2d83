#include "serialize/dump_file.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/status.h"

namespace ge::serialize {
namespace {

constexpr size_t kLongestName = 254;
constexpr size_t kKeptOfLongName = 248;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string AskedFolder(int64_t device_id) {
  const std::string collect = Variable("NPU_COLLECT_PATH");
  if (!collect.empty()) return base::Text(collect, "/extra-info/graph/", ::getpid(), "_", device_id, "/");
  const std::string dump = Variable("DUMP_GRAPH_PATH");
  if (!dump.empty()) return base::Text(dump, "/pid_", ::getpid(), "_deviceid_", device_id, "/");
  const std::string work = Variable("ASCEND_WORK_PATH");
  return work.empty() ? "./" : work + "/";
}

bool IsSingleOp(const ir::Graph& graph) {
  static const base::Name marked("_single_op_scene");
  if (graph.attrs.GetOr<bool>(marked, false)) return true;
  const auto nodes = graph.nodes();
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const ir::Node* node) { return node->attrs().GetOr<bool>(marked, false); });
}

}  // namespace

std::string ChooseDumpFolder(int64_t device_id) {
  const std::string folder = AskedFolder(device_id);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error || !std::filesystem::is_directory(folder, error) ? "./" : folder;
}

std::string DumpFileName(const ir::Graph& graph, DumpFormat format, int64_t number, std::string stage) {
  static constexpr std::string_view kForbidden = "/\\:*?\"<>|";
  std::replace_if(
      stage.begin(), stage.end(), [](char c) { return kForbidden.find(c) != std::string_view::npos; }, '_');
  const char* kind = format == DumpFormat::kOnnx  ? "ge_onnx"
                     : format == DumpFormat::kTxt ? "ge_proto"
                                                  : "ge_readable";
  char digits[24];
  std::snprintf(digits, sizeof(digits), "%08lld", static_cast<long long>(number));
  const std::string name =
      base::Text(kind, "_", digits, IsSingleOp(graph) ? "_aclop" : "", "_graph_", graph.id, "_", stage);
  if (format != DumpFormat::kOnnx) return name + ".txt";
  const std::string full = name + ".pbtxt";
  return full.size() <= kLongestName ? full : full.substr(0, kKeptOfLongName) + ".pbtxt";
}

}  // namespace ge::serialize
