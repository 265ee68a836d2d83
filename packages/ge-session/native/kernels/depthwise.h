#pragma once

#include <cstdint>
#include <functional>

#include "kernels/onednn/convolution.h"

namespace ge::cpu::kernels {

// A convolution of each channel by itself, on plain NCHW tensors.
bool IsPlainDepthwise(const onednn::ConvolutionShape& shape);

// Does something to the `count` elements of a finished plane of the result; the first of them is number
// `first`.
using PlaneFinisher = std::function<void(float* plane, int64_t first, int64_t count)>;

// Weights are [channels_out, 1, height, width]; `bias` may be null, `finish` empty.
void ConvolveDepthwise(const onednn::ConvolutionShape& shape, const float* x, const float* weights,
                       const float* bias, float* y, const PlaneFinisher& finish);

}  // namespace ge::cpu::kernels
