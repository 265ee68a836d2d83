#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace ge::rewrite {

// Gives new nodes what must outlive the nodes they replace: how they are to be run, and from which operators
// of the user's model they come.
GE_API void Inherit(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added);

// Only the part that tells of which operators of the user's model they come.
GE_API void InheritOrigin(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added);

// Writes the list of passes that made a node: those of the originals, each once, then `pass_name`.
GE_API void MarkPass(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added,
                     const std::string& pass_name);

// For those who look at dumps: what stood where, pass by pass. Only while DUMP_GE_GRAPH is set; else nothing.
GE_API std::optional<ir::NamedAttrs> OriginMap(const std::vector<ir::Node*>& originals,
                                               const std::string& pass_name);
// Writes it, as attribute `_original_op_attrs_map`: by pass the names and types of the originals in turn.
GE_API void WriteOriginMap(const std::optional<ir::NamedAttrs>& map, const std::vector<ir::Node*>& added);

}  // namespace ge::rewrite
