#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"

namespace ge::match {

struct PatternConfig {
  bool const_values = false;   // a constant of the pattern matches only equal constants
  bool ir_attrs = false;       // the prototype's attributes must be equal
  bool const_numbers = false;  // with `const_values`: equal as numbers, whatever rank and type
};

// A graph to look for: `Data` stands for any tensor, what its results name is what a match offers outside.
// `pieces.h` says what leaves a choice.
class GE_API Pattern {
 public:
  // Takes the names that outputs of the graph's nodes carry as the attribute `_pattern_name`.
  explicit Pattern(std::shared_ptr<ir::Graph> graph);

  const ir::Graph& graph() const { return *graph_; }
  const std::shared_ptr<ir::Graph>& shared_graph() const { return graph_; }
  const std::string& name() const { return graph_->name(); }

  // Lets a match tell which tensor stands where `tensor` stands here; captures are numbered in the order of
  // the calls. Whether the tensor exists in the pattern is not checked: an impossible capture finds nothing.
  void Capture(ir::Endpoint tensor);
  const std::vector<ir::Endpoint>& captures() const { return captures_; }

  // A tensor that a match tells by name. Captures are numbered without regard to names.
  struct Named {
    std::string name;
    ir::Endpoint tensor;
  };
  // Also the tensor may be impossible: then the name stands nowhere.
  void Name(ir::Endpoint tensor, std::string name) { names_.push_back({std::move(name), tensor}); }
  const std::vector<Named>& names() const { return names_; }

  // Errors (E19999): subgraphs, control edges, operators with dynamic outputs or, unless a variadic input is
  // among them, dynamic inputs, a cycle, no results, results that are all inputs of the pattern or may be
  // one, a variadic input that is not read by one operator alone, or one name for two tensors of one match.
  base::Status Check() const;

 private:
  std::shared_ptr<ir::Graph> graph_;
  std::vector<ir::Endpoint> captures_;
  std::vector<Named> names_;
};

}  // namespace ge::match
