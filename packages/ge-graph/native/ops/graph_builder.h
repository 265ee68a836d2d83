#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/api.h"
#include "base/status.h"
#include "ir/graph.h"

namespace ge::ops {

// Attribute of a node: where in the user's program it was made, `net.py:12`.
inline constexpr const char* kSourceLine = "_source_line";

// What a graph takes: the node type, `Data` or one of its relatives, and what is known of the tensor.
struct InputDecl {
  std::string_view type = "Data";
  std::string name;  // empty: input_<index>
  ir::TensorDesc desc;
};

// The arguments of one operator, in the order of its prototype.
struct OperatorParts {
  std::vector<ir::Endpoint> inputs;  // one for each port; node null: an optional input that is left out
  ir::PortCounts counts;
  std::vector<ir::AttrMap::Entry> attrs;
  std::vector<std::pair<std::string, std::shared_ptr<ir::Graph>>> subgraphs;  // by slot
  std::string_view name = {};                                                 // empty: numbered
};

// In front of the names of all operators and constants that this thread adds: `block1/`, or nothing. Gives
// the one of before.
GE_API std::string SetNamePrefix(std::string prefix);

// Makes a graph node by node and gives it out once, complete. Nodes without a name of their own are named as
// files of this kind name them: `<type>_<n>` with one count for all operators and constants. Errors leave the
// builder as it was.
class GE_API GraphBuilder {
 public:
  explicit GraphBuilder(std::string name);

  const std::string& name() const { return name_; }
  bool built() const { return built_; }
  // The graph, also after it was given out; null when it was and nothing holds it any more.
  std::shared_ptr<ir::Graph> graph() const { return graph_ != nullptr ? graph_ : given_.lock(); }

  // The graph while it is under construction, else null.
  ir::Graph* open_graph() const { return graph_.get(); }

  // Fails (E10001) for an index that is negative or taken.
  base::Result<ir::Node*> AddInput(int64_t index, InputDecl input);
  ir::Node* AddConst(ir::Tensor value);
  ir::Node* AddVariable(int64_t index, std::string name);
  // Fails (E10001) when a subgraph does not fit the operator or is in use already, or the name is taken.
  base::Result<ir::Node*> AddOperator(const std::shared_ptr<const ir::OpSchema>& schema, OperatorParts parts);
  // `output` is the graph's result number `index`; fails (E10001) for an index that is negative or taken.
  base::Status SetOutput(ir::Endpoint output, int64_t index);

  // Checks that inputs and outputs are numbered without gaps, adds NetOutput and gives the graph out.
  base::Result<std::shared_ptr<ir::Graph>> Build();
  // The same without NetOutput: the graph only names its results, as one does that is put into another.
  base::Result<std::shared_ptr<ir::Graph>> BuildBody();
  // Begins another graph of the same name.
  void StartOver();

 private:
  std::string NextName(std::string_view type);
  // Fails (E10001) when it is taken.
  base::Status TakeName(const std::string& name);
  ir::Node* AddSource(std::string_view type, std::string name, int64_t index);
  base::Status CheckComplete() const;
  std::shared_ptr<ir::Graph> GiveOut();

  std::string name_;
  std::shared_ptr<ir::Graph> graph_;  // null once given out
  std::weak_ptr<ir::Graph> given_;
  bool built_ = false;
  uint64_t next_number_ = 0;
  bool has_given_names_ = false;  // of operators: numbers whose name is taken are left out
  std::map<int64_t, ir::Node*> inputs_;
  std::map<int64_t, ir::Endpoint> outputs_;
};

}  // namespace ge::ops
