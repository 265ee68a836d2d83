#pragma once

#include <cstdint>
#include <vector>

#include "ir/graph.h"

namespace ge::match {

// What the graph of a pattern says of a node besides its type and inputs.
enum class Piece : uint8_t {
  kPlain,
  kCommutative,  // its two inputs stand in either order; marked by the attribute `_pattern_commutative`
  kAnyOf,        // no node of a match: stands for the first of its inputs that fits; of type `PatternAnyOf`
  kVariadic,     // a placeholder of one or more inputs in a row; marked by `_pattern_variadic`
};

Piece PieceOf(const ir::Node& node);

// Whether matching a graph takes more than comparing it node by node.
bool HasPieces(const ir::Graph& pattern);

// What can stand for a tensor of a pattern in the end: the tensor itself, or, of alternatives, all of them,
// in their order, each once.
GE_API std::vector<ir::Endpoint> LeavesOf(ir::Endpoint tensor);

// The place of the variadic placeholder among the connected inputs of a node; -1: it reads none.
int32_t VariadicPlace(const ir::Node& node);

}  // namespace ge::match
