#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "match/boundary.h"

namespace ge::match {

// One place of a graph that looks like a pattern. Names nodes of the graph: good until one of them is
// removed.
struct GE_API Match {
  // What stands where the pattern has a name.
  struct Named {
    std::string name;
    bool is_variadic = false;
    std::vector<ir::Endpoint> tensors;  // one, or all of a variadic input
    std::optional<size_t> input;        // position of the first in the boundary, for inputs of the pattern
  };

  std::string pattern_name;
  // Pattern node and what stands there, placeholders included, in the order they were met.
  std::vector<std::pair<const ir::Node*, ir::Node*>> pairs;
  // What stands for the pattern's operators, constants included, in the graph's topological order.
  std::vector<ir::Node*> nodes;
  // By capture number; empty where the captured tensor lies on no way to an output of the pattern. Of several
  // captures of one tensor the last has it.
  std::vector<std::optional<ir::Endpoint>> captures;
  std::vector<Named> named;
  // What was chosen where the pattern leaves a choice, one text each.
  std::vector<std::string> choices;
  Boundary boundary;

  // `[PatternName:<name>][MatchNodesPair]{{<pattern type>:<node name>}...}`
  std::string ToString() const;
};

}  // namespace ge::match
