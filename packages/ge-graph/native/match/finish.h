#pragma once

#include <optional>
#include <vector>

#include "match/assignment.h"
#include "match/match.h"
#include "match/node_index.h"

namespace ge::match {

// Turns a complete assignment into a match; nothing when its boundary is not valid.
std::optional<Match> FinishMatch(const Pattern& pattern, const std::vector<ir::Endpoint>& results,
                                 const Assignment& assignment, const NodeIndex& index);

}  // namespace ge::match
