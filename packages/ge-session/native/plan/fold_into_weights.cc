#include "plan/fold_into_weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "plan/step_links.h"

namespace ge::cpu::plan {
namespace {

using base::DataType;

constexpr const char* kBatchNorm = "BatchNorm";

// y = x * scale + shift, with one element a channel. A shift of -0 changes nothing, not even a zero's sign.
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
  if (layout == nullptr || *layout != "NCHW" || !step.epilogue.empty()) return std::nullopt;
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

bool ChangesNothing(float shift) { return shift == 0 && std::signbit(shift); }

struct ScaleAndShift {
  float scale;
  float shift;
};
// What arithmetic with the constant `c` is; `second`: the constant is the second operand.
using Translate = std::optional<ScaleAndShift> (*)(float c, bool second);

const std::map<std::string, Translate>& Arithmetic() {
  using Result = std::optional<ScaleAndShift>;
  static const auto* const arithmetic = new std::map<std::string, Translate>{
      {"Add",
       [](float c, bool) {
         return Result({1, c});
       }},
      {"Sub",
       [](float c, bool second) {
         return second ? Result({1, -c}) : Result({-1, c});
       }},
      {"Mul",
       [](float c, bool) {
         return Result({c, -0.F});
       }},
      {"RealDiv",
       [](float c, bool second) {
         return second ? Result({1 / c, -0.F}) : std::nullopt;
       }},
  };
  return *arithmetic;
}

std::optional<Affine> ArithmeticOf(const Program& program, const Step& step, ValueId x, size_t channels) {
  if (step.inputs.size() != 2 || step.inputs[0] == step.inputs[1]) return std::nullopt;
  const auto found = Arithmetic().find(step.node->type().text());
  if (found == Arithmetic().end()) return std::nullopt;
  const bool second = step.inputs[0] == x;
  const auto elements = ChannelElements(FloatConstant(program, step.inputs[second ? 1 : 0]), channels);
  if (!elements) return std::nullopt;
  Affine affine;
  for (const float c : *elements) {
    const auto one = found->second(c, second);
    if (!one) return std::nullopt;
    affine.scale.push_back(one->scale);
    affine.shift.push_back(one->shift);
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

// What `next` does to x, channel by channel.
std::optional<Affine> AffineOf(StepLinks& links, ValueId x, size_t channels, const Step& next) {
  const Program& program = links.program();
  if (next.inputs.empty() || !next.epilogue.empty()) return std::nullopt;
  if (next.node->type().text() != kBatchNorm) return ArithmeticOf(program, next, x, channels);
  return next.inputs[0] == x ? BatchNormOf(program, links, next, channels) : std::nullopt;
}

// Whether `scaled` says of every x, infinite ones too, what `weight` and then the scale say.
bool KeepsItsKind(float weight, float scaled) {
  if (weight == 0 || !std::isfinite(weight) || scaled == weight) return true;
  return std::isnormal(scaled);
}

// None where a weight would leave the range of normal numbers.
std::optional<ir::Tensor> ScaledFilter(const ir::Tensor& filter, size_t axis,
                                       const std::vector<float>& scale) {
  auto data = base::Buffer::AllocateForWriting(filter.size_bytes());
  int64_t inner = 1;
  for (size_t i = axis + 1; i < filter.desc.shape.size(); ++i) inner *= filter.desc.shape[i];
  const auto* from = filter.elements<float>();
  auto* to = static_cast<float*>(data->mutable_data());
  const int64_t count = filter.desc.shape.Elements();
  const auto channels = static_cast<int64_t>(scale.size());
  for (int64_t i = 0; i < count; ++i) {
    to[i] = from[i] * scale[i / inner % channels];
    if (!KeepsItsKind(from[i], to[i])) return std::nullopt;
  }
  return ir::Tensor(filter.desc, std::move(data));
}

// A factor that brings no partial sum of ordinary numbers near the end of the range.
bool IsModerate(float scale) { return std::fabs(scale) >= 0x1p-64F && std::fabs(scale) <= 0x1p64F; }

// None where a channel would get another result than the steps one by one give: a scale of 0 hides infinities
// and NaN, one below 0 turns the sign of a sum that is 0, and what is not finite is met by other elements.
std::optional<ir::Tensor> Bias(const ir::Tensor* bias, const Affine& affine) {
  std::vector<float> elements = affine.shift;
  const float* before = bias == nullptr ? nullptr : bias->elements<float>();
  for (size_t i = 0; i < elements.size(); ++i) {
    const float scale = affine.scale[i];
    if (!IsModerate(scale) || (scale < 0 && ChangesNothing(elements[i]))) return std::nullopt;
    if (before != nullptr) elements[i] += scale * before[i];
    if (!std::isfinite(elements[i])) return std::nullopt;
  }
  const ir::Shape shape{static_cast<int64_t>(elements.size())};
  return ir::Tensor(ir::TensorDesc(shape, DataType::kFloat),
                    base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(float)));
}

// The weights that do both; none when there are none.
struct Weights {
  std::optional<ir::Tensor> filter;  // none: it stays as it is
  ir::Tensor bias;
};

std::optional<Weights> WeightsFor(const Program& program, const Convolution& convolution,
                                  const Affine& affine) {
  const Step& step = *convolution.step;
  const bool has_bias = step.inputs.size() > convolution.bias_port;
  const ir::Tensor* before = has_bias ? program.ConstantOf(step.inputs[convolution.bias_port]) : nullptr;
  if (before != nullptr && before->desc.shape.Elements() != static_cast<int64_t>(convolution.channels))
    return std::nullopt;
  auto bias = Bias(before, affine);
  if (!bias) return std::nullopt;
  Weights weights{std::nullopt, std::move(*bias)};
  if (std::all_of(affine.scale.begin(), affine.scale.end(), [](float s) { return s == 1; })) return weights;
  const ir::Tensor& filter = *program.ConstantOf(step.inputs[convolution.filter_port]);
  weights.filter = ScaledFilter(filter, convolution.channel_axis, affine.scale);
  if (!weights.filter) return std::nullopt;
  return weights;
}

void Fold(StepLinks& links, const Convolution& convolution, Step& next, Weights weights) {
  Program& program = links.program();
  Step& step = links.ReplaceBy(next, *convolution.step);
  if (weights.filter) {
    links.SetInput(step, convolution.filter_port, program.AddConstant(std::move(*weights.filter), step.node));
  }
  links.SetInput(step, convolution.bias_port, program.AddConstant(std::move(weights.bias), step.node));
}

// First what `whole` says, then `next`.
void Follow(Affine& whole, const Affine& next) {
  for (size_t i = 0; i < whole.scale.size(); ++i) {
    whole.scale[i] *= next.scale[i];
    if (!ChangesNothing(whole.shift[i])) whole.shift[i] *= next.scale[i];
    whole.shift[i] += next.shift[i];
  }
}

// Puts as much of what follows into the step's weights as can be. Not step by step: a factor below 0 is fine
// once something is added.
void FoldFollowers(StepLinks& links, Step& step) {
  const auto convolution = ConvolutionOf(links.program(), step);
  if (!convolution) return;
  const size_t channels = convolution->channels;
  Affine whole{std::vector<float>(channels, 1), std::vector<float>(channels, -0.F)};
  std::vector<Step*> followers;
  std::optional<Weights> weights;  // for the first `count` of them
  size_t count = 0;
  for (ValueId x = step.outputs[0];; x = followers.back()->outputs[0]) {
    Step* const next = links.OnlyReader(x);
    if (next == nullptr || next->info == nullptr) break;
    const auto affine = AffineOf(links, x, channels, *next);
    if (!affine) break;
    Follow(whole, *affine);
    followers.push_back(next);
    auto found = WeightsFor(links.program(), *convolution, whole);
    if (!found) continue;
    weights = std::move(found);
    count = followers.size();
  }
  if (!weights) return;
  for (size_t i = 0; i + 1 < count; ++i) links.TakeOut(*followers[i]);
  Fold(links, *convolution, *followers[count - 1], std::move(*weights));
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
  if (step.inputs.size() <= kBiasPort || step.inputs[kBiasPort] != kNoValue || !step.epilogue.empty()) return;
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
    step = links.StepAt(i);
    if (step != nullptr) FoldFollowers(links, *step);
  }
  links.Close();
}

std::vector<std::string> FoldedTypes() {
  std::vector<std::string> types = {kBatchNorm};
  for (const auto& [type, translate] : Arithmetic()) types.push_back(type);
  return types;
}

}  // namespace ge::cpu::plan
