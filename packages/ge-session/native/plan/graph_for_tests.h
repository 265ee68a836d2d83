#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ops/graph_builder.h"
#include "ops/registry.h"

namespace ge::cpu::plan {

inline ir::Tensor FloatTensor(const ir::Shape& shape, const std::vector<float>& elements) {
  return {ir::TensorDesc(shape, base::DataType::kFloat),
          base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(float))};
}

inline ir::Tensor Int64Tensor(const ir::Shape& shape, const std::vector<int64_t>& elements) {
  return {ir::TensorDesc(shape, base::DataType::kInt64),
          base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(int64_t))};
}

inline ir::Tensor BoolTensor(bool element) {
  return {ir::TensorDesc(ir::Shape{}, base::DataType::kBool), base::Buffer::CopyOf(&element, 1)};
}

inline std::vector<float> Floats(const ir::Tensor& tensor) {
  return {tensor.elements<float>(), tensor.elements<float>() + tensor.desc.shape.Elements()};
}

// Makes small graphs; what goes wrong fails the test.
class GraphForTests {
 public:
  explicit GraphForTests(std::string name = "g") : builder_(std::move(name)) {}

  ir::Endpoint Input(const ir::Shape& shape, base::DataType type = base::DataType::kFloat) {
    const std::string name = "x" + std::to_string(inputs_);
    return {Take(builder_.AddInput(inputs_++, {"Data", name, ir::TensorDesc(shape, type)})), 0};
  }
  ir::Endpoint Const(ir::Tensor value) { return {builder_.AddConst(std::move(value)), 0}; }
  ir::Endpoint Scalar(float value) { return Const(FloatTensor({}, {value})); }

  ir::Endpoint Op(const std::string& type, std::vector<ir::Endpoint> inputs,
                  std::vector<ir::AttrMap::Entry> attrs = {}) {
    const auto schema = ops::FindSchema(type);
    EXPECT_NE(schema, nullptr) << type;
    ops::OperatorParts parts;
    parts.inputs = std::move(inputs);
    parts.inputs.resize(std::max(parts.inputs.size(), schema->inputs.size()));
    parts.attrs = std::move(attrs);
    return {Take(builder_.AddOperator(schema, std::move(parts))), 0};
  }
  ir::Endpoint Join(std::vector<ir::Endpoint> inputs, int64_t axis) {
    ops::OperatorParts parts;
    const auto count = static_cast<int32_t>(inputs.size());
    parts.counts.dynamic_inputs = {count};
    parts.inputs = std::move(inputs);
    parts.attrs = {{"concat_dim", axis}, {"N", int64_t{count}}};
    return {Take(builder_.AddOperator(ops::FindSchema("ConcatD"), std::move(parts))), 0};
  }
  // If(cond, inputs...) with as many outputs as its branches have.
  ir::Node* If(ir::Endpoint cond, std::vector<ir::Endpoint> inputs, std::shared_ptr<ir::Graph> then_branch,
               std::shared_ptr<ir::Graph> else_branch) {
    ops::OperatorParts parts;
    parts.counts.dynamic_inputs = {static_cast<int32_t>(inputs.size())};
    parts.counts.dynamic_outputs = {static_cast<int32_t>(then_branch->Results().size())};
    parts.inputs = std::move(inputs);
    parts.inputs.insert(parts.inputs.begin(), cond);
    parts.subgraphs = {{"then_branch", std::move(then_branch)}, {"else_branch", std::move(else_branch)}};
    return Take(builder_.AddOperator(ops::FindSchema("If"), std::move(parts)));
  }
  ir::Node* While(std::vector<ir::Endpoint> inputs, std::shared_ptr<ir::Graph> cond,
                  std::shared_ptr<ir::Graph> body) {
    ops::OperatorParts parts;
    parts.counts.dynamic_inputs = {static_cast<int32_t>(inputs.size())};
    parts.counts.dynamic_outputs = parts.counts.dynamic_inputs;
    parts.inputs = std::move(inputs);
    parts.subgraphs = {{"cond", std::move(cond)}, {"body", std::move(body)}};
    return Take(builder_.AddOperator(ops::FindSchema("While"), std::move(parts)));
  }

  std::shared_ptr<ir::Graph> Build(const std::vector<ir::Endpoint>& outputs) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      const base::Status set = builder_.SetOutput(outputs[i], static_cast<int64_t>(i));
      EXPECT_TRUE(set.ok()) << set.ToString();
    }
    return Take(builder_.Build());
  }

 private:
  template <typename T>
  static T Take(base::Result<T> result) {
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    return result.ok() ? std::move(result).value() : T{};
  }

  ops::GraphBuilder builder_;
  int64_t inputs_ = 0;
};

}  // namespace ge::cpu::plan
