#pragma once

#include <unordered_map>

#include "match/node_index.h"

namespace ge::passes {

// The nodes of a stage's graphs by type. An index is made when a pass first asks for it, and serves the
// passes after that one too until hooks of a pass run, which may change any graph: passes for operators that
// do not occur cost next to nothing, however large the graph is.
class GE_API GraphIndexes {
 public:
  // Good until Forget. Fails (E19999) when the graph has a cycle.
  base::Result<match::NodeIndex*> Of(const ir::Graph& graph);
  void Forget() { indexes_.clear(); }

  void BeginPass() { asked_ = false; }
  // After a pass over the graph: unless the pass looked at the graph's index and nowhere else, the indexes
  // are forgotten and the graph's is made anew, for the next pass. Fails (E19999) when the graph has a cycle.
  base::Status EndPass(const ir::Graph& graph);

  // How many were made.
  size_t made() const { return made_; }

 private:
  std::unordered_map<const ir::Graph*, match::NodeIndex> indexes_;
  bool asked_ = false;  // since a pass began
  size_t made_ = 0;
};

}  // namespace ge::passes
