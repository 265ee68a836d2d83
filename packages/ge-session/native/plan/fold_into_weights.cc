#include "plan/fold_into_weights.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "plan/step_links.h"

namespace ge::cpu::plan {
namespace {

using base::DataType;

// y = scale * x + shift, with one element a channel.
struct Affine {
  std::vector<float> scale;
  std::vector<float> shift;
};

// A convolution whose weights can take a factor for each channel of its result.
struct Convolution {
  Step* step;
  size_t filter_port;
  size_t bias_port;
  size_t channel_axis;  // of the filter
  size_t channels;
};

const ir::Tensor* FloatConstant(const Program& program, ValueId id) {
  const ir::Tensor* constant = program.ConstantOf(id);
  return constant != nullptr && constant->desc.type == DataType::kFloat ? constant : nullptr;
}

std::optional<size_t> ChannelAxis(const Step& step, const ir::Tensor& filter) {
  const base::Format format = base::PrimaryFormat(filter.desc.format);
  const bool first = format == base::Format::kNchw || format == base::Format::kND;
  const bool forward = step.node->type().text() == "Conv2D";
  const auto* groups = step.node->Attr<int64_t>("groups");
  std::optional<size_t> axis;
  if (filter.desc.shape.size() != 4) return axis;
  if (forward && first) axis = 0;
  if (forward && format == base::Format::kHwcn) axis = 3;
  if (!forward && first && groups != nullptr && *groups == 1) axis = 1;
  return axis;
}

std::optional<Convolution> ConvolutionOf(const Program& program, Step& step) {
  const std::string& type = step.node->type().text();
  const bool forward = type == "Conv2D";
  if (!forward && type != "Conv2DTransposeD" && type != "Conv2DTranspose") return std::nullopt;
  const auto* layout = step.node->Attr<std::string>("data_format");
  if (layout == nullptr || *layout != "NCHW" || !step.post_ops.empty()) return std::nullopt;
  const size_t port = type == "Conv2DTranspose" ? 2 : 1;
  const ir::Tensor* filter = FloatConstant(program, step.inputs[port]);
  if (filter == nullptr) return std::nullopt;
  const auto axis = ChannelAxis(step, *filter);
  const bool open_bias = step.inputs.size() > port + 1 && step.inputs[port + 1] != kNoValue &&
                         FloatConstant(program, step.inputs[port + 1]) == nullptr;
  if (!axis || open_bias) return std::nullopt;
  return Convolution{&step, port, port + 1, *axis, static_cast<size_t>(filter->desc.shape[*axis])};
}

// One element, or one a channel as it broadcasts to [n, channels, h, w].
std::optional<std::vector<float>> ChannelElements(const ir::Tensor* tensor, size_t channels) {
  if (tensor == nullptr) return std::nullopt;
  const ir::Shape& shape = tensor->desc.shape;
  const float* elements = tensor->elements<float>();
  if (shape.size() > 4) return std::nullopt;
  if (shape.Elements() == 1) return std::vector<float>(channels, elements[0]);
  const auto count = static_cast<int64_t>(channels);
  if (shape.size() < 3 || shape.Elements() != count || shape[shape.size() - 3] != count) return std::nullopt;
  return std::vector<float>(elements, elements + channels);
}

std::optional<Affine> ArithmeticOf(const Program& program, const Step& step, ValueId x, size_t channels) {
  if (step.inputs.size() != 2 || step.inputs[0] == step.inputs[1]) return std::nullopt;
  const bool second = step.inputs[0] == x;  // the constant is the second operand
  const auto elements = ChannelElements(FloatConstant(program, step.inputs[second ? 1 : 0]), channels);
  if (!elements) return std::nullopt;
  const std::string& type = step.node->type().text();
  Affine affine{std::vector<float>(channels, 1), std::vector<float>(channels, 0)};
  for (size_t i = 0; i < channels; ++i) {
    const float c = (*elements)[i];
    if (type == "Add") {
      affine.shift[i] = c;
    } else if (type == "Sub") {
      affine.scale[i] = second ? 1.F : -1.F;
      affine.shift[i] = second ? -c : c;
    } else if (type == "Mul") {
      affine.scale[i] = c;
    } else if (type == "RealDiv" && second && c != 0) {
      affine.scale[i] = 1 / c;
    } else {
      return std::nullopt;
    }
  }
  return affine;
}

std::optional<Affine> BatchNormOf(const Program& program, StepLinks& links, const Step& step,
                                  size_t channels) {
  const auto* training = step.node->Attr<bool>("is_training");
  const auto* layout = step.node->Attr<std::string>("data_format");
  const auto* epsilon = step.node->Attr<float>("epsilon");
  if (training == nullptr || *training || layout == nullptr || *layout != "NCHW" || epsilon == nullptr) {
    return std::nullopt;
  }
  for (size_t i = 1; i < step.outputs.size(); ++i) {
    if (links.reads(step.outputs[i]) != 0) return std::nullopt;
  }
  const float* parameters[4];  // scale, offset, mean, variance
  for (size_t i = 0; i < 4; ++i) {
    const ir::Tensor* parameter = FloatConstant(program, step.inputs[i + 1]);
    if (parameter == nullptr || parameter->desc.shape.Elements() != static_cast<int64_t>(channels))
      return std::nullopt;
    parameters[i] = parameter->elements<float>();
  }
  Affine affine;
  for (size_t i = 0; i < channels; ++i) {
    affine.scale.push_back(parameters[0][i] / std::sqrt(parameters[3][i] + *epsilon));
    affine.shift.push_back(parameters[1][i] - parameters[2][i] * affine.scale[i]);
  }
  return affine;
}

// What `next` does to `convolution`'s result, channel by channel.
std::optional<Affine> AffineOf(StepLinks& links, const Convolution& convolution, const Step& next) {
  const Program& program = links.program();
  const ValueId x = convolution.step->outputs[0];
  if (next.inputs.empty() || !next.post_ops.empty()) return std::nullopt;
  if (next.node->type().text() != "BatchNorm") return ArithmeticOf(program, next, x, convolution.channels);
  return next.inputs[0] == x ? BatchNormOf(program, links, next, convolution.channels) : std::nullopt;
}

ir::Tensor ScaledFilter(const ir::Tensor& filter, size_t axis, const std::vector<float>& scale) {
  auto data = base::Buffer::AllocateForWriting(filter.size_bytes());
  int64_t inner = 1;
  for (size_t i = axis + 1; i < filter.desc.shape.size(); ++i) inner *= filter.desc.shape[i];
  const auto* from = filter.elements<float>();
  auto* to = static_cast<float*>(data->mutable_data());
  const int64_t count = filter.desc.shape.Elements();
  const auto channels = static_cast<int64_t>(scale.size());
  for (int64_t i = 0; i < count; ++i) to[i] = from[i] * scale[i / inner % channels];
  return {filter.desc, std::move(data)};
}

ir::Tensor Bias(const ir::Tensor* bias, const Affine& affine) {
  std::vector<float> elements = affine.shift;
  const float* before = bias == nullptr ? nullptr : bias->elements<float>();
  for (size_t i = 0; i < elements.size() && before != nullptr; ++i)
    elements[i] += affine.scale[i] * before[i];
  const ir::Shape shape{static_cast<int64_t>(elements.size())};
  return {ir::TensorDesc(shape, DataType::kFloat),
          base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(float))};
}

Step& Fold(StepLinks& links, const Convolution& convolution, Step& next, const Affine& affine) {
  Program& program = links.program();
  Step& step = links.ReplaceBy(next, *convolution.step);
  const bool scales = std::any_of(affine.scale.begin(), affine.scale.end(), [](float s) { return s != 1; });
  if (scales) {
    const ir::Tensor& filter = *program.ConstantOf(step.inputs[convolution.filter_port]);
    ir::Tensor scaled = ScaledFilter(filter, convolution.channel_axis, affine.scale);
    links.SetInput(step, convolution.filter_port, program.AddConstant(std::move(scaled), step.node));
  }
  const bool has_bias = step.inputs.size() > convolution.bias_port;
  const ir::Tensor* before = has_bias ? program.ConstantOf(step.inputs[convolution.bias_port]) : nullptr;
  ir::Tensor bias = Bias(before, affine);
  links.SetInput(step, convolution.bias_port, program.AddConstant(std::move(bias), step.node));
  return step;
}

// The step with what follows in its weights; null when nothing does that can be.
Step* FoldNext(StepLinks& links, Step& step) {
  const auto convolution = ConvolutionOf(links.program(), step);
  if (!convolution) return nullptr;
  Step* const next = links.OnlyReader(step.outputs[0]);
  if (next == nullptr || next->info == nullptr) return nullptr;
  const auto affine = AffineOf(links, *convolution, *next);
  return affine ? &Fold(links, *convolution, *next, *affine) : nullptr;
}

// A constant row that is added to each row of `product`, whose last dimension is known to be as long.
std::optional<ir::Tensor> RowOf(const Program& program, const Step& add, ValueId product) {
  if (add.node->type().text() != "Add" || add.inputs.size() != 2) return std::nullopt;
  const ir::Tensor* row = FloatConstant(program, add.inputs[add.inputs[0] == product ? 1 : 0]);
  const Value& value = program.values[product];
  if (row == nullptr || value.node == nullptr) return std::nullopt;
  const ir::Shape& shape = value.node->output_desc(value.port).shape;
  const ir::Shape& row_shape = row->desc.shape;
  if (shape.IsUnknownRank() || row_shape.empty() || row_shape.size() > shape.size()) return std::nullopt;
  if (row_shape.back() != row_shape.Elements() || row_shape.back() != shape.back()) return std::nullopt;
  return ir::Tensor(ir::TensorDesc({row_shape.back()}, DataType::kFloat), row->data);
}

void FoldBias(StepLinks& links, Step& step) {
  const std::string& type = step.node->type().text();
  constexpr size_t kBiasPort = 2;
  if (type != "MatMulV2" && type != "BatchMatMulV2" && type != "MatMul") return;
  if (step.inputs.size() <= kBiasPort || step.inputs[kBiasPort] != kNoValue || !step.post_ops.empty()) return;
  const ValueId product = step.outputs[0];
  Step* const next = links.OnlyReader(product);
  if (next == nullptr) return;
  std::optional<ir::Tensor> row = RowOf(links.program(), *next, product);
  if (!row) return;
  Step& fused = links.ReplaceBy(*next, step);
  links.SetInput(fused, kBiasPort, links.program().AddConstant(std::move(*row), fused.node));
}

}  // namespace

void FoldIntoWeights(Program& program) {
  StepLinks links(program);
  for (size_t i = 0; i < links.step_count(); ++i) {
    Step* step = links.StepAt(i);
    if (step == nullptr || step->info == nullptr) continue;
    FoldBias(links, *step);
    for (step = links.StepAt(i); step != nullptr;) step = FoldNext(links, *step);
  }
  links.Close();
}

}  // namespace ge::cpu::plan
