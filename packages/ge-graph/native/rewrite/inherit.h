#pragma once

#include <string>
#include <vector>

#include "ir/graph.h"

namespace ge::rewrite {

// Gives new nodes what must outlive the nodes they replace: how they are to be run, and from which operators
// of the user's model they come.
GE_API void Inherit(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added);

// Only the part that tells of which operators of the user's model they come.
GE_API void InheritOrigin(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added);

// Writes the list of passes that made a node: those of the originals, then `pass_name`.
GE_API void MarkPass(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added,
                     const std::string& pass_name);

}  // namespace ge::rewrite
