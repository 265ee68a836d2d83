#include "passes/infer_replacement.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "infer/infer.h"
#include "ops/dims.h"
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

// Whether the two cannot be shapes of one tensor. A shape that nobody has inferred looks like a scalar's.
bool Differ(const ir::Shape& before, const ir::Shape& after) {
  if (before.empty() || before.IsUnknownRank() || after.IsUnknownRank()) return false;
  return before.size() != after.size() ||
         !std::equal(before.begin(), before.end(), after.begin(),
                     [](int64_t a, int64_t b) { return !ops::Differ(a, b); });
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

base::Status CheckShapesStay(const ir::Graph& replacement, const match::Boundary& boundary,
                             const PassContext& context) {
  if (!context.shapes_known) return {};
  const std::vector<ir::Endpoint> results = replacement.Results();
  for (size_t i = 0; i < std::min(results.size(), boundary.outputs.size()); ++i) {
    const ir::Endpoint old = boundary.outputs[i];
    const ir::Shape& before = old.node->output_desc(old.port).shape;
    const ir::Shape& after = results[i].node->output_desc(results[i].port).shape;
    if (!Differ(before, after)) continue;
    return base::InnerError(base::Text("the replacement's output ", i, ", of ", results[i].node->type(),
                                       ", has shape ", after, ", expected ", before, " as \"",
                                       old.node->name(), "\" (", old.node->type(), ") has"));
  }
  return {};
}

}  // namespace ge::passes
