#include "infer/graph_inference.h"

#include <algorithm>
#include <array>

#include "ir/attr.h"
#include "ir/dim_range.h"
#include "ir/order.h"
#include "ops/value_rule.h"

namespace ge::infer {
namespace {

// Keeps the descriptor's name, attributes and the like. Ranges move from the dimensions to where they stand
// in files.
void Describe(ir::TensorDesc& desc, const ir::TensorDesc& as) {
  auto [shape, range] = ir::SplitRange(as.shape);
  desc.shape = std::move(shape);
  if (desc.details().shape_range != range) desc.mutable_details().shape_range = std::move(range);
  desc.type = as.type;
  desc.format = as.format;
  desc.MakeOwnOrigin();
}

// Tensors have other numbers in other graphs.
void ForgetOrigins(ops::Value& value) {
  for (ops::Element& element : value) element.origin = {};
}

base::Status CheckConnected(const ir::Node* node) {
  const std::vector<ir::InputSpec>& specs = node->schema().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == ir::InputKind::kOptional) continue;
    const ir::PortRange range = node->InputRange(i);
    for (int32_t port = range.first; port < range.first + range.count; ++port) {
      if (port < node->input_count() && node->IsConnected(port)) continue;
      return {ops::kBadOperator, base::Text(node->type(), " \"", node->name(), "\": input ",
                                            node->InputName(port), " is not connected")};
    }
  }
  return {};
}

base::Status CheckAttributes(const ir::Node* node) {
  for (const ir::AttrSpec& spec : node->schema().attrs) {
    if (!spec.required || node->attrs().Has(spec.name)) continue;
    return {ops::kBadOperator,
            base::Text(node->type(), " \"", node->name(), "\": attribute ", spec.name, " is missing")};
  }
  return {};
}

}  // namespace

const ir::Tensor* ConstantOf(const ir::Node* node) {
  static const base::Name kConst("Const");
  static const base::Name kConstant("Constant");
  if (node->type() != kConst && node->type() != kConstant) return nullptr;
  const auto* tensor = node->attrs().Get<ir::Box<ir::Tensor>>("value");
  return tensor == nullptr ? nullptr : &**tensor;
}

bool IsGiven(const ir::Node* node) {
  static const std::array<base::Name, 7> kTypes = {"Data",     "RefData",          "AippData", "PlaceHolder",
                                                   "Variable", "ConstPlaceHolder", "QueueData"};
  return std::find(kTypes.begin(), kTypes.end(), node->type()) != kTypes.end();
}

void GraphInference::SetGiven(const ir::Node* node, int32_t output, Known known) {
  if (known.has_value) values_[Key({const_cast<ir::Node*>(node), output})] = known.value;
  given_[node] = std::move(known);
}

base::Status GraphInference::Run() {
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> order, ir::TopologicalOrder(graph_));
  for (ir::Node* node : order) {
    const base::Status status = Infer(node);
    if (status.ok()) continue;
    if (!ignore_errors_) return status;
    ForgetOutputs(node);
  }
  return {};
}

base::Status GraphInference::Infer(ir::Node* node) {
  TakeInputs(node);
  if (node->output_count() == 0) return {};
  if (!IsGiven(node)) {
    GE_RETURN_IF_ERROR(CheckConnected(node));
    GE_RETURN_IF_ERROR(CheckAttributes(node));
  }
  bool done = false;
  GE_RETURN_IF_ERROR(InferControlFlow(node, done));
  return done ? base::Status() : InferByRule(node);
}

base::Status GraphInference::InferByRule(ir::Node* node) {
  const ops::ShapeRule* rule = ops::FindShapeRule(node->type());
  if (rule == nullptr) return ops::NoShapeRule(*node);
  outputs_.resize(static_cast<size_t>(node->output_count()));
  ops::ShapeContext context(*node, inputs_, outputs_);
  const auto given = given_.find(node);
  if (given != given_.end()) {
    GE_RETURN_IF_ERROR(context.SetOutput(0, given->second.desc));
  } else {
    GE_RETURN_IF_ERROR((*rule)(context));
  }
  StoreOutputs(node);
  FindValues(node);
  return {};
}

