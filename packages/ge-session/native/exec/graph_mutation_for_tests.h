#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "ir/graph.h"
#include "ops/registry.h"

namespace ge::cpu::exec {

// Makes a sound graph unsound in one of the ways in which a file can be: edges, ports, operators, attributes,
// descriptors, constants, subgraphs. Which one, the seed says.
class GraphMutation {
 public:
  GraphMutation(ir::Graph& root, unsigned seed) : root_(root), random_(seed) {}

  void Apply() {
    using Change = void (GraphMutation::*)();
    static constexpr Change kChanges[] = {
        &GraphMutation::Disconnect, &GraphMutation::Rewire,         &GraphMutation::ChangeType,
        &GraphMutation::ChangeDims, &GraphMutation::ChangeFormat,   &GraphMutation::ChangeAttr,
        &GraphMutation::ChangeAttr, &GraphMutation::DropAttr,       &GraphMutation::ChangeConstant,
        &GraphMutation::AddPorts,   &GraphMutation::RemoveNode,     &GraphMutation::Replace,
        &GraphMutation::ChangeBody, &GraphMutation::SpoilPrototype,
    };
    const size_t changes = 1 + Below(3);
    for (size_t i = 0; i < changes; ++i) (this->*kChanges[Below(std::size(kChanges))])();
  }

 private:
  size_t Below(size_t count) { return random_() % count; }

  template <typename T>
  const T& OneOf(const std::vector<T>& list) {
    return list[Below(list.size())];
  }

  ir::Graph& AnyGraph() {
    const auto& bodies = root_.subgraphs();
    return bodies.empty() || Below(2) == 0 ? root_ : *OneOf(bodies);
  }

  ir::Node* AnyNode(ir::Graph& graph) {
    std::vector<ir::Node*> nodes;
    for (ir::Node* node : graph.nodes()) nodes.push_back(node);
    return nodes.empty() ? nullptr : OneOf(nodes);
  }
  ir::Node* AnyNode() { return AnyNode(AnyGraph()); }

  int64_t Number() {
    static const std::vector<int64_t> kNumbers = {0,
                                                  1,
                                                  2,
                                                  3,
                                                  4,
                                                  7,
                                                  64,
                                                  1000,
                                                  -1,
                                                  -2,
                                                  -5,
                                                  int64_t{1} << 20,
                                                  int64_t{1} << 31,
                                                  int64_t{1} << 62,
                                                  std::numeric_limits<int64_t>::max(),
                                                  std::numeric_limits<int64_t>::min()};
    return OneOf(kNumbers);
  }

  ir::Shape Dims(const ir::Shape& before) {
    std::vector<int64_t> dims = before.dims();
    const size_t kind = Below(4);
    if (kind == 0) dims.push_back(Number());
    if (kind == 1 && !dims.empty()) dims.pop_back();
    if (kind == 2) std::reverse(dims.begin(), dims.end());
    if (kind == 3 && !dims.empty()) dims[Below(dims.size())] = Number();
    return ir::Shape(dims);
  }

  ir::TensorDesc* AnyDesc() {
    ir::Node* node = AnyNode();
    if (node == nullptr) return nullptr;
    const int32_t outputs = node->output_count();
    const int32_t inputs = node->input_count();
    if (inputs + outputs == 0) return nullptr;
    const auto at = static_cast<int32_t>(Below(static_cast<size_t>(inputs + outputs)));
    return at < outputs ? &node->mutable_output_desc(at) : &node->mutable_input_desc(at - outputs);
  }

  void Disconnect() {
    ir::Node* node = AnyNode();
    if (node == nullptr || node->input_count() == 0) return;
    node->graph()->Disconnect(node, static_cast<int32_t>(Below(static_cast<size_t>(node->input_count()))));
  }

  void Rewire() {
    ir::Graph& graph = AnyGraph();
    ir::Node* reader = AnyNode(graph);
    ir::Node* source = AnyNode(graph);
    if (reader == nullptr || reader->input_count() == 0 || source->output_count() == 0) return;
    const auto port = static_cast<int32_t>(Below(static_cast<size_t>(reader->input_count())));
    graph.Disconnect(reader, port);
    const auto output = static_cast<int64_t>(Below(static_cast<size_t>(source->output_count())));
    (void)graph.AddDataEdge(source, output, reader, port);
  }

