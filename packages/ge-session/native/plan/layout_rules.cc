#include "plan/layout_rules.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "plan/fuse_elements.h"

namespace ge::cpu::plan {
namespace {

using Ints = std::vector<int64_t>;

// Entries for [n, c, h, w] as those for [n, h, w, c].
Ints Moved(const Ints& entries) { return {entries[0], entries[2], entries[3], entries[1]}; }

// An axis of [n, c, h, w] as that of [n, h, w, c]; none when there is no such axis, which the kernel will
// say.
std::optional<int64_t> MovedAxis(int64_t axis) {
  constexpr int64_t kAxes[] = {0, 3, 1, 2};
  if (axis < -4 || axis >= 4) return std::nullopt;
  return kAxes[axis < 0 ? axis + 4 : axis];
}

bool HasFirstLayout(const ir::Node& node) {
  const auto* layout = node.Attr<std::string>("data_format");
  return layout != nullptr && *layout == "NCHW";
}

void MoveEntries(ir::Node& node, std::string_view attr) {
  const auto* entries = node.Attr<Ints>(attr);
  if (entries != nullptr && entries->size() == 4) node.mutable_attrs().Set(attr, Moved(*entries));
}

ir::Node* MovedNode(Relayout& relayout, const Step& step,
                    std::initializer_list<std::string_view> by_dimension) {
  ir::Node* node = relayout.Clone(*step.node, step.node->type().text());
  node->mutable_attrs().Set("data_format", std::string("NHWC"));
  for (const std::string_view attr : by_dimension) MoveEntries(*node, attr);
  return node;
}

// The filter's order is told by its format from now on: without one it would follow the data's.
bool NameFilterFormat(Relayout& relayout, Step& step, size_t port) {
  const ir::Tensor* filter = relayout.ConstantOf(step.inputs[port]);
  if (filter == nullptr) return false;
  if (base::PrimaryFormat(filter->desc.format) != base::Format::kND) return true;
  ir::Tensor named = *filter;
  named.desc.format = base::Format::kNchw;
  step.inputs[port] = relayout.AddConstant(std::move(named), step.node);
  return true;
}

bool IsScalar(const Relayout& relayout, ValueId id) {
  const ir::Tensor* constant = id == kNoValue ? nullptr : relayout.ConstantOf(id);
  return constant != nullptr && constant->desc.shape.Elements() == 1 && constant->desc.shape.size() <= 4;
}

// The ports that the epilogue reads besides the node's own.
std::vector<size_t> EpiloguePorts(const Step& step) {
  std::vector<size_t> ports;
  for (size_t i = static_cast<size_t>(step.node->input_count()); i < step.inputs.size(); ++i) {
    if (step.inputs[i] != kNoValue) ports.push_back(i);
  }
  return ports;
}

bool EpilogueCanMove(const Relayout& relayout, const Step& step) {
  const std::vector<size_t> ports = EpiloguePorts(step);
  return std::all_of(ports.begin(), ports.end(), [&](size_t port) {
    return IsScalar(relayout, step.inputs[port]) || relayout.Rank(step.inputs[port]) == 4;
  });
}

void MoveEpilogue(Relayout& relayout, Step& step) {
  for (const size_t port : EpiloguePorts(step)) {
    if (!IsScalar(relayout, step.inputs[port])) step.inputs[port] = relayout.Last(step.inputs[port]);
  }
}

bool MoveConvolution(Relayout& relayout, Step& step) {
  if (!HasFirstLayout(*step.node) || !EpilogueCanMove(relayout, step) || relayout.Rank(step.inputs[0]) != 4) {
    return false;
  }
  if (!NameFilterFormat(relayout, step, 1)) return false;
  step.inputs[0] = relayout.Last(step.inputs[0]);
  MoveEpilogue(relayout, step);
  step.node = MovedNode(relayout, step, {"strides", "dilations", "input_size", "output_padding"});
  return true;
}

// Element by element: images, what is the same for all elements, and constants that stretch to images.
bool MoveElementwise(Relayout& relayout, Step& step) {
  const auto has_last = [&](ValueId id) { return relayout.HasLast(id); };
  if (std::none_of(step.inputs.begin(), step.inputs.end(), has_last)) return false;
  for (const ValueId id : step.inputs) {
    if (id == kNoValue) continue;
    const int rank = relayout.Rank(id);
    if (rank != 4 && (relayout.ConstantOf(id) == nullptr || rank > 4)) return false;
  }
  for (ValueId& id : step.inputs) {
    if (id != kNoValue && !IsScalar(relayout, id)) id = relayout.Last(id);
  }
  return true;
}

bool MovePool(Relayout& relayout, Step& step) {
  if (!relayout.HasLast(step.inputs[0]) || !HasFirstLayout(*step.node)) return false;
  step.inputs[0] = relayout.Last(step.inputs[0]);
  step.node = MovedNode(relayout, step, {"ksize", "strides", "window"});
  return true;
}

bool MoveBatchNorm(Relayout& relayout, Step& step) {
  if (!relayout.HasLast(step.inputs[0]) || !HasFirstLayout(*step.node)) return false;
  step.inputs[0] = relayout.Last(step.inputs[0]);
  step.node = MovedNode(relayout, step, {});
  return true;
}

ir::Tensor Axes(const Ints& axes) {
  return {ir::TensorDesc({static_cast<int64_t>(axes.size())}, base::DataType::kInt64),
          base::Buffer::CopyOf(axes.data(), axes.size() * sizeof(int64_t))};
}

bool MoveGlobalAverage(Relayout& relayout, Step& step) {
  const kernels::KernelInfo* mean = kernels::FindKernel("ReduceMean");
  if (!relayout.HasLast(step.inputs[0]) || mean == nullptr) return false;
  ir::Node* node = relayout.Clone(*step.node, "ReduceMean");
  node->mutable_attrs().Set("keep_dims", true);
  node->mutable_input_desc(1).type = base::DataType::kInt64;
  step.inputs = {relayout.Last(step.inputs[0]), relayout.AddConstant(Axes({1, 2}), step.node)};
  step.node = node;
  step.info = mean;
  return true;
}

std::optional<Ints> ConstantAxes(const Relayout& relayout, ValueId id) {
  const ir::Tensor* axes = relayout.ConstantOf(id);
  if (axes == nullptr) return std::nullopt;
  const int64_t count = axes->desc.shape.Elements();
  if (axes->desc.type == base::DataType::kInt64)
    return Ints(axes->elements<int64_t>(), axes->elements<int64_t>() + count);
  if (axes->desc.type == base::DataType::kInt32)
    return Ints(axes->elements<int32_t>(), axes->elements<int32_t>() + count);
  return std::nullopt;
}

bool MoveReduction(Relayout& relayout, Step& step) {
  const auto* keeps = step.node->Attr<bool>("keep_dims");
  if (!relayout.HasLast(step.inputs[0]) || keeps == nullptr || !*keeps) return false;
  std::optional<Ints> axes = ConstantAxes(relayout, step.inputs[1]);
  if (!axes || axes->empty()) return false;
  for (int64_t& axis : *axes) {
    const auto moved = MovedAxis(axis);
    if (!moved) return false;
    axis = *moved;
  }
  step.inputs = {relayout.Last(step.inputs[0]), relayout.AddConstant(Axes(*axes), step.node)};
  return true;
}

bool MoveConcat(Relayout& relayout, Step& step) {
  const auto* axis = step.node->Attr<int64_t>("concat_dim");
  const auto is_image = [&](ValueId id) { return id != kNoValue && relayout.Rank(id) == 4; };
  const auto has_last = [&](ValueId id) { return relayout.HasLast(id); };
  const auto moved = axis == nullptr ? std::nullopt : MovedAxis(*axis);
  if (!moved || !std::all_of(step.inputs.begin(), step.inputs.end(), is_image)) return false;
  if (std::none_of(step.inputs.begin(), step.inputs.end(), has_last)) return false;
  for (ValueId& id : step.inputs) id = relayout.Last(id);
  ir::Node* node = relayout.Clone(*step.node, step.node->type().text());
  node->mutable_attrs().Set("concat_dim", *moved);
  step.node = node;
  return true;
}

// Its layout is told by its input's format.
bool MoveResize(Relayout& relayout, Step& step) {
  if (!relayout.HasLast(step.inputs[0])) return false;
  step.inputs[0] = relayout.Last(step.inputs[0]);
  return true;
}

const std::unordered_map<std::string, LayoutRule>& Rules() {
  static const auto* const rules = [] {
    auto* all = new std::unordered_map<std::string, LayoutRule>;
    const auto add = [&](LayoutRule rule, std::initializer_list<const char*> types) {
      for (const char* type : types) all->emplace(type, rule);
    };
    add(MoveConvolution, {"Conv2D", "DepthwiseConv2D", "Conv2DTransposeD"});
    add(MovePool, {"MaxPoolV3", "AvgPoolV2"});
    add(MoveBatchNorm, {"BatchNorm"});
    add(MoveGlobalAverage, {"GlobalAveragePool"});
    add(MoveReduction, {"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd"});
    add(MoveConcat, {"ConcatD", "ConcatV2D"});
    add(MoveResize, {"ResizeNearestNeighborV2", "ResizeBilinearV2"});
    return all;
  }();
  return *rules;
}

}  // namespace

LayoutRule FindLayoutRule(const Step& step) {
  if (IsElementwise(step)) return MoveElementwise;
  const auto found = Rules().find(step.node->type().text());
  return found == Rules().end() ? nullptr : found->second;
}

bool IsConvolution(const Step& step) { return FindLayoutRule(step) == MoveConvolution; }

}  // namespace ge::cpu::plan