void GraphInference::TakeInputs(ir::Node* node) {
  inputs_.clear();
  for (int32_t i = 0; i < node->input_count(); ++i) {
    inputs_.push_back(InputOf(node, i));
    if (inputs_.back().desc != nullptr) Describe(node->mutable_input_desc(i), *inputs_.back().desc);
  }
}

ops::RuleInput GraphInference::InputOf(const ir::Node* node, int32_t port) const {
  const ir::Endpoint from = node->producer(port);
  if (from.node == nullptr) return {};
  ops::RuleInput input{&OutputOf(from), ConstantOf(from.node), nullptr, Key(from) + 1};
  if (input.tensor != nullptr) return input;
  const auto value = values_.find(Key(from));
  if (value != values_.end()) input.value = &value->second;
  return input;
}

const ir::TensorDesc& GraphInference::OutputOf(ir::Endpoint from) const {
  if (!ranged_.empty()) {
    const auto ranged = ranged_.find(Key(from));
    if (ranged != ranged_.end()) return ranged->second;
  }
  return from.node->output_desc(from.port);
}

Known GraphInference::KnownInput(const ir::Node* node, int32_t port) const {
  const ops::RuleInput input = InputOf(node, port);
  Known known;
  if (input.desc == nullptr) return known;
  known.desc = *input.desc;
  if (input.value != nullptr) {
    known.value = *input.value;
    known.has_value = true;
    ForgetOrigins(known.value);
  } else if (input.tensor != nullptr) {
    known.has_value = ops::ReadValue(*input.tensor, known.value);
  }
  return known;
}

void GraphInference::StoreOutputs(ir::Node* node) {
  for (int32_t i = 0; i < node->output_count(); ++i) {
    Describe(node->mutable_output_desc(i), outputs_[i]);
    const ir::Shape& shape = outputs_[i].shape;
    if (std::any_of(shape.begin(), shape.end(), ir::HasRange)) ranged_[Key({node, i})] = outputs_[i];
  }
  if (IsGiven(node) && node->input_count() == 1 && !node->IsConnected(0)) {
    Describe(node->mutable_input_desc(0), outputs_[0]);
  }
}

void GraphInference::ForgetOutputs(ir::Node* node) {
  for (int32_t i = 0; i < node->output_count(); ++i) {
    node->mutable_output_desc(i).shape = ir::Shape::UnknownRank();
    if (node->output_desc(i).has_details())
      node->mutable_output_desc(i).mutable_details().shape_range.clear();
    node->mutable_output_desc(i).MakeOwnOrigin();
  }
}

void GraphInference::FindValues(const ir::Node* node) {
  const ops::ValueRule* rule = ops::FindValueRule(node->type());
  if (rule == nullptr) return;
  results_.assign(static_cast<size_t>(node->output_count()), {});
  ops::ValueContext context(*node, inputs_, outputs_, results_);
  (*rule)(context);
  for (int32_t i = 0; i < node->output_count(); ++i) {
    if (KnowsSomething(results_[i]) || outputs_[i].shape.Elements() == 0) {
      values_[Key({const_cast<ir::Node*>(node), i})] = std::move(results_[i]);
    }
  }
}

std::vector<Known> GraphInference::Results() const {
  std::vector<Known> results;
  for (const ir::Endpoint from : graph_.Results()) {
    Known known;
    known.desc = OutputOf(from);
    const auto value = values_.find(Key(from));
    if (value != values_.end()) {
      known.value = value->second;
      known.has_value = true;
      ForgetOrigins(known.value);
    } else if (const ir::Tensor* tensor = ConstantOf(from.node)) {
      known.has_value = ops::ReadValue(*tensor, known.value);
    }
    results.push_back(std::move(known));
  }
  return results;
}

}  // namespace ge::infer
