#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serialize/text_dump.h"

namespace ge::serialize {

// The numbers are those of the public enumeration.
enum class DumpFormat { kOnnx = 0, kTxt = 1, kReadable = 2 };

// What the environment variables of dumps say; null stands for a variable that is not set.

// DUMP_GE_GRAPH: none unless it is 1, 2 or 3.
std::optional<DumpLevel> ParseDumpLevel(const char* text);
// DUMP_GRAPH_FORMAT: words of any case joined by `|`.
std::vector<DumpFormat> ParseDumpFormats(const char* text);
// DUMP_GRAPH_LEVEL: whether a stage is written.
bool IsStageDumped(std::string_view stage, const char* filter);

}  // namespace ge::serialize
