#pragma once

#include <cstdint>
#include <string>

#include "base/api.h"
#include "base/status.h"
#include "ir/graph.h"
#include "serialize/dump_filter.h"
#include "serialize/text_dump.h"

// Graphs as text in files: when a stage of the compiler is done, or when somebody asks. Files are numbered
// through the process, for each format from 0 on. The folder is chosen at the first dump: that of
// NPU_COLLECT_PATH, DUMP_GRAPH_PATH or ASCEND_WORK_PATH, else the current one.
namespace ge::serialize {

struct DumpContext {
  int64_t device_id = 0;
  int64_t max_files = 0;       // numbers above it are not written; 0: no limit
  int64_t max_file_bytes = 0;  // a larger file is deleted again; 0: no limit
  bool dumps_op_data = false;  // then the stage `Build` is always written
  DumpOptions options;
};

// Writes the graph after a stage, as DUMP_GE_GRAPH, DUMP_GRAPH_FORMAT and DUMP_GRAPH_LEVEL ask for; usually
// nothing. Errors: E13004 a file cannot be written; those of WriteModel.
GE_API base::Status DumpStage(const ir::Graph& graph, const std::string& stage,
                              const DumpContext& context = {});

// The text in one format: nodes and edges for kOnnx, no weights for kTxt.
GE_API base::Result<std::string> DumpText(const ir::Graph& graph, DumpFormat format);

// Writes it to a file whose name ends in the suffix.
// Errors: also E13004 the number of the file is above the limit (kReadable knows none).
GE_API base::Status DumpToFile(const ir::Graph& graph, DumpFormat format, const std::string& suffix,
                               const DumpContext& context = {});

}  // namespace ge::serialize
