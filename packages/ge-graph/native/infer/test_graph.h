#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "ir/attr.h"
#include "ir/dim_range.h"
#include "ir/graph.h"
#include "ops/registry.h"

namespace ge::infer {

// Builds graphs for tests in few words; what goes wrong fails the test.
class TestGraph {
 public:
  explicit TestGraph(const std::string& name = "g") : graph(ir::Graph::Create(name)) {}

  ir::Node* Data(int64_t index, ir::Shape shape, base::DataType type = base::DataType::kFloat) {
    ir::Node* node = graph->AddNode(base::Text("data", index), ops::FindSchema("Data"));
    node->mutable_attrs().Set("index", index);
    node->mutable_output_desc(0) = ir::TensorDesc(std::move(shape), type);
    return node;
  }

  // Dimensions may be ranges, `ir::DimOf({1, 8})`.
  ir::Node* Ranged(int64_t index, const ir::Shape& ranged, base::DataType type = base::DataType::kFloat) {
    auto [shape, range] = ir::SplitRange(ranged);
    ir::Node* node = Data(index, shape, type);
    node->mutable_output_desc(0).mutable_details().shape_range = range;
    return node;
  }

  template <typename T>
  ir::Node* Const(ir::Shape shape, base::DataType type, const std::vector<T>& elements) {
    ir::Tensor tensor(ir::TensorDesc(std::move(shape), type),
                      base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(T)));
    ir::Node* node = graph->AddNode(base::Text("const", graph->node_count()), ops::FindSchema("Const"));
    node->mutable_attrs().Set("value", ir::Box<ir::Tensor>(std::move(tensor)));
    return node;
  }
  ir::Node* Ints(const std::vector<int64_t>& elements) {
    return Const({static_cast<int64_t>(elements.size())}, base::DataType::kInt64, elements);
  }
  ir::Node* Int(int64_t element) { return Const<int64_t>({}, base::DataType::kInt64, {element}); }

  // Each input is the first output of a node; `outputs` counts those of a dynamic output.
  ir::Node* Op(const std::string& type, const std::vector<ir::Node*>& inputs,
               const std::vector<std::pair<std::string, ir::AttrValue>>& attrs = {}, int32_t outputs = 1) {
    const auto schema = ops::FindSchema(type);
    EXPECT_NE(schema, nullptr) << type;
    ir::PortCounts counts;
    int32_t fixed = 0;
    bool dynamic = false;
    for (const ir::InputSpec& spec : schema->inputs) {
      dynamic = dynamic || spec.kind == ir::InputKind::kDynamic;
      fixed += spec.kind != ir::InputKind::kDynamic ? 1 : 0;
    }
    if (dynamic) counts.dynamic_inputs.push_back(static_cast<int32_t>(inputs.size()) - fixed);
    for (const ir::OutputSpec& spec : schema->outputs) {
      if (spec.kind == ir::OutputKind::kDynamic) counts.dynamic_outputs.push_back(outputs);
    }
    ir::Node* node = graph->AddNode(base::Text(type, graph->node_count()), schema, counts);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const base::Status status = graph->AddDataEdge(inputs[i], 0, node, static_cast<int64_t>(i));
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
    for (const auto& [name, value] : attrs) node->mutable_attrs().Set(name, value);
    return node;
  }
  void Results(const std::vector<ir::Node*>& nodes) { Op("NetOutput", nodes); }

  void Body(ir::Node* node, const std::string& slot, const TestGraph& body) {
    const base::Status status = graph->AttachSubgraph(node, slot, body.graph);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }

  std::shared_ptr<ir::Graph> graph;
};

// With ranges: `[1~8, 3]`.
inline std::string RangedText(const ir::Node* node, int32_t output = 0) {
  const ir::TensorDesc& desc = node->output_desc(output);
  return base::Text(ir::WithRange(desc.shape, desc.details().shape_range));
}

inline std::string ShapeText(const ir::Node* node, int32_t output = 0) {
  return base::Text(node->output_desc(output).shape);
}

}  // namespace ge::infer
