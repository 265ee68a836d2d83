#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"

namespace ge::match {

struct PatternConfig {
  bool const_values = false;  // a constant of the pattern matches only equal constants
  bool ir_attrs = false;      // the prototype's attributes must be equal
};

// A graph to look for: `Data` stands for any tensor, what its results name is what a match offers outside.
class GE_API Pattern {
 public:
  explicit Pattern(std::shared_ptr<ir::Graph> graph) : graph_(std::move(graph)) {}

  const ir::Graph& graph() const { return *graph_; }
  const std::shared_ptr<ir::Graph>& shared_graph() const { return graph_; }
  const std::string& name() const { return graph_->name(); }

  // Lets a match tell which tensor stands where `tensor` stands here; captures are numbered in the order of
  // the calls. Whether the tensor exists in the pattern is not checked: an impossible capture finds nothing.
  void Capture(ir::Endpoint tensor);
  const std::vector<ir::Endpoint>& captures() const { return captures_; }

  // Errors (E19999): subgraphs, control edges, operators with dynamic inputs or outputs, a cycle, no results,
  // or results that are all inputs of the pattern.
  base::Status Check() const;

 private:
  std::shared_ptr<ir::Graph> graph_;
  std::vector<ir::Endpoint> captures_;
};

}  // namespace ge::match
