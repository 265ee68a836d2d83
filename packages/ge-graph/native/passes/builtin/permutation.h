#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/graph.h"

namespace ge::passes {

// The order of axes that a Transpose or TransposeD applies; nothing for other nodes and when it is not
// constant.
std::optional<std::vector<int64_t>> PermutationOf(const ir::Node& node);

}  // namespace ge::passes
