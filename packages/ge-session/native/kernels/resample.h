#pragma once

#include <cstdint>
#include <vector>

namespace ge::cpu::kernels {

// What the positions of one axis of a result are made of: `taps` positions of x each, with weights.
struct AxisTaps {
  int64_t input = 1;
  int64_t output = 1;
  int64_t taps = 1;
  std::vector<int64_t> positions;  // [output, taps]
  std::vector<float> weights;      // [output, taps]
  std::vector<bool> outside;       // [output]: gets the value for outside; empty: none does
};

// How positions of a result correspond to places between those of x.
enum class Coordinates {
  kHalfPixel,
  kHalfPixelSymmetric,
  kPytorchHalfPixel,
  kAlignCorners,
  kAsymmetric,
  kCropAndResize
};
enum class Rounding { kFloor, kCeil, kPreferFloor, kPreferCeil };

struct AxisScale {
  int64_t input = 1;
  int64_t output = 1;
  float scale = 1;  // output / input, or as it was asked for
  float roi_begin = 0;
  float roi_end = 1;
};

float PlaceOf(Coordinates coordinates, const AxisScale& axis, int64_t at);

AxisTaps NearestTaps(Coordinates coordinates, Rounding rounding, const AxisScale& axis);
AxisTaps LinearTaps(Coordinates coordinates, const AxisScale& axis);
// `a` is the coefficient of the cubic; with `exclude_outside`, positions beyond the edge have no weight.
AxisTaps CubicTaps(Coordinates coordinates, float a, bool exclude_outside, const AxisScale& axis);

// y[outer, output, inner] from x[outer, input, inner].
void ResampleAxis(const AxisTaps& taps, const float* x, float* y, int64_t outer, int64_t inner,
                  float outside);

}  // namespace ge::cpu::kernels