  void ChangeType() {
    if (ir::TensorDesc* desc = AnyDesc()) desc->type = static_cast<base::DataType>(Below(14));
  }
  void ChangeDims() {
    if (ir::TensorDesc* desc = AnyDesc()) desc->shape = Dims(desc->shape);
  }
  void ChangeFormat() {
    if (ir::TensorDesc* desc = AnyDesc()) desc->format = static_cast<base::Format>(Below(50));
  }

  ir::AttrValue Changed(const ir::AttrValue& value) {
    if (Below(6) == 0) return ir::AttrValue(Number());
    if (Below(8) == 0) return ir::AttrValue(std::string("?"));
    ir::AttrValue changed = value;
    std::visit(
        [this](auto& part) {
          using T = std::decay_t<decltype(part)>;
          if constexpr (std::is_same_v<T, int64_t>) {
            part = Number();
          } else if constexpr (std::is_same_v<T, float>) {
            part = static_cast<float>(Number());
          } else if constexpr (std::is_same_v<T, bool>) {
            part = !part;
          } else if constexpr (std::is_same_v<T, std::string>) {
            static const std::vector<std::string> kTexts = {"", "NHWC", "NCHW", "SAME", "VALID", "reverse"};
            part = OneOf(kTexts);
          } else if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
            const size_t kind = Below(4);
            if (kind == 0) part.push_back(Number());
            if (kind == 1 && !part.empty()) part.pop_back();
            if (kind == 2) part.clear();
            if (kind == 3 && !part.empty()) part[Below(part.size())] = Number();
          }
        },
        changed);
    return changed;
  }

  // Of the node, or a default of its prototype.
  void ChangeAttr() {
    ir::Node* node = AnyNode();
    if (node == nullptr || node->schema().attrs.empty()) return;
    const base::Name name = OneOf(node->schema().attrs).name;
    if (const ir::AttrValue* value = node->AttrOrDefault(name))
      node->mutable_attrs().Set(name, Changed(*value));
  }

  void DropAttr() {
    ir::Node* node = AnyNode();
    if (node == nullptr || node->attrs().empty()) return;
    const base::Name name = (node->attrs().begin() + static_cast<int>(Below(node->attrs().size())))->first;
    node->mutable_attrs().Remove(name);
  }

  // Another shape, or other elements, of which there are as many bytes as its descriptor asks for, or not.
  void ChangeConstant() {
    std::vector<ir::Node*> constants;
    for (ir::Node* node : AnyGraph().nodes()) {
      if (node->Attr<ir::Box<ir::Tensor>>("value") != nullptr) constants.push_back(node);
    }
    if (constants.empty()) return;
    ir::Node* node = OneOf(constants);
    ir::Tensor tensor = **node->Attr<ir::Box<ir::Tensor>>("value");
    if (Below(2) == 0) tensor.desc.shape = Dims(tensor.desc.shape);
    if (Below(4) == 0) tensor.desc.type = static_cast<base::DataType>(Below(13));
    const int64_t bytes = base::DataBytes(tensor.desc.type, tensor.desc.shape.Elements());
    if (bytes >= 0 && bytes < (1 << 16) && Below(6) != 0) {
      std::vector<int64_t> elements(static_cast<size_t>(bytes) / 8 + 1);
      for (int64_t& element : elements) element = Number();
      tensor.data = base::Buffer::CopyOf(elements.data(), static_cast<size_t>(bytes));
    }
    node->mutable_attrs().Set("value", ir::Box<ir::Tensor>(std::move(tensor)));
  }

  void AddPorts() {
    ir::Node* node = AnyNode();
    const auto is_dynamic = [](const auto& spec) { return static_cast<int>(spec.kind) == 2; };
    if (node == nullptr || node->schema().inputs.empty() || !is_dynamic(node->schema().inputs.back())) return;
    node->graph()->AppendInput(node, {});
  }

