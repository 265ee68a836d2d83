#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <vector>

#include "kernels/attr.h"
#include "kernels/float_elements.h"
#include "kernels/integers.h"
#include "kernels/lstm.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// Ports of CommonLSTM, with ONNX's layouts: x [time, batch, input], w [directions, 4 * hidden, input],
// r [directions, 4 * hidden, hidden], b [directions, 8 * hidden], states [directions, batch, hidden],
// p [directions, 3 * hidden].
enum LstmPort : int32_t { kX, kW, kR, kB, kLengths, kInitialH, kInitialC, kP };

base::Status CheckShape(const RunContext& c, int32_t port, const ir::Shape& expected) {
  if (!c.HasInput(port) || c.Input(port).desc.shape == expected) return {};
  return Refuse(c, c.node().InputName(port), " must be ", expected, ", given ", c.Input(port).desc.shape);
}

base::Result<LstmSizes> SizesOf(const RunContext& c, int64_t directions) {
  const ir::Shape& x = c.Input(kX).desc.shape;
  const ir::Shape& r = c.Input(kR).desc.shape;
  if (x.size() != 3 || r.size() != 3)
    return Refuse(c, "x and r must have 3 dimensions, given ", x, " and ", r);
  LstmSizes sizes;
  sizes.time = x[0];
  sizes.batch = x[1];
  sizes.input = x[2];
  sizes.hidden = r[2];
  sizes.directions = directions;
  GE_RETURN_IF_ERROR(CheckShape(c, kW, {sizes.directions, 4 * sizes.hidden, sizes.input}));
  GE_RETURN_IF_ERROR(CheckShape(c, kR, {sizes.directions, 4 * sizes.hidden, sizes.hidden}));
  GE_RETURN_IF_ERROR(CheckShape(c, kB, {sizes.directions, 8 * sizes.hidden}));
  GE_RETURN_IF_ERROR(CheckShape(c, kLengths, {sizes.batch}));
  GE_RETURN_IF_ERROR(CheckShape(c, kInitialH, {sizes.directions, sizes.batch, sizes.hidden}));
  GE_RETURN_IF_ERROR(CheckShape(c, kInitialC, {sizes.directions, sizes.batch, sizes.hidden}));
  GE_RETURN_IF_ERROR(CheckShape(c, kP, {sizes.directions, 3 * sizes.hidden}));
  return sizes;
}

base::Result<std::string> DirectionOf(const ir::Node& node) {
  GE_ASSIGN_OR_RETURN(const std::string direction, AttrOf<std::string>(node, "direction"));
  if (direction == "forward" || direction == "reverse" || direction == "bidirectional") return direction;
  return Refuse(node, "direction must be forward, reverse or bidirectional, given \"", direction, "\"");
}

// A function that activations name, with the parameters that it has when none are given.
struct KnownActivation {
  const char* name;
  Function function;
  bool takes_alpha;
  float alpha;
  bool takes_beta;
  float beta;
};
constexpr KnownActivation kActivations[] = {
    {"sigmoid", Function::kSigmoid, false, 0, false, 0},
    {"tanh", Function::kTanh, false, 0, false, 0},
    {"relu", Function::kRelu, false, 0, false, 0},
    {"leakyrelu", Function::kLeakyRelu, true, 0.01F, false, 0},
    {"hardsigmoid", Function::kHardSigmoid, true, 0.2F, true, 0.5F},
    {"affine", Function::kLinear, true, 1, true, 0},
};

// Takes the next value of a list of parameters, while it has some.
float Next(const std::vector<float>* list, size_t& used, float otherwise) {
  return list != nullptr && used < list->size() ? (*list)[used++] : otherwise;
}

base::Result<const KnownActivation*> ActivationNamed(const ir::Node& node, const std::string& given) {
  std::string name = given;
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char ch) { return std::tolower(ch); });
  for (const KnownActivation& known : kActivations) {
    if (name == known.name) return &known;
  }
  return Refuse(node, "activation ", given,
                " is not one of Sigmoid, Tanh, Relu, LeakyRelu, HardSigmoid, Affine");
}

// Three functions a direction. Those that have parameters take them from the lists, in order.
base::Result<std::vector<Activation>> ActivationsOf(const ir::Node& node, size_t directions) {
  const auto* names = node.Attr<std::vector<std::string>>("activations");
  const auto* alphas = node.Attr<std::vector<float>>("activation_alpha");
  const auto* betas = node.Attr<std::vector<float>>("activation_beta");
  size_t used_alphas = 0;
  size_t used_betas = 0;
  std::vector<Activation> functions;
  if (names == nullptr || names->empty()) {
    for (size_t i = 0; i < directions; ++i) {
      functions.push_back({Function::kSigmoid, {}});
      functions.insert(functions.end(), 2, Activation{Function::kTanh, {}});
    }
    return functions;
  }
  for (const std::string& name : *names) {
    GE_ASSIGN_OR_RETURN(const KnownActivation* function, ActivationNamed(node, name));
    const float alpha = function->takes_alpha ? Next(alphas, used_alphas, function->alpha) : 0;
    const float beta = function->takes_beta ? Next(betas, used_betas, function->beta) : 0;
    functions.push_back({function->function, {alpha, beta}});
  }
  if (functions.size() == 3 * directions) return functions;
  return Refuse(node, "activations must name ", 3 * directions, " functions, given ", functions.size());
}

