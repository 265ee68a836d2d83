#pragma once

#include <cstdint>
#include <string>

#include "ir/graph.h"
#include "serialize/dump_filter.h"

namespace ge::serialize {

// The folder of dumps as the environment asks for it, made when missing; `./` when that fails. Ends in a
// slash.
std::string ChooseDumpFolder(int64_t device_id);

// `ge_onnx_00000003_graph_1_PreRunBegin.pbtxt`
std::string DumpFileName(const ir::Graph& graph, DumpFormat format, int64_t number, std::string stage);

}  // namespace ge::serialize