  void RemoveNode() {
    ir::Graph& graph = AnyGraph();
    if (graph.node_count() > 1) (void)graph.RemoveNode(AnyNode(graph));
  }

  // The same edges on an operator of another type.
  void Replace() {
    ir::Graph& graph = AnyGraph();
    ir::Node* before = AnyNode(graph);
    if (before == nullptr) return;
    static const std::vector<std::string> kTypes = ops::RegisteredTypes();
    static const std::vector<std::string> kRunning = {
        "Relu",      "Add",       "Conv2D",     "MatMulV2",     "Reshape",  "Transpose", "ConcatD",
        "Gather",    "GatherV2",  "Slice",      "StridedSlice", "Pad",      "ReduceSum", "SoftmaxV2",
        "LayerNorm", "MaxPoolV3", "Split",      "SplitD",       "Tile",     "Cast",      "Select",
        "NonZero",   "Range",     "ExpandDims", "Shape",        "Identity", "BatchNorm", "TopKV2",
        "OneHot",    "Fill",      "Unsqueeze",  "Pack",         "Unpack"};
    const std::string& type = Below(3) == 0 ? OneOf(kTypes) : OneOf(kRunning);
    const auto schema = ops::FindSchema(type);
    if (schema == nullptr) return;
    ir::PortCounts counts;
    counts.dynamic_inputs.assign(schema->inputs.size(), static_cast<int32_t>(Below(4)));
    counts.dynamic_outputs.assign(schema->outputs.size(), static_cast<int32_t>(Below(4)));
    PutInPlace(graph, *before, *graph.AddNode(before->name() + "_", schema, counts));
  }

  // A prototype of the file's own, which lacks something.
  void SpoilPrototype() {
    ir::Graph& graph = AnyGraph();
    ir::Node* before = AnyNode(graph);
    if (before == nullptr) return;
    auto schema = std::make_shared<ir::OpSchema>(before->schema());
    const size_t kind = Below(5);
    if (kind == 0) *schema = ir::OpSchema{before->type(), {}, {}, {}, {}};
    if (kind == 1 && !schema->inputs.empty()) schema->inputs.pop_back();
    if (kind == 2 && !schema->inputs.empty()) schema->inputs.front().kind = ir::InputKind::kOptional;
    if (kind == 3 && !schema->outputs.empty()) schema->outputs.pop_back();
    if (kind == 4) schema->attrs.clear();
    ir::Node* after = graph.AddNode(before->name() + "_", schema, before->port_counts());
    after->mutable_attrs() = before->attrs();
    while (kind == 0 && after->input_count() < before->input_count()) graph.AppendInput(after, {});
    while (kind == 0 && after->output_count() < before->output_count()) graph.AppendOutput(after, {});
    PutInPlace(graph, *before, *after);
  }

  static void PutInPlace(ir::Graph& graph, ir::Node& before, ir::Node& after) {
    for (int32_t i = 0; i < before.input_count() && i < after.input_count(); ++i) {
      const ir::Endpoint from = before.producer(i);
      if (from.node != nullptr) (void)graph.AddDataEdge(from.node, from.port, &after, i);
    }
    for (int32_t i = 0; i < before.output_count() && i < after.output_count(); ++i) {
      after.mutable_output_desc(i) = before.output_desc(i);
      (void)graph.ReplaceUses({&before, i}, {&after, i});
    }
  }

  void ChangeBody() {
    for (ir::Node* node : root_.nodes()) {
      auto& slots = node->mutable_subgraphs();
      if (slots.empty()) continue;
      const size_t kind = Below(4);
      if (kind == 0) slots.pop_back();
      if (kind == 1) slots[Below(slots.size())].instance = "nowhere";
      if (kind == 2) slots.push_back(slots.front());
      if (kind == 3) std::reverse(slots.begin(), slots.end());
      return;
    }
  }

  ir::Graph& root_;
  std::mt19937 random_;
};

}  // namespace ge::cpu::exec
