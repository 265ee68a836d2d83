#pragma once

#include "base/name.h"

namespace ge::cpu::plan {

// Data, RefData: what a graph is given.
bool IsGraphInput(base::Name type);
// Const, Constant: hold their tensor in an attribute.
bool IsConstant(base::Name type);
// If, Case, While, For, PartitionedCall and their kin: run subgraphs.
bool IsControlFlow(base::Name type);
// Its result follows from the shapes of its inputs alone: Shape, Size, Rank.
bool ReadsShapesOnly(base::Name type);

}  // namespace ge::cpu::plan
