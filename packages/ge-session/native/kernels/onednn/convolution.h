#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.h"
#include "kernels/image_layout.h"

namespace ge::cpu::kernels::onednn {

// A two-dimensional convolution of float tensors, or its transpose, for one shape.
struct ConvolutionShape {
  int64_t batch = 1;
  int64_t channels_in = 1;
  int64_t channels_out = 1;
  int64_t groups = 1;
  Windows windows;
  bool channels_last = false;
  bool transposed =
      false;  // x is what the convolution gives, y is what it takes; windows are those of the convolution
  bool has_bias = false;

  friend bool operator==(const ConvolutionShape& a, const ConvolutionShape& b) {
    return a.batch == b.batch && a.channels_in == b.channels_in && a.channels_out == b.channels_out &&
           a.groups == b.groups && a.windows == b.windows && a.channels_last == b.channels_last &&
           a.transposed == b.transposed && a.has_bias == b.has_bias;
  }
};

// Weights are row-major: [channels_out, channels_in / groups, height, width], of a transposed convolution
// [channels_in, channels_out / groups, height, width].
class Convolution {
 public:
  static base::Result<std::unique_ptr<Convolution>> Make(const ConvolutionShape& shape);
  ~Convolution();

  // Weights in the layout in which they are used.
  size_t packed_bytes() const;
  void Pack(const float* weights, void* packed) const;
  // Whether weights that were packed for `other` can be used as they are.
  bool PacksLike(const Convolution& other) const;

  // Scratch memory for one run, aligned to 64 bytes.
  size_t workspace_bytes() const;
  // `bias` has channels_out elements. From any thread.
  base::Status Run(const float* x, const void* packed, const float* bias, float* y, void* workspace) const;

 private:
  struct State;
  explicit Convolution(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace ge::cpu::kernels::onednn
