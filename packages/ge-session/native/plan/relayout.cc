#include "plan/relayout.h"

#include <utility>

#include "kernels/view.h"
#include "ops/registry.h"
#include "plan/layout_rules.h"

namespace ge::cpu::plan {
namespace {

const std::vector<int64_t> kToLast = {0, 2, 3, 1};
const std::vector<int64_t> kToFirst = {0, 3, 1, 2};

}  // namespace

Relayout::Relayout(Program& program)
    : program_(program),
      last_(program.values.size(), kNoValue),
      missing_first_(program.values.size(), false) {}

base::Status Relayout::Run() {
  std::vector<Step> before = std::move(program_.steps);
  for (Step& step : before) Rewrite(std::move(step));
  for (ValueId& id : program_.results) id = First(id);
  program_.steps = std::move(steps_);
  return {};
}

void Relayout::Rewrite(Step step) {
  const LayoutRule rule = step.info == nullptr ? nullptr : FindLayoutRule(step);
  if (rule == nullptr || !rule(*this, step)) {
    for (ValueId& id : step.inputs) {
      if (id != kNoValue) id = First(id);
    }
    steps_.push_back(std::move(step));
    return;
  }
  const ValueId value = step.outputs[0];
  step.outputs[0] = program_.AddValue(step.node, 0);
  step.format = base::Format::kNhwc;
  Remember(step.outputs[0]);
  last_[value] = step.outputs[0];
  missing_first_[value] = true;
  steps_.push_back(std::move(step));
}

int Relayout::Rank(ValueId id) const {
  if (const ir::Tensor* constant = program_.ConstantOf(id))
    return static_cast<int>(constant->desc.shape.size());
  const Value& value = program_.values[id];
  const ir::Shape& shape = value.node->output_desc(value.port).shape;
  return shape.IsUnknownRank() ? -1 : static_cast<int>(shape.size());
}

ValueId Relayout::Last(ValueId id) {
  if (last_[id] != kNoValue) return last_[id];
  if (const ir::Tensor* constant = program_.ConstantOf(id)) {
    return TransposedConstant(*constant, program_.values[id].node);
  }
  const ValueId last = Transposed(id, kToLast, base::Format::kNhwc);
  last_[id] = last;
  return last;
}

ValueId Relayout::First(ValueId id) {
  if (!missing_first_[id]) return id;
  // The same number as before, so that whoever reads it need not change.
  Transposed(last_[id], kToFirst, base::Format::kNchw);
  steps_.back().outputs[0] = id;
  missing_first_[id] = false;
  return id;
}

ValueId Relayout::Transposed(ValueId id, const std::vector<int64_t>& order, base::Format format) {
  const Value& value = program_.values[id];
  ir::Node* node = program_.AddNode(value.node->name() + "/transposed", "TransposeD");
  node->mutable_attrs().Set("perm", order);
  node->mutable_input_desc(0).type = value.node->output_desc(value.port).type;
  node->mutable_output_desc(0).type = node->input_desc(0).type;
  Step step;
  step.node = node;
  step.info = kernels::FindKernel("TransposeD");
  step.inputs = {id};
  step.outputs = {program_.AddValue(node, 0)};
  step.format = format;
  Remember(step.outputs[0]);
  steps_.push_back(std::move(step));
  return steps_.back().outputs[0];
}

ValueId Relayout::TransposedConstant(const ir::Tensor& constant, const ir::Node* node) {
  std::vector<int64_t> dims = constant.desc.shape.dims();
  dims.insert(dims.begin(), 4 - dims.size(), 1);
  const std::vector<int64_t> strides = kernels::RowMajorStrides(ir::Shape(dims));
  kernels::View view;
  for (const int64_t axis : kToLast)
    view.Add(dims[static_cast<size_t>(axis)], strides[static_cast<size_t>(axis)]);
  ir::Tensor transposed(ir::TensorDesc(ir::Shape(view.dims), constant.desc.type, base::Format::kNhwc),
                        base::Buffer::AllocateForWriting(constant.size_bytes()));
  if (constant.size_bytes() != 0) {
    kernels::CopyView(view, base::DataTypeBits(constant.desc.type), constant.elements<char>(),
                      transposed.data->mutable_data());
  }
  return AddConstant(std::move(transposed), node);
}

ValueId Relayout::AddConstant(ir::Tensor tensor, const ir::Node* node) {
  const ValueId id = program_.AddConstant(std::move(tensor), node);
  Remember(id);
  return id;
}

ir::Node* Relayout::Clone(const ir::Node& node, const std::string& type) {
  ir::Node* clone = program_.AddNode(node.name(), type, node.port_counts());
  if (node.type().text() == type) clone->mutable_attrs() = node.attrs();
  for (int32_t i = 0; i < std::min(clone->input_count(), node.input_count()); ++i) {
    clone->mutable_input_desc(i).type = node.input_desc(i).type;
  }
  clone->mutable_output_desc(0).type = node.output_desc(0).type;
  clone->mutable_output_desc(0).shape = ir::Shape::UnknownRank();
  return clone;
}

void Relayout::Remember(ValueId id) {
  last_.resize(static_cast<size_t>(id) + 1, kNoValue);
  missing_first_.resize(static_cast<size_t>(id) + 1, false);
}

}  // namespace ge::cpu::plan
