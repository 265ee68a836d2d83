#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/api.h"
#include "base/status.h"
#include "ir/graph.h"

namespace ge::serialize {

// How much dumps tell; the numbers are those of DUMP_GE_GRAPH.
enum class DumpLevel : uint8_t { kAll = 1, kNoWeights = 2, kLinks = 3 };

// Options in force, which dumps tell as attributes of the graph.
struct DumpOptions {
  std::map<std::string, std::string> graph;
  std::map<std::string, std::string> session;
  std::map<std::string, std::string> global;
};

// The protobuf text of the graph's ModelDef, with each edge's place among the uses of its output.
// Errors: those of WriteModel.
GE_API base::Result<std::string> TextDump(const ir::Graph& graph, DumpLevel level = DumpLevel::kNoWeights,
                                          const DumpOptions* options = nullptr);

// The graph that a text dump shows, without what such a dump leaves out: the values of constants.
// Errors: E13005 the text is no ModelDef, with line and column; those of ReadModel.
GE_API base::Result<std::shared_ptr<ir::Graph>> ReadTextDump(std::string_view text);

}  // namespace ge::serialize
