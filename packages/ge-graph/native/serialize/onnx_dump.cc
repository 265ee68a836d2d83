#include "serialize/onnx_dump.h"

#include <optional>

#include "serialize/data_nodes.h"
#include "serialize/encoded.h"
#include "serialize/ge_onnx_fields.h"
#include "serialize/onnx_attrs.h"
#include "serialize/text_format.h"

namespace ge::serialize {
namespace {

constexpr int64_t kIrVersion = 6;

std::string Edge(const std::string& node, int64_t port) { return node + ":" + std::to_string(port); }

// Describes all outputs of a node: the data type of the last and the dimensions of each, one after another.
Encoded ValueInfo(const ir::Node& node) {
  Encoded shape;
  int32_t element_type = 0;
  for (int32_t i = 0; i < node.output_count(); ++i) {
    const base::DataTypeInfo* info = base::FindDataType(node.output_desc(i).type);
    element_type = info == nullptr ? 0 : info->onnx;
    for (const int64_t dim : node.output_desc(i).shape) {
      Encoded dimension;
      dimension.fields().add_int64(ge_onnx::tensor_shape_proto_dimension::kDimValue, dim);
      PutMessage(shape, ge_onnx::tensor_shape_proto::kDim, dimension);
    }
  }
  Encoded tensor;
  if (element_type != 0) tensor.fields().add_int32(ge_onnx::type_proto_tensor::kElemType, element_type);
  PutMessage(tensor, ge_onnx::type_proto_tensor::kShape, shape);
  Encoded type;
  PutMessage(type, ge_onnx::type_proto::kTensorType, tensor);
  Encoded value;
  value.fields().add_string(ge_onnx::value_info_proto::kName, node.name());
  PutMessage(value, ge_onnx::value_info_proto::kType, type);
  return value;
}

class OnnxWriter {
 public:
  explicit OnnxWriter(std::optional<DumpLevel> level) : level_(level) {}

  Encoded Model(const ir::Graph& graph) const {
    Encoded body = Nodes(graph);
    for (const ir::Graph* subgraph : SubgraphsOf(graph)) {
      PutMessage(body, ge_onnx::graph_proto::kNode, SubgraphNode(*subgraph));
    }
    body.fields().add_string(ge_onnx::graph_proto::kName, graph.name());
    PutResults(body, graph);
    Encoded model;
    model.fields().add_int64(ge_onnx::model_proto::kIrVersion, kIrVersion);
    model.fields().add_string(ge_onnx::model_proto::kProducerName, level_ ? "GE" : graph.name());
    PutMessage(model, ge_onnx::model_proto::kGraph, body);
    return model;
  }

 private:
  Encoded Nodes(const ir::Graph& graph) const {
    Encoded body;
    for (const ir::Node* node : graph.nodes()) PutMessage(body, ge_onnx::graph_proto::kNode, Node(*node));
    return body;
  }

  Encoded Node(const ir::Node& node) const {
    namespace field = ge_onnx::node_proto;
    Encoded out;
    protozero::pbf_writer fields = out.fields();
    for (int32_t i = 0; i < node.input_count(); ++i) {
      const ir::Endpoint source = node.producer(i);
      fields.add_string(field::kInput, source.node == nullptr ? "" : Edge(source.node->name(), source.port));
    }
    for (const ir::Link& control : node.control_inputs())
      fields.add_string(field::kInput, Edge(control.node->name(), -1));
    for (int32_t i = 0; i < node.output_count(); ++i) {
      if (!node.uses(i).empty()) fields.add_string(field::kOutput, Edge(node.name(), i));
    }
    if (!node.control_outputs().empty()) fields.add_string(field::kOutput, Edge(node.name(), -1));
    fields.add_string(field::kName, node.name());
    fields.add_string(field::kOpType, "ge:" + node.type().text());
    if (!level_ || *level_ == DumpLevel::kLinks) return out;
    OnnxAttrs attrs(*level_);
    attrs.AddNode(node);
    for (const auto& [name, message] : attrs.messages()) fields.add_message(field::kAttribute, message);
    return out;
  }

  Encoded SubgraphNode(const ir::Graph& graph) const {
    Encoded body = Nodes(graph);
    body.fields().add_string(ge_onnx::graph_proto::kName, graph.name());
    for (const ir::Node* node : graph.nodes()) {
      if (IsGraphInput(*node)) PutMessage(body, ge_onnx::graph_proto::kInput, ValueInfo(*node));
    }
    PutResults(body, graph);
    Encoded attribute;
    attribute.fields().add_string(ge_onnx::attribute_proto::kName, "graph");
    PutMessage(attribute, ge_onnx::attribute_proto::kG, body);
    attribute.fields().add_enum(ge_onnx::attribute_proto::kType,
                                ge_onnx::attribute_proto_attribute_type::kGraph);
    Encoded node;
    node.fields().add_string(ge_onnx::node_proto::kName, graph.name());
    node.fields().add_string(ge_onnx::node_proto::kOpType, "subgraph");
    PutMessage(node, ge_onnx::node_proto::kAttribute, attribute);
    return node;
  }

  static void PutResults(Encoded& body, const ir::Graph& graph) {
    for (const ir::Endpoint& result : graph.Results()) {
      PutMessage(body, ge_onnx::graph_proto::kOutput, ValueInfo(*result.node));
    }
  }

  std::optional<DumpLevel> level_;
};

}  // namespace

base::Result<std::string> OnnxDump(const ir::Graph& graph) {
  return TextOf(OnnxWriter(std::nullopt).Model(graph).bytes, ge_onnx::kModelProto);
}

base::Result<std::string> OnnxDump(const ir::Graph& graph, DumpLevel level) {
  return TextOf(OnnxWriter(level).Model(graph).bytes, ge_onnx::kModelProto);
}

}  // namespace ge::serialize
