#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/status.h"

namespace ge::passes {

struct PassTimes {
  int64_t match = 0;   // places found
  int64_t effect = 0;  // places replaced
};

// Adds to the counts of one graph, subgraphs counted with their root; zeros make no entry.
GE_API void CountPass(int64_t session_id, int64_t graph_id, const std::string& pass, PassTimes times);

// The counts of one graph since the process started.
GE_API std::map<std::string, PassTimes> PassCounts(int64_t session_id, int64_t graph_id);

// Writes the counts of all graphs to `fusion_result.json`, under $ASCEND_WORK_PATH/FE/<pid>/ or in the
// current folder; writes nothing when there are none.
GE_API base::Status WriteFusionResult();
// Lets the file be written when the process ends.
GE_API void WriteFusionResultAtExit();

}  // namespace ge::passes
