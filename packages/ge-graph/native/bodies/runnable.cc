#include "bodies/runnable.h"

#include <algorithm>

#include "bodies/body.h"
#include "infer/infer.h"
#include "ir/order.h"
#include "match/boundary.h"
#include "ops/dims.h"
#include "rewrite/bypass.h"
#include "rewrite/clone.h"
#include "rewrite/splice.h"

namespace ge::bodies {
namespace {

using backend::Backend;
using base::Result;
using base::Status;
using base::Text;
using GraphPtr = std::shared_ptr<ir::Graph>;
using RulePtr = std::shared_ptr<const BodyRule>;

// Bodies within bodies, before one is taken to be made of itself.
constexpr int kDeepest = 16;

// Descriptors and constants of what feeds the node, numbered as the inputs of its boundary.
std::vector<BodyInput> InputsOf(const ir::Node& node, const match::Boundary& boundary) {
  std::vector<BodyInput> inputs(static_cast<size_t>(node.input_count()));
  for (size_t index = 0; index < boundary.inputs.size(); ++index) {
    const ir::Endpoint from = match::ProducerOf(boundary, index);
    const ir::TensorDesc& desc = from.node->output_desc(from.port);
    for (const match::InputUse& use : boundary.inputs[index]) {
      BodyInput& input = inputs[static_cast<size_t>(use.port)];
      input = {desc, rewrite::ConstantValue(*from.node), static_cast<int64_t>(index)};
    }
  }
  return inputs;
}

// The same where only the node's own descriptors say something, as they do for a node that stands alone.
std::vector<BodyInput> InputsOf(const ir::Node& node) {
  std::vector<BodyInput> inputs(static_cast<size_t>(node.input_count()));
  int64_t next = 0;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (node.input_desc(i).IsUnconnected()) continue;
    const ir::Endpoint from = node.producer(i);
    const ir::Tensor* tensor = from.node == nullptr ? nullptr : rewrite::ConstantValue(*from.node);
    inputs[static_cast<size_t>(i)] = {node.input_desc(i), tensor, next++};
  }
  return inputs;
}

Status RunsAtDepth(const ir::Node& node, const Backend& backend, int depth) {
  const Status supported = backend.Supports(node);
  if (supported.ok()) return supported;
  const RulePtr rule = FindBody(node.type());
  if (rule == nullptr) return supported;
  if (depth == 0) return {"E10501", Text("operator ", node.type(), " is made of itself")};
  GE_ASSIGN_OR_RETURN(const GraphPtr body, WriteBody(*rule, node, InputsOf(node)));
  for (const ir::Node* inner : body->nodes()) {
    GE_RETURN_IF_ERROR(RunsAtDepth(*inner, backend, depth - 1).In(Text("in the body of ", node.type())));
  }
  return {};
}

// What stands for the node gives what the node gave.
Status CheckResults(const ir::Node& node, const ir::Graph& body) {
  const std::vector<ir::Endpoint> results = body.Results();
  for (int32_t i = 0; i < node.output_count(); ++i) {
    const ir::Endpoint result = results[static_cast<size_t>(i)];
    const ir::TensorDesc& is = result.node->output_desc(result.port);
    const ir::TensorDesc& was = node.output_desc(i);
    const bool open = is.shape.IsUnknownRank() || was.shape.IsUnknownRank();
    const bool same = is.type == was.type &&
                      (open || (is.shape.size() == was.shape.size() &&
                                std::equal(is.shape.begin(), is.shape.end(), was.shape.begin(),
                                           [](int64_t a, int64_t b) { return !ops::Differ(a, b); })));
    if (same) continue;
    return base::InnerError(Text("the body of ", node.type(), " gives ", node.OutputName(i), " as ", is.type,
                                 is.shape, ", expected ", was.type, was.shape));
  }
  return {};
}

Status Replace(ir::Node& node, const BodyRule& rule) {
  const match::Boundary boundary = match::BoundaryOf(node);
  GE_ASSIGN_OR_RETURN(const GraphPtr body, WriteBody(rule, node, InputsOf(node, boundary)));
  GE_RETURN_IF_ERROR(CheckResults(node, *body));
  return rewrite::Splice(boundary, body).status();
}

bool NeedsNoBackend(const ir::Node& node) {
  static const base::Name no_op("NoOp");
  return node.type() == no_op;
}

Status CannotRun(const ir::Node& node, const Backend& backend, const std::string& why) {
  return {"E10501", Text("node \"", node.name(), "\" (", node.type(), ") cannot run on backend ",
                         backend.name(), ": ", why)};
}

// Every node that needs a body once. The result: whether there was one.
Result<bool> ReplaceAll(ir::Graph& graph, const Backend& backend) {
  bool any = false;
  for (ir::Node* node : ir::AllNodes(graph)) {
    if (NeedsNoBackend(*node)) continue;
    const Status supported = backend.Supports(*node);
    if (supported.ok()) continue;
    const RulePtr rule = FindBody(node->type());
    if (rule == nullptr) return CannotRun(*node, backend, supported.message());
    const Status replaced = Replace(*node, *rule);
    if (!replaced.ok())
      return CannotRun(*node, backend,
                       Text(supported.message(), ", and its body does not serve: ", replaced.message()));
    any = true;
  }
  return any;
}

}  // namespace

Status Runs(const ir::Node& node, const Backend& backend) { return RunsAtDepth(node, backend, kDeepest); }

Status MakeRunnable(ir::Graph& graph, const Backend& backend) {
  for (int depth = 0; depth <= kDeepest; ++depth) {
    GE_ASSIGN_OR_RETURN(const bool any, ReplaceAll(graph, backend));
    if (!any) return {};
    GE_RETURN_IF_ERROR(infer::InferGraph(graph));
  }
  return {"E10501", Text("in graph \"", graph.name(), "\" bodies within bodies do not end")};
}

Result<GraphPtr> Runnable(const GraphPtr& graph, const Backend& backend) {
  const std::vector<ir::Node*> nodes = ir::AllNodes(*graph);
  const bool any = std::any_of(nodes.begin(), nodes.end(), [&backend](const ir::Node* node) {
    return FindBody(node->type()) != nullptr && !backend.Supports(*node).ok();
  });
  if (!any) return graph;
  GE_ASSIGN_OR_RETURN(const GraphPtr copy, rewrite::Clone(*graph));
  GE_RETURN_IF_ERROR(MakeRunnable(*copy, backend));
  return copy;
}

}  // namespace ge::bodies