LstmCell CellOf(const ir::Node& node, const Activation* functions) {
  LstmCell cell;
  cell.gate = functions[0];
  cell.candidate = functions[1];
  cell.output = functions[2];
  const auto* clip = node.Attr<float>("clip");
  cell.clip = clip == nullptr ? 0 : *clip;
  cell.couples_input_and_forget = IntegerAttr(node, "input_forget", 0) != 0;
  return cell;
}

// All inputs as floats; those that are not connected are null.
struct LstmInputs {
  FloatElements x, w, r, b, initial_h, initial_c, p;
  std::vector<int64_t> lengths;
};

base::Result<LstmInputs> InputsOf(const RunContext& c, const LstmSizes& sizes) {
  LstmInputs in;
  FloatElements* const floats[] = {&in.x, &in.w, &in.r, &in.b, nullptr, &in.initial_h, &in.initial_c, &in.p};
  for (int32_t i = kX; i <= kP; ++i) {
    if (!c.HasInput(i) || floats[i] == nullptr) continue;
    GE_ASSIGN_OR_RETURN(*floats[i], FloatElements::Of(c, i));
  }
  if (c.HasInput(kLengths)) {
    GE_ASSIGN_OR_RETURN(in.lengths, Integers(c, kLengths));
  }
  for (const int64_t length : in.lengths) {
    if (length < 0 || length > sizes.time) {
      return Refuse(c, "sequence_lens must be in [0, ", sizes.time, "], given ", length);
    }
  }
  return in;
}

void SetStates(const float* initial, float* states, int64_t count) {
  if (initial == nullptr) {
    std::fill_n(states, count, 0.0F);
  } else {
    std::copy_n(initial, count, states);
  }
}

const float* Part(const FloatElements& elements, int64_t direction, int64_t size) {
  return elements.data() == nullptr ? nullptr : elements.data() + direction * size;
}

class LstmKernel final : public Kernel {
 public:
  LstmKernel(std::vector<std::unique_ptr<LstmDirection>> directions, bool first_backwards)
      : directions_(std::move(directions)), first_backwards_(first_backwards) {}

  base::Status Run(RunContext& c) override {
    GE_ASSIGN_OR_RETURN(const LstmSizes sizes, SizesOf(c, static_cast<int64_t>(directions_.size())));
    GE_ASSIGN_OR_RETURN(const LstmInputs in, InputsOf(c, sizes));
    FloatResult y(c.Output(0));
    FloatResult y_h(c.Output(1));
    FloatResult y_c(c.Output(2));
    const int64_t states = sizes.batch * sizes.hidden;
    SetStates(in.initial_h.data(), y_h.data(), sizes.directions * states);
    SetStates(in.initial_c.data(), y_c.data(), sizes.directions * states);
    for (int64_t i = 0; sizes.time * states > 0 && i < sizes.directions; ++i) {
      LstmTensors tensors;
      tensors.x = in.x.data();
      tensors.w = Part(in.w, i, 4 * sizes.hidden * sizes.input);
      tensors.r = Part(in.r, i, 4 * sizes.hidden * sizes.hidden);
      tensors.bias = Part(in.b, i, 8 * sizes.hidden);
      tensors.peepholes = Part(in.p, i, 3 * sizes.hidden);
      tensors.lengths = in.lengths;
      tensors.backwards = i == 1 || first_backwards_;
      tensors.y = y.data() + i * states;
      tensors.state = y_h.data() + i * states;
      tensors.cell = y_c.data() + i * states;
      GE_RETURN_IF_ERROR(directions_[static_cast<size_t>(i)]->Run(c, sizes, tensors));
    }
    y.Finish();
    y_h.Finish();
    y_c.Finish();
    return {};
  }

 private:
  const std::vector<std::unique_ptr<LstmDirection>> directions_;
  const bool first_backwards_;
};

}  // namespace

GE_PREPARED_KERNEL(CommonLSTM, kFloatsUpTo32) {
  GE_ASSIGN_OR_RETURN(const std::string direction, DirectionOf(c.node));
  const size_t count = direction == "bidirectional" ? 2 : 1;
  GE_ASSIGN_OR_RETURN(const std::vector<Activation> functions, ActivationsOf(c.node, count));
  std::vector<std::unique_ptr<LstmDirection>> directions;
  for (size_t i = 0; i < count; ++i) {
    const LstmCell cell = CellOf(c.node, functions.data() + 3 * i);
    directions.push_back(
        std::make_unique<LstmDirection>(cell, c.constants[kW] != nullptr, c.constants[kR] != nullptr));
  }
  return std::unique_ptr<Kernel>(std::make_unique<LstmKernel>(std::move(directions), direction == "reverse"));
}

}  // namespace ge::cpu::kernels
