#include "passes/infer_replacement.h"

#include <utility>

#include "base/log.h"
#include "infer/infer.h"
#include "rewrite/bypass.h"

namespace ge::passes {
namespace {

base::Status Infer(ir::Graph& replacement, const match::Boundary& boundary, infer::InferOptions options) {
  static const base::Name index("index");
  for (ir::Node* node : replacement.nodes()) {
    if (!match::IsDataType(node->type())) continue;
    const int64_t at = node->attrs().GetOr<int64_t>(index, -1);
    if (at < 0 || at >= static_cast<int64_t>(boundary.inputs.size())) {
      return base::InnerError(base::Text("input node \"", node->name(), "\" has index ", at, ", expected 0..",
                                         static_cast<int64_t>(boundary.inputs.size()) - 1));
    }
    const ir::Endpoint producer = match::ProducerOf(boundary, static_cast<size_t>(at));
    const ir::TensorDesc& desc = producer.node->output_desc(producer.port);
    node->mutable_input_desc(0) = desc;
    node->mutable_output_desc(0) = desc;
    const ir::Tensor* value = rewrite::ConstantValue(*producer.node);
    if (value != nullptr) options.values.push_back({{node, 0}, *value});
  }
  return infer::InferGraph(replacement, options);
}

}  // namespace

base::Status InferReplacement(ir::Graph& replacement, const match::Boundary& boundary) {
  return Infer(replacement, boundary, {});
}

void InferWhereShapesAreKnown(ir::Graph& replacement, const match::Boundary& boundary,
                              const PassContext& context) {
  if (!context.shapes_known) return;
  infer::InferOptions options;
  options.ignore_errors = true;
  const base::Status status = Infer(replacement, boundary, std::move(options));
  if (!status.ok())
    GE_LOG(kInfo, "replacement \"", replacement.name(), "\" not inferred: ", status.message());
}

}  // namespace ge::passes
