#include "passes/switches.h"

#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/log.h"

namespace ge::passes {
namespace {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// A view of what `options` keeps; empty without the key.
std::string_view ValueOf(const Options& options, const char* key) {
  const auto found = options.find(key);
  return found == options.end() ? std::string_view() : found->second;
}

base::Status ReadBool(const Options& options, const char* key, bool& value) {
  const std::string_view text = ValueOf(options, key);
  if (!text.empty() && text != "true" && text != "false") {
    return base::InvalidArgument(base::Text("option ", key, " is \"", text, "\", expected true or false"));
  }
  value = text != "false";
  return {};
}

base::Status ReadLevel(const Options& options, int& level) {
  const std::string_view text = ValueOf(options, "ge.oo.level");
  if (!text.empty() && text != "O1" && text != "O3") {
    return base::InvalidArgument(base::Text("option ge.oo.level is \"", text, "\", expected O1 or O3"));
  }
  level = text == "O1" ? 1 : 3;
  return {};
}

}  // namespace

base::Result<PassSwitches> PassSwitches::Read(const Options& options) {
  PassSwitches switches;
  GE_RETURN_IF_ERROR(ReadLevel(options, switches.level_));
  GE_RETURN_IF_ERROR(ReadBool(options, "ge.oo.constantFolding", switches.constant_folding_));
  GE_RETURN_IF_ERROR(ReadBool(options, "ge.oo.deadCodeElimination", switches.dead_code_elimination_));
  switches.ReadSwitchText(ValueOf(options, "ge.optimizationSwitch"));
  const std::string file(ValueOf(options, "ge.fusionSwitchFile"));
  if (!file.empty()) switches.ReadSwitchFile(file);
  for (const std::string_view name : Split(ValueOf(options, "ge.disableOptimizations"), ',')) {
    // Only these are honoured.
    if (name == "RemoveSameConstPass" || name == "ConstantFoldingPass" ||
        name == "TransOpWithoutReshapeFusionPass") {
      switches.disabled_.emplace(name);
    }
  }
  return switches;
}

void PassSwitches::ReadSwitchText(std::string_view text) {
  if (text.empty()) return;
  for (const std::string_view entry : Split(text, ';')) {
    const size_t colon = entry.rfind(':');
    const std::string_view name = entry.substr(0, colon);
    const std::string_view word = colon == std::string_view::npos ? "" : entry.substr(colon + 1);
    if (name.empty() || (word != "on" && word != "off") || name.substr(0, 3) == "ge.") {
      if (!entry.empty())
        GE_LOG(kWarning, "[FusionSwitch] ignored: \"", entry, "\", expected <pass>:on or <pass>:off");
      continue;
    }
    by_option_[std::string(name)] = word == "on";
  }
}

void PassSwitches::ReadSwitchFile(const std::string& path) {
  const base::Result<std::string> text = base::ReadWholeFile(path);
  const base::Result<base::Json> parsed = text.ok() ? base::ParseJson(*text) : text.status();
  if (!parsed.ok()) {
    GE_LOG(kWarning, "[FusionSwitch] file ", path, " is not used: ", parsed.status().message());
    return;
  }
  const base::Json* entries = base::FindIn(*parsed, {"Switch", "GraphFusion"});
  if (entries == nullptr || !entries->is_object()) {
    GE_LOG(kWarning, "[FusionSwitch] file ", path, " has no object Switch.GraphFusion");
    return;
  }
  for (const auto& [name, value] : entries->items()) by_file_[name] = value == "on";
}

bool PassSwitches::IsOn(const std::string& pass) const {
  const auto by_option = by_option_.find(pass);
  if (by_option != by_option_.end()) return by_option->second;
  auto by_file = by_file_.find(pass);
  if (by_file == by_file_.end()) by_file = by_file_.find("ALL");
  return by_file == by_file_.end() || by_file->second;
}

bool PassSwitches::IsOn(const std::string& pass, int level, BuiltinSwitch by) const {
  if (disabled_.count(pass) != 0) return false;
  const auto by_option = by_option_.find(pass);
  if (by_option != by_option_.end()) return by_option->second;
  const auto by_file = by_file_.find(pass);
  if (by_file != by_file_.end()) return by_file->second;
  if (by == BuiltinSwitch::kConstantFolding) return constant_folding_;
  if (by == BuiltinSwitch::kDeadCodeElimination) return dead_code_elimination_;
  return level_ >= level;
}

}  // namespace ge::passes
