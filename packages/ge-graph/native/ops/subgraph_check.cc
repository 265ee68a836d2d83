#include "ops/subgraph_check.h"

#include <set>

namespace ge::ops {
namespace {

// The condition of this operator gives one truth value; those of its relatives are held to the rule.
bool HasFreeOutputs(const ir::OpSchema& schema, const std::string& slot) {
  return schema.type == "While" && slot == "cond";
}

base::Status CheckInputs(const ir::Graph& body, const std::string& where, int32_t available) {
  std::set<int64_t> used;
  for (const ir::Node* node : body.nodes()) {
    if (node->type() != "Data") continue;
    const auto* index = node->Attr<int64_t>("index");
    const int64_t number = index == nullptr ? -1 : *index;
    if (number < 0 || number >= available) {
      return base::InvalidArgument(base::Text(where, "input \"", node->name(), "\" has the index ", number,
                                              ", but the operator passes ", available, " inputs"));
    }
    if (!used.insert(number).second) {
      return base::InvalidArgument(base::Text(where, "two inputs have the index ", number));
    }
  }
  return {};
}

}  // namespace

base::Status CheckSubgraph(const ir::OpSchema& schema, const ir::PortCounts& counts, const std::string& slot,
                           const ir::Graph& body) {
  const std::string where =
      base::Text("operator ", schema.type, ": subgraph \"", body.name(), "\" (", slot, "): ");
  int64_t results = -1;
  for (const ir::Node* node : body.nodes()) {
    if (node->type() != "NetOutput") continue;
    if (results >= 0) return base::InvalidArgument(where + "it has more than one NetOutput");
    results = node->input_count();
  }
  if (results < 0) return base::InvalidArgument(where + "it has no NetOutput");
  const int64_t wanted = counts.dynamic_outputs.empty() ? results : counts.dynamic_outputs[0];
  if (results != wanted && !HasFreeOutputs(schema, slot)) {
    return base::InvalidArgument(base::Text(where, "it has ", results, " outputs, the operator ", wanted));
  }
  return counts.dynamic_inputs.empty() ? base::Status() : CheckInputs(body, where, counts.dynamic_inputs[0]);
}

}  // namespace ge::ops
