#pragma once

#include "compute/vector_math.h"

// What activations make of one element. An operator by itself and one that runs behind a kernel compute the
// same: also of NaN, which stays, infinities, -0 and denormals.
namespace ge::cpu::kernels {

// Attributes of a HardSwish that the plan made of x * hard_sigmoid(x): those of the hard sigmoid. Where the
// products overflow it is another function than the operator's own.
inline constexpr const char* kGateAlpha = "_gate_alpha";
inline constexpr const char* kGateBeta = "_gate_beta";

// Holds x between two bounds.
template <typename T>
inline T Within(T low, T x, T high) {
  const T raised = x < low ? low : x;
  return raised > high ? high : raised;
}

template <typename T>
inline T Relu(T x) {
  return x < 0 ? T(0) : x;
}

template <typename T>
inline T LeakyRelu(T x, T slope) {
  return x < 0 ? slope * x : x;
}

template <typename T>
inline T HardSigmoid(T x, T alpha, T beta) {
  return Within(T(0), alpha * x + beta, T(1));
}

template <typename T>
inline T HardSwish(T x) {
  return x * Within(T(0), x + T(3), T(6)) / T(6);
}

template <typename T>
inline T Swish(T x, T scale) {
  return x * Sigmoid(scale * x);
}

}  // namespace ge::cpu::kernels
