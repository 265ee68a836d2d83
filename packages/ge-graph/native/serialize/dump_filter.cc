#include "serialize/dump_filter.h"

#include <algorithm>
#include <cctype>

namespace ge::serialize {
namespace {

// Written when nothing else is asked for.
constexpr std::string_view kUsual[] = {"PreRunBegin",
                                       "PreRunAfterNormalizeGraph",
                                       "AfterInfershape",
                                       "PreRunAfterPrepare",
                                       "PreRunAfterOptimizeOriginalGraph",
                                       "PreRunAfterOptimizeAfterStage1",
                                       "PreRunAfterOptimizeSubgraph",
                                       "PreRunAfterOptimizeGraphBeforeBuild",
                                       "Build",
                                       "ComputeGraphBeforeLowering",
                                       "ExeGraphBeforeOptimize",
                                       "ExecuteGraphAfterSplit"};
constexpr std::string_view kUsualParts[] = {"AutoFuseBeforeOptimize", "AutoFuseAfterOptimize",
                                            "RunCustomPass"};
// Of graphs cut in parts: never written unless asked for by a word.
constexpr std::string_view kPartial[] = {"partition", "OptimizeSubGraph", "Aicpu", "sub_graph"};

bool Holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

template <typename Parts>
bool HoldsAny(std::string_view text, const Parts& parts) {
  return std::any_of(std::begin(parts), std::end(parts),
                     [text](std::string_view part) { return Holds(text, part); });
}

bool IsNumber(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find('|'), text.size());
    if (end != 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

bool IsUsual(std::string_view stage) {
  if (HoldsAny(stage, kPartial)) return false;
  return std::find(std::begin(kUsual), std::end(kUsual), stage) != std::end(kUsual) ||
         HoldsAny(stage, kUsualParts);
}

}  // namespace

std::optional<DumpLevel> ParseDumpLevel(const char* text) {
  const std::string_view level = text == nullptr ? "" : text;
  if (level == "1") return DumpLevel::kAll;
  if (level == "2") return DumpLevel::kNoWeights;
  if (level == "3") return DumpLevel::kLinks;
  return std::nullopt;
}

std::vector<DumpFormat> ParseDumpFormats(const char* text) {
  static constexpr std::pair<std::string_view, DumpFormat> kFormats[] = {
      {"ge_proto", DumpFormat::kTxt}, {"onnx", DumpFormat::kOnnx}, {"readable", DumpFormat::kReadable}};
  std::string lower = text == nullptr || *text == '\0' ? "ge_proto|onnx" : text;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::vector<std::string_view> words = Words(lower);
  std::vector<DumpFormat> formats;
  for (const auto& [word, format] : kFormats) {
    if (std::find(words.begin(), words.end(), word) != words.end()) formats.push_back(format);
  }
  return formats;
}

bool IsStageDumped(std::string_view stage, const char* filter) {
  if (filter == nullptr) return IsUsual(stage);
  if (stage.empty() || IsNumber(stage)) return false;
  const std::string_view level = filter;
  if (level == "1") return !HoldsAny(stage, kPartial);
  if (level == "2") return IsUsual(stage);
  if (level == "3") return stage == "Build";
  if (level == "4") return stage == "PreRunBegin";
  return !IsNumber(level) && HoldsAny(stage, Words(level));
}

}  // namespace ge::serialize
