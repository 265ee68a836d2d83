#include "match/pieces.h"

#include <algorithm>

#include "match/assignment.h"
#include "match/node_set.h"

namespace ge::match {

Piece PieceOf(const ir::Node& node) {
  static const base::Name any_of("PatternAnyOf");
  static const base::Name commutative("_pattern_commutative");
  static const base::Name variadic("_pattern_variadic");
  if (node.type() == any_of) return Piece::kAnyOf;
  if (IsDataType(node.type())) {
    return node.attrs().GetOr(variadic, false) ? Piece::kVariadic : Piece::kPlain;
  }
  const bool exchanges = node.connected_count() == 2 && node.attrs().GetOr(commutative, false);
  return exchanges ? Piece::kCommutative : Piece::kPlain;
}

bool HasPieces(const ir::Graph& pattern) {
  const auto nodes = pattern.nodes();
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const ir::Node* node) { return PieceOf(*node) != Piece::kPlain; });
}

std::vector<ir::Endpoint> LeavesOf(ir::Endpoint tensor) {
  std::vector<ir::Endpoint> leaves;
  NodeSet entered;
  std::vector<ir::Endpoint> stack = {tensor};
  while (!stack.empty()) {
    const ir::Endpoint at = stack.back();
    stack.pop_back();
    if (PieceOf(*at.node) != Piece::kAnyOf) {
      if (std::find(leaves.begin(), leaves.end(), at) == leaves.end()) leaves.push_back(at);
      continue;
    }
    if (!entered.Insert(at.node)) continue;
    const std::vector<int32_t> ports = ConnectedInputs(*at.node);
    for (auto port = ports.rbegin(); port != ports.rend(); ++port) stack.push_back(at.node->producer(*port));
  }
  return leaves;
}

int32_t VariadicPlace(const ir::Node& node) {
  const std::vector<int32_t> ports = ConnectedInputs(node);
  const auto found = std::find_if(ports.begin(), ports.end(), [&node](int32_t port) {
    return PieceOf(*node.producer(port).node) == Piece::kVariadic;
  });
  return found == ports.end() ? -1 : static_cast<int32_t>(found - ports.begin());
}

}  // namespace ge::match
