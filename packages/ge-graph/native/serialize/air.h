#pragma once

#include <memory>
#include <string>

#include "base/api.h"
#include "base/buffer.h"
#include "base/status.h"
#include "ir/graph.h"

// AIR files: one ModelDef message, without header. What would grow past 2 GiB keeps the elements of its
// constants in files of their own, in the folder `air_weight` beside it.
namespace ge::serialize {

// No message can be larger: 2 GiB - 1.
inline constexpr size_t kMaxMessageBytes = 0x7FFFFFFF;

// A bare file name goes to the folder that ASCEND_WORK_PATH names, if it is set; missing folders are made.
// Errors: those of WriteModel and base::WriteFileAtomically.
GE_API base::Status SaveAir(const ir::Graph& graph, const std::string& path,
                            size_t max_bytes = kMaxMessageBytes);

// Errors: E13000 the path is empty; E13001, E13003 the file cannot be read; E13015 it is empty or too large;
// those of ReadModel.
GE_API base::Result<std::shared_ptr<ir::Graph>> LoadAir(const std::string& path);

}  // namespace ge::serialize
