#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/graph.h"

namespace ge::ir {

// An operator with so many required inputs and outputs.
inline std::shared_ptr<const OpSchema> SchemaOf(std::string_view type, int inputs, int outputs) {
  auto schema = std::make_shared<OpSchema>();
  schema->type = type;
  for (int i = 0; i < inputs; ++i) schema->inputs.push_back({"x" + std::to_string(i)});
  for (int i = 0; i < outputs; ++i) schema->outputs.push_back({"y" + std::to_string(i)});
  return schema;
}

// One that reads what is given and has one output.
inline Node* AddOp(Graph& graph, const std::string& name, const std::vector<Node*>& sources,
                   std::string_view type = "Op") {
  Node* node = graph.AddNode(name, SchemaOf(type, static_cast<int>(sources.size()), 1));
  for (size_t i = 0; i < sources.size(); ++i) {
    const base::Status added = graph.AddDataEdge(sources[i], 0, node, static_cast<int64_t>(i));
    if (!added.ok()) std::abort();
  }
  return node;
}

// `a b c`
template <typename Nodes>
std::string Names(const Nodes& nodes) {
  std::string names;
  for (const Node* node : nodes) names += (names.empty() ? "" : " ") + node->name();
  return names;
}

// `reader:input reader:input`
inline std::string Uses(const Node* node, int32_t output) {
  std::string uses;
  for (const Link& use : node->uses(output)) {
    uses += (uses.empty() ? "" : " ") + use.node->name() + ":" + std::to_string(use.port);
  }
  return uses;
}

}  // namespace ge::ir
