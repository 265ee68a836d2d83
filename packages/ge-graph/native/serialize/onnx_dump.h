#pragma once

#include <string>

#include "base/api.h"
#include "base/status.h"
#include "ir/graph.h"
#include "serialize/text_dump.h"

namespace ge::serialize {

// A view of the graph for ONNX viewers, as the protobuf text of a ModelProto; no ONNX runtime can run it.
// Nodes and edges only.
GE_API base::Result<std::string> OnnxDump(const ir::Graph& graph);
// With attributes and descriptors, as DUMP_GE_GRAPH writes it.
GE_API base::Result<std::string> OnnxDump(const ir::Graph& graph, DumpLevel level);

}  // namespace ge::serialize
