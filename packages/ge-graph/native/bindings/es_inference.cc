#include "bindings/es_inference.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "infer/graph_inference.h"
#include "infer/infer.h"
#include "ir/attr.h"
#include "ir/dim_range.h"
#include "ops/registry.h"
#include "ops/value_rule.h"
#include "rewrite/clone.h"

namespace ge::bindings {
namespace {

const ir::TensorDesc& NothingKnown() {
  static const ir::TensorDesc desc(ir::Shape::UnknownRank(), base::DataType::kUndefined);
  return desc;
}

// Somebody said what the output is, where no rule does.
bool IsDescribed(const ir::TensorDesc& desc) { return desc.own_origin() || desc.has_origin_shape(); }

bool IsFloating(base::DataType type) {
  return ops::IsReal(type) || type == base::DataType::kFloat16 || type == base::DataType::kBf16;
}

// A node of its own graph that gives what is known of a tensor.
base::Status Stand(ir::Graph& graph, int32_t input, const ops::RuleInput& known, ir::Node* reader) {
  static const base::Name value("value");
  ir::Node* source = nullptr;
  if (known.tensor != nullptr) {
    source = graph.AddNode(base::Text("input", input), ops::FindSchema("Const"));
    source->mutable_attrs().Set(value, ir::Box<ir::Tensor>(*known.tensor));
  } else {
    source = graph.AddNode(base::Text("input", input), ops::FindSchema("Data"));
    auto [shape, range] = ir::SplitRange(known.desc->shape);
    ir::TensorDesc& desc = source->mutable_output_desc(0);
    desc = ir::TensorDesc(std::move(shape), known.desc->type, known.desc->format);
    if (!range.empty()) desc.mutable_details().shape_range = std::move(range);
  }
  return graph.AddDataEdge(source, 0, reader, input);
}

}  // namespace

const ir::TensorDesc& GrowingInference::Output(const ir::Graph& graph, ir::Endpoint output) {
  InferUpTo(graph, output.node->slot());
  return Found(output);
}

base::Status GrowingInference::FaultOf(const ir::Graph& graph, const ir::Node& node) {
  InferUpTo(graph, node.slot());
  const auto fault = faults_.find(node.slot());
  return fault == faults_.end() ? base::Status() : fault->second;
}

base::Status GrowingInference::FirstFault(const ir::Graph& graph) {
  if (graph.slot_end() != 0) InferUpTo(graph, graph.slot_end() - 1);
  const auto first = std::min_element(faults_.begin(), faults_.end(),
                                      [](const auto& a, const auto& b) { return a.first < b.first; });
  return first == faults_.end() ? base::Status() : first->second;
}

void GrowingInference::Forget(uint32_t slot) {
  for (uint32_t inferred = static_cast<uint32_t>(first_.size()) - 1; inferred > slot; --inferred) {
    const uint32_t last = inferred - 1;
    faults_.erase(last);
    for (size_t port = 0; port < first_[inferred] - first_[last]; ++port)
      values_.erase((static_cast<uint64_t>(last) << 32U) | port);
  }
  if (slot + 1 >= first_.size()) return;
  first_.resize(slot + 1);
  found_.resize(first_.back());
}

void GrowingInference::SetShapeless(uint32_t slot, bool shapeless) {
  if (shapeless) {
    shapeless_.insert(slot);
  } else if (!shapeless_.empty()) {
    shapeless_.erase(slot);
  }
}

void GrowingInference::InferUpTo(const ir::Graph& graph, uint32_t slot) {
  while (first_.size() <= slot + 1) {
    if (const ir::Node* node = graph.NodeAt(static_cast<uint32_t>(first_.size()) - 1)) {
      Infer(*node);
      found_.insert(found_.end(), outputs_.begin(), outputs_.end());
    }
    first_.push_back(found_.size());
  }
}

void GrowingInference::Infer(const ir::Node& node) {
  TakeInputs(node);
  outputs_.assign(static_cast<size_t>(node.output_count()), NothingKnown());
  const base::Status status = node.subgraphs().empty() ? InferOutputs(node) : InferWithBodies(node);
  if (status.ok()) {
    FindValues(node);
    return;
  }
  for (ir::TensorDesc& output : outputs_) output.shape = ir::Shape::UnknownRank();
  if (status.code() == ops::kBadOperator) faults_.emplace(node.slot(), status);
}

void GrowingInference::TakeInputs(const ir::Node& node) {
  inputs_.assign(static_cast<size_t>(node.input_count()), {});
  for (int32_t i = 0; i < node.input_count(); ++i) {
    const ir::Endpoint from = node.producer(i);
    if (from.node == nullptr) continue;
    ops::RuleInput& input = inputs_[static_cast<size_t>(i)];
    input.desc = &Found(from);
    input.tensor = infer::ConstantOf(from.node);
    input.number = Key(from) + 1;
    if (input.tensor != nullptr || values_.empty()) continue;
    const auto value = values_.find(Key(from));
    if (value != values_.end()) input.value = &value->second;
  }
}

// A built graph may have been edited: what stands later is not known.
const ir::TensorDesc& GrowingInference::Found(ir::Endpoint output) const {
  const size_t slot = output.node->slot();
  if (slot + 1 >= first_.size()) return NothingKnown();
  const size_t at = first_[slot] + static_cast<size_t>(output.port);
  return at < first_[slot + 1] ? found_[at] : NothingKnown();
}

base::Status GrowingInference::InferOutputs(const ir::Node& node) {
  if (outputs_.empty()) return {};
  if (const ops::ShapeRule* rule = ops::FindShapeRule(node.type())) {
    GE_RETURN_IF_ERROR(InferByRule(node, *rule));
  } else {
    ops::ShapeContext context(node, inputs_, outputs_);
    for (int32_t i = 0; i < node.output_count(); ++i) {
      if (IsDescribed(node.output_desc(i))) GE_RETURN_IF_ERROR(context.SetOutput(i, node.output_desc(i)));
    }
  }
  if (shapeless_.count(node.slot()) != 0) outputs_[0].shape = ir::Shape::UnknownRank();
  return {};
}

base::Status GrowingInference::InferByRule(const ir::Node& node, const ops::ShapeRule& rule) {
  ops::ShapeContext context(node, inputs_, outputs_);
  base::Status status = rule(context);
  if (status.ok() || !CastOperands(node)) return status;
  ops::ShapeContext with_casts(node, inputs_, outputs_);
  return rule(with_casts);
}

// Two operands of different types, where the prototype asks for one: the compiler casts one of them. Floating
// types go before integers, tensors before constant scalars, then wider types before narrower ones.
bool GrowingInference::CastOperands(const ir::Node& node) {
  const std::vector<ir::InputSpec>& specs = node.schema().inputs;
  if (specs.size() != 2 || inputs_.size() != 2 || specs[0].types != specs[1].types) return false;
  if (inputs_[0].desc == nullptr || inputs_[1].desc == nullptr) return false;
  const auto rank = [](const ops::RuleInput& input) {
    const bool scalar = input.tensor != nullptr && input.desc->shape.empty();
    return std::tuple(IsFloating(input.desc->type), !scalar, base::DataBytes(input.desc->type, 1));
  };
  if (inputs_[0].desc->type == inputs_[1].desc->type) return false;
  const size_t other = rank(inputs_[0]) < rank(inputs_[1]) ? 0 : 1;
  cast_.assign(1, *inputs_[other].desc);
  cast_[0].type = inputs_[1 - other].desc->type;
  inputs_[other] = {&cast_[0], nullptr, nullptr, 0};
  return true;
}

// In a graph of the node alone, with copies of its bodies: inference of bodies describes their nodes.
base::Status GrowingInference::InferWithBodies(const ir::Node& node) {
  const std::shared_ptr<ir::Graph> graph = ir::Graph::Create("inferred");
  ir::Node* copy = graph->AddNode(node.name(), node.shared_schema(), node.port_counts());
  copy->mutable_attrs() = node.attrs();
  for (int32_t i = 0; i < node.input_count(); ++i) {
    const ops::RuleInput& known = inputs_[static_cast<size_t>(i)];
    if (known.desc != nullptr) GE_RETURN_IF_ERROR(Stand(*graph, i, known, copy));
  }
  for (const ir::SubgraphSlot& slot : node.subgraphs()) {
    const std::shared_ptr<ir::Graph> body = node.graph()->FindSubgraph(slot.instance);
    if (body == nullptr) continue;
    GE_ASSIGN_OR_RETURN(const std::shared_ptr<ir::Graph> body_copy, rewrite::Clone(*body));
    GE_RETURN_IF_ERROR(graph->AttachSubgraph(copy, slot.slot, body_copy));
  }
  GE_RETURN_IF_ERROR(infer::InferGraph(*graph));
  for (int32_t i = 0; i < node.output_count(); ++i) {
    ir::TensorDesc& desc = copy->mutable_output_desc(i);
    desc.shape = ir::WithRange(desc.shape, desc.details().shape_range);
    outputs_[static_cast<size_t>(i)] = desc;
  }
  return {};
}

void GrowingInference::FindValues(const ir::Node& node) {
  const ops::ValueRule* rule = ops::FindValueRule(node.type());
  if (rule == nullptr) return;
  results_.assign(static_cast<size_t>(node.output_count()), {});
  ops::ValueContext context(node, inputs_, outputs_, results_);
  (*rule)(context);
  for (int32_t i = 0; i < node.output_count(); ++i) {
    ops::Value& result = results_[static_cast<size_t>(i)];
    if (infer::KnowsSomething(result) || outputs_[static_cast<size_t>(i)].shape.Elements() == 0)
      values_[Key({const_cast<ir::Node*>(&node), i})] = std::move(result);
  }
}

}  // namespace ge::bindings
