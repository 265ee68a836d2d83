#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ir/graph.h"
#include "kernels/kernel.h"

// One node and its tensors, for tests of kernels without a graph, a prototype registry and shape inference.
namespace ge::cpu::kernels {

// A node of a prototype with these inputs, all optional, and one output. Attributes are set on the node.
class NodeForTests {
 public:
  NodeForTests(const std::string& type, std::initializer_list<const char*> inputs,
               std::vector<ir::AttrMap::Entry> attrs)
      : graph_(ir::Graph::Create("test")) {
    auto schema = std::make_shared<ir::OpSchema>();
    schema->type = type;
    for (const char* name : inputs) schema->inputs.push_back({name, ir::InputKind::kOptional});
    schema->outputs.push_back({"y"});
    node_ = graph_->AddNode("node", schema);
    node_->mutable_attrs().Assign(std::move(attrs));
  }
  const ir::Node& node() const { return *node_; }

 private:
  std::shared_ptr<ir::Graph> graph_;
  ir::Node* node_ = nullptr;
};

inline ir::Tensor FloatsForTests(const ir::Shape& shape, const std::vector<float>& elements) {
  return {ir::TensorDesc(shape, base::DataType::kFloat),
          base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(float))};
}

class RunContextForTests final : public RunContext {
 public:
  RunContextForTests(const ir::Node& node, std::vector<const ir::Tensor*> inputs, ir::TensorDesc output)
      : node_(node), inputs_(std::move(inputs)), output_(std::move(output), nullptr) {}

  const ir::Node& node() const override { return node_; }
  const ir::Tensor* InputOrNull(int32_t i) const override {
    return static_cast<size_t>(i) < inputs_.size() ? inputs_[static_cast<size_t>(i)] : nullptr;
  }
  ir::Tensor& Output(int32_t) override {
    const int64_t bytes = base::DataBytes(output_.desc.type, output_.desc.shape.Elements());
    if (output_.data == nullptr) output_.data = base::Buffer::Allocate(static_cast<size_t>(bytes));
    return output_;
  }
  ir::Tensor& Output(int32_t i, const ir::Shape& shape) override {
    output_.desc.shape = shape;
    return Output(i);
  }
  void Forward(int32_t, int32_t from) override { output_.data = inputs_[static_cast<size_t>(from)]->data; }
  void* Workspace(size_t bytes) override {
    workspace_ = base::Buffer::Allocate(bytes);
    return workspace_->mutable_data();
  }

  std::vector<float> Floats() const {
    const auto* elements = output_.elements<float>();
    return {elements, elements + output_.desc.shape.Elements()};
  }

 private:
  const ir::Node& node_;
  std::vector<const ir::Tensor*> inputs_;
  ir::Tensor output_;
  std::shared_ptr<base::Buffer> workspace_;
};

}  // namespace ge::cpu::kernels
