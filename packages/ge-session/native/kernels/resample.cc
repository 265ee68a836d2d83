#include "kernels/resample.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compute/parallel.h"
#include "compute/simd.h"
#include "kernels/compute_names.h"

namespace ge::cpu::kernels {

namespace {

AxisTaps Empty(const AxisScale& axis, int64_t count) {
  AxisTaps taps;
  taps.input = axis.input;
  taps.output = axis.output;
  taps.taps = count;
  taps.positions.reserve(static_cast<size_t>(axis.output * count));
  taps.weights.reserve(static_cast<size_t>(axis.output * count));
  return taps;
}

int64_t OnAxis(int64_t position, int64_t input) {
  if (position < 0) return 0;
  return position < input ? position : input - 1;
}

int64_t Rounded(Rounding rounding, float place) {
  switch (rounding) {
    case Rounding::kFloor:
      return static_cast<int64_t>(std::floor(place));
    case Rounding::kCeil:
      return static_cast<int64_t>(std::ceil(place));
    case Rounding::kPreferFloor:
      return static_cast<int64_t>(std::ceil(place - 0.5F));
    case Rounding::kPreferCeil:
      return static_cast<int64_t>(std::floor(place + 0.5F));
  }
  return 0;
}

void MarkOutside(Coordinates coordinates, const AxisScale& axis, AxisTaps& taps) {
  if (coordinates != Coordinates::kCropAndResize) return;
  for (int64_t i = 0; i < axis.output; ++i) {
    const float place = PlaceOf(coordinates, axis, i);
    taps.outside.push_back(place < 0 || place > static_cast<float>(axis.input - 1));
  }
}

std::array<float, 4> CubicWeights(float a, float distance) {
  const auto near = [a](float d) { return ((a + 2) * d - (a + 3)) * d * d + 1; };
  const auto far = [a](float d) { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; };
  return {far(distance + 1), near(distance), near(1 - distance), far(2 - distance)};
}

inline void CombineRows(const AxisTaps& taps, int64_t at, const float* x, float* y, int64_t inner) {
  const int64_t* positions = taps.positions.data() + at * taps.taps;
  const float* weights = taps.weights.data() + at * taps.taps;
  const float* first = x + positions[0] * inner;
#pragma GCC ivdep
  for (int64_t j = 0; j < inner; ++j) y[j] = weights[0] * first[j];
  for (int64_t tap = 1; tap < taps.taps; ++tap) {
    const float* row = x + positions[tap] * inner;
    const float weight = weights[tap];
#pragma GCC ivdep
    for (int64_t j = 0; j < inner; ++j) y[j] += weight * row[j];
  }
}

}  // namespace

float PlaceOf(Coordinates coordinates, const AxisScale& axis, int64_t at) {
  const auto position = static_cast<float>(at);
  const auto input = static_cast<float>(axis.input);
  const auto output = static_cast<float>(axis.output);
  switch (coordinates) {
    case Coordinates::kAsymmetric:
      return position / axis.scale;
    case Coordinates::kAlignCorners:
      return axis.output == 1 ? 0 : position * (input - 1) / (output - 1);
    case Coordinates::kPytorchHalfPixel:
      return axis.output > 1 ? (position + 0.5F) / axis.scale - 0.5F : 0;
    case Coordinates::kHalfPixel:
      return (position + 0.5F) / axis.scale - 0.5F;
    case Coordinates::kHalfPixelSymmetric: {
      const float offset = input / 2 * (1 - output / (axis.scale * input));
      return offset + (position + 0.5F) / axis.scale - 0.5F;
    }
    case Coordinates::kCropAndResize:
      if (axis.output == 1) return 0.5F * (axis.roi_begin + axis.roi_end) * (input - 1);
      return axis.roi_begin * (input - 1) +
             position * (axis.roi_end - axis.roi_begin) * (input - 1) / (output - 1);
  }
  return position;
}

AxisTaps NearestTaps(Coordinates coordinates, Rounding rounding, const AxisScale& axis) {
  AxisTaps taps = Empty(axis, 1);
  for (int64_t i = 0; i < axis.output; ++i) {
    taps.positions.push_back(OnAxis(Rounded(rounding, PlaceOf(coordinates, axis, i)), axis.input));
    taps.weights.push_back(1);
  }
  MarkOutside(coordinates, axis, taps);
  return taps;
}

AxisTaps LinearTaps(Coordinates coordinates, const AxisScale& axis) {
  AxisTaps taps = Empty(axis, 2);
  for (int64_t i = 0; i < axis.output; ++i) {
    const float place = std::clamp(PlaceOf(coordinates, axis, i), 0.0F, static_cast<float>(axis.input - 1));
    const float below = std::floor(place);
    const auto position = static_cast<int64_t>(below);
    taps.positions.insert(taps.positions.end(), {position, OnAxis(position + 1, axis.input)});
    taps.weights.insert(taps.weights.end(), {1 - (place - below), place - below});
  }
  MarkOutside(coordinates, axis, taps);
  return taps;
}

AxisTaps CubicTaps(Coordinates coordinates, float a, bool exclude_outside, const AxisScale& axis) {
  AxisTaps taps = Empty(axis, 4);
  for (int64_t i = 0; i < axis.output; ++i) {
    const float place = PlaceOf(coordinates, axis, i);
    const float below = std::floor(place);
    std::array<float, 4> weights = CubicWeights(a, place - below);
    float sum = 0;
    for (int64_t tap = 0; tap < 4; ++tap) {
      const int64_t position = static_cast<int64_t>(below) + tap - 1;
      float& weight = weights[static_cast<size_t>(tap)];
      if (exclude_outside && (position < 0 || position >= axis.input)) weight = 0;
      sum += weight;
      taps.positions.push_back(OnAxis(position, axis.input));
    }
    for (const float weight : weights) taps.weights.push_back(exclude_outside ? weight / sum : weight);
  }
  MarkOutside(coordinates, axis, taps);
  return taps;
}

void ResampleAxis(const AxisTaps& taps, const float* x, float* y, int64_t outer, int64_t inner,
                  float outside) {
  const int64_t rows = outer * taps.output;
  ParallelFor(rows, 16384 / (std::max<int64_t>(inner, 1) * taps.taps) + 1, [&](int64_t begin, int64_t end) {
    Vectorised([&, x, y, inner] {
      for (int64_t row = begin; row < end; ++row) {
        CombineRows(taps, row % taps.output, x + row / taps.output * taps.input * inner, y + row * inner,
                    inner);
      }
    });
  });
  if (taps.outside.empty()) return;
  for (int64_t row = 0; row < rows; ++row) {
    if (taps.outside[static_cast<size_t>(row % taps.output)]) std::fill_n(y + row * inner, inner, outside);
  }
}

}  // namespace ge::cpu::kernels
