#include "kernels/lstm.h"

#include <algorithm>

#include "compute/simd.h"

namespace ge::cpu::kernels {

namespace {

// y += weights * x
void AddScaled(const float* weights, const float* x, float* y, int64_t count) {
  Vectorised([=] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) y[i] += weights[i] * x[i];
  });
}

void Add(const float* x, float* y, int64_t count) {
  Vectorised([=] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) y[i] += x[i];
  });
}

// rows of x [rows, inner], times weights [gates, inner] turned round
onednn::MatmulShape GateShape(int64_t rows, int64_t inner, int64_t gates, bool has_bias) {
  onednn::MatmulShape shape;
  shape.rows = rows;
  shape.inner = inner;
  shape.columns = gates;
  shape.transpose_b = true;
  shape.has_bias = has_bias;
  return shape;
}

size_t Padded(size_t bytes) { return (bytes + 63) / 64 * 64; }

// Both halves of the bias as one; empty when there is none.
std::vector<float> SummedBias(const float* bias, int64_t gates) {
  if (bias == nullptr) return {};
  std::vector<float> sum(bias, bias + gates);
  Add(bias + gates, sum.data(), gates);
  return sum;
}

}  // namespace

void LstmDirection::Step(int64_t hidden, const float* peepholes, float* gates, float* cell,
                         float* state) const {
  float* input = gates;
  float* output = gates + hidden;
  float* forget = gates + 2 * hidden;
  float* candidate = gates + 3 * hidden;
  const auto apply = [hidden](const Activation& activation, float* x) {
    ApplyTo(x, hidden, activation.function, activation.numbers);
  };
  const auto activate = [&](const Activation& activation, float* x) {
    if (cell_.clip > 0) apply({Function::kClip, {-cell_.clip, cell_.clip}}, x);
    apply(activation, x);
  };
  if (peepholes != nullptr) {
    AddScaled(peepholes, cell, input, hidden);
    AddScaled(peepholes + 2 * hidden, cell, forget, hidden);
  }
  activate(cell_.gate, input);
  activate(cell_.gate, forget);
  activate(cell_.candidate, candidate);
  Vectorised([=, coupled = cell_.couples_input_and_forget] {
#pragma GCC ivdep
    for (int64_t i = 0; i < hidden; ++i) {
      const float kept = coupled ? 1.0F - input[i] : forget[i];
      cell[i] = kept * cell[i] + input[i] * candidate[i];
      state[i] = cell[i];
    }
  });
  if (peepholes != nullptr) AddScaled(peepholes + hidden, cell, output, hidden);
  activate(cell_.gate, output);
  apply(cell_.output, state);
  Vectorised([=] {
#pragma GCC ivdep
    for (int64_t i = 0; i < hidden; ++i) state[i] *= output[i];
  });
}

base::Status LstmDirection::Run(RunContext& c, const LstmSizes& sizes, const LstmTensors& t) {
  const int64_t hidden = sizes.hidden;
  const int64_t gates = 4 * hidden;
  const int64_t rows = sizes.time * sizes.batch;
  const std::vector<float> bias = SummedBias(t.bias, gates);
  GE_ASSIGN_OR_RETURN(const auto of_input,
                      of_input_.For(GateShape(rows, sizes.input, gates, !bias.empty()), t.w));
  GE_ASSIGN_OR_RETURN(const auto of_state, of_state_.For(GateShape(sizes.batch, hidden, gates, false), t.r));
  const size_t from_x_bytes = Padded(static_cast<size_t>(rows * gates) * sizeof(float));
  const size_t from_state_bytes = Padded(static_cast<size_t>(sizes.batch * gates) * sizeof(float));
  const size_t scratch = std::max(of_input->matmul->workspace_bytes(), of_state->matmul->workspace_bytes());
  auto* workspace = static_cast<char*>(c.Workspace(from_x_bytes + from_state_bytes + scratch));
  auto* from_x = reinterpret_cast<float*>(workspace);
  auto* from_state = reinterpret_cast<float*>(workspace + from_x_bytes);
  void* rest = workspace + from_x_bytes + from_state_bytes;

  // What x gives to the gates does not depend on the steps before: it is computed for all of them at once.
  GE_RETURN_IF_ERROR(of_input->Run(t.x, t.w, bias.empty() ? nullptr : bias.data(), from_x, rest));
  for (int64_t step = 0; step < sizes.time; ++step) {
    GE_RETURN_IF_ERROR(of_state->Run(t.state, t.r, nullptr, from_state, rest));
    for (int64_t sequence = 0; sequence < sizes.batch; ++sequence) {
      const int64_t length = t.lengths.empty() ? sizes.time : t.lengths[static_cast<size_t>(sequence)];
      const bool runs = step < length;
      const int64_t time = t.backwards && runs ? length - 1 - step : step;
      float* y = t.y + (time * sizes.directions * sizes.batch + sequence) * hidden;
      if (!runs) {
        std::fill_n(y, hidden, 0.0F);
        continue;
      }
      float* state = t.state + sequence * hidden;
      float* here = from_x + (time * sizes.batch + sequence) * gates;
      Add(from_state + sequence * gates, here, gates);
      Step(hidden, t.peepholes, here, t.cell + sequence * hidden, state);
      std::copy_n(state, hidden, y);
    }
  }
  return {};
}

}  // namespace ge::cpu::kernels
