#include "infer/infer.h"

#include "infer/graph_inference.h"
#include "ir/dim_range.h"

namespace ge::infer {

base::Status InferGraph(ir::Graph& graph, const InferOptions& options) {
  GraphInference inference(graph, options.ignore_errors);
  for (const auto& [endpoint, tensor] : options.values) {
    ops::Value value;
    if (ops::ReadValue(tensor, value)) inference.SetValue(endpoint, std::move(value));
  }
  return inference.Run();
}

base::Result<std::vector<ir::TensorDesc>> InferNode(const ir::Node& node,
                                                    const std::vector<const ir::TensorDesc*>& inputs,
                                                    const std::vector<const ir::Tensor*>& values) {
  std::vector<ir::TensorDesc> outputs;
  GE_RETURN_IF_ERROR(InferNode(node, inputs, values, outputs));
  return outputs;
}

base::Status InferNode(const ir::Node& node, const std::vector<const ir::TensorDesc*>& inputs,
                       const std::vector<const ir::Tensor*>& values, std::vector<ir::TensorDesc>& outputs) {
  outputs.resize(static_cast<size_t>(node.output_count()));
  if (outputs.empty()) return {};
  const ops::ShapeRule* rule = ops::FindShapeRule(node.type());
  if (rule == nullptr) return ops::NoShapeRule(node);
  std::vector<ops::RuleInput> known(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    known[i].desc = inputs[i];
    if (i < values.size()) known[i].tensor = values[i];
  }
  ops::ShapeContext context(node, known, outputs);
  GE_RETURN_IF_ERROR((*rule)(context));
  for (ir::TensorDesc& output : outputs) {
    if (!output.shape.IsKnown()) output.shape = ir::SplitRange(output.shape).first;
  }
  return {};
}

}  // namespace ge::infer
