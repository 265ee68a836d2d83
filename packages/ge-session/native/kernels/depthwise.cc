#include "kernels/depthwise.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "compute/parallel.h"
#include "compute/simd.h"

namespace ge::cpu::kernels {

namespace {

constexpr int64_t kLanes = 16;
using Vector = float __attribute__((vector_size(kLanes * sizeof(float)), aligned(sizeof(float))));

// Some rows of x with their padding. Each row is split by its position modulo the stride, so that the
// elements that one weight meets are neighbours. Small enough for the first-level cache.
class Band {
 public:
  Band(const Window& height, const Window& width)
      : height_(height),
        width_(width),
        phase_length_((width.output - 1) + (width.Extent() - 1) / width.stride + 1 + kLanes),
        pitch_(phase_length_ * width.stride),
        result_rows_(ResultRows()),
        elements_(static_cast<size_t>(((result_rows_ - 1) * height.stride + height.Extent()) * pitch_),
                  0.0F) {
    for (int64_t i = 0; i < height.size; ++i) {
      for (int64_t j = 0; j < width.size; ++j) {
        const int64_t column = j * width.dilation;
        taps_.push_back(i * height.dilation * pitch_ + column % width.stride * phase_length_ +
                        column / width.stride);
      }
    }
  }

  // As many rows of the result as one band serves.
  int64_t result_rows() const { return result_rows_; }
  // By weight: where the elements stand that it meets for the band's first result.
  const std::vector<int64_t>& taps() const { return taps_; }
  // From what one row of the result meets to what the next one meets.
  int64_t step() const { return height_.stride * pitch_; }
  const float* elements() const { return elements_.data(); }

  // Takes in what `count` rows of the result from `first` on read.
  void Fill(const float* plane, int64_t first, int64_t count) {
    const int64_t begin = first * height_.stride - height_.pad_begin;
    const int64_t rows = (count - 1) * height_.stride + height_.Extent();
    for (int64_t i = 0; i < rows; ++i) {
      float* row = elements_.data() + i * pitch_;
      const int64_t at = begin + i;
      if (at < 0 || at >= height_.input) {
        std::fill_n(row, pitch_, 0.0F);
      } else {
        Split(plane + at * width_.input, row);
      }
    }
  }

 private:
  int64_t ResultRows() const {
    constexpr int64_t kFloats = 8192;
    const int64_t rows = (kFloats / pitch_ - height_.Extent()) / height_.stride + 1;
    return std::min(std::max<int64_t>(rows, 4), height_.output);
  }

  // Padding at the sides was written once and stays.
  void Split(const float* x, float* row) const {
    const int64_t stride = width_.stride;
    for (int64_t phase = 0; phase < stride; ++phase) {
      // The first element of x in this phase, and its place there.
      const int64_t first = (phase - width_.pad_begin % stride + stride) % stride;
      const int64_t place = (first + width_.pad_begin) / stride;
      const int64_t there = first < width_.input ? (width_.input - first + stride - 1) / stride : 0;
      const int64_t count = std::min(there, std::max<int64_t>(phase_length_ - place, 0));
      float* to = row + phase * phase_length_ + place;
      if (stride == 1) {
        std::memcpy(to, x, static_cast<size_t>(count) * sizeof(float));
      } else if (stride == 2) {
#pragma GCC ivdep
        for (int64_t i = 0; i < count; ++i) to[i] = x[first + i * 2];
      } else {
        for (int64_t i = 0; i < count; ++i) to[i] = x[first + i * stride];
      }
    }
  }

  const Window& height_;
  const Window& width_;
  const int64_t phase_length_;
  const int64_t pitch_;
  const int64_t result_rows_;
  std::vector<float> elements_;
  std::vector<int64_t> taps_;
};

struct Filter {
  const float* weights = nullptr;
  float bias = 0;
};

// kRows rows of the result, `y_pitch` apart, kVectors * kLanes elements of each.
template <int kRows, int kVectors>
inline void Block(const Band& band, const Filter& filter, const float* x, float* y, int64_t y_pitch) {
  Vector sums[kRows][kVectors] = {};
  const int64_t* taps = band.taps().data();
  const size_t count = band.taps().size();
  const int64_t step = band.step();
  for (size_t tap = 0; tap < count; ++tap) {
    const float weight = filter.weights[tap];
    for (int row = 0; row < kRows; ++row) {
      const auto* from = reinterpret_cast<const Vector*>(x + taps[tap] + row * step);
      for (int v = 0; v < kVectors; ++v) sums[row][v] += weight * from[v];
    }
  }
  for (int row = 0; row < kRows; ++row) {
    auto* to = reinterpret_cast<Vector*>(y + row * y_pitch);
    for (int v = 0; v < kVectors; ++v) to[v] = sums[row][v] + filter.bias;
  }
}

// Whole rows of the result. The last block reaches back over what is done already instead of beyond the end.
template <int kRows>
inline void Rows(const Band& band, const Filter& filter, const float* x, float* y, int64_t width) {
  if (width >= 2 * kLanes) {
    for (int64_t at = 0; at < width; at += 2 * kLanes) {
      const int64_t here = std::min(at, width - 2 * kLanes);
      Block<kRows, 2>(band, filter, x + here, y + here, width);
    }
  } else if (width >= kLanes) {
    Block<kRows, 1>(band, filter, x, y, width);
    Block<kRows, 1>(band, filter, x + width - kLanes, y + width - kLanes, width);
  } else {
    float rows[kRows * kLanes];
    Block<kRows, 1>(band, filter, x, rows, kLanes);
    for (int row = 0; row < kRows; ++row) std::copy_n(rows + row * kLanes, width, y + row * width);
  }
}

inline void ConvolvePlane(const onednn::ConvolutionShape& shape, const float* x, const Filter& filter,
                          float* y, Band& band) {
  constexpr int64_t kRows = 4;
  const int64_t width = shape.windows.width.output;
  const int64_t height = shape.windows.height.output;
  for (int64_t first = 0; first < height; first += band.result_rows()) {
    const int64_t count = std::min(band.result_rows(), height - first);
    band.Fill(x, first, count);
    float* rows = y + first * width;
    if (count < kRows) {
      for (int64_t row = 0; row < count; ++row) {
        Rows<1>(band, filter, band.elements() + row * band.step(), rows + row * width, width);
      }
      continue;
    }
    for (int64_t row = 0; row < count; row += kRows) {
      const int64_t here = std::min(row, count - kRows);
      Rows<kRows>(band, filter, band.elements() + here * band.step(), rows + here * width, width);
    }
  }
}

}  // namespace

bool IsPlainDepthwise(const onednn::ConvolutionShape& shape) {
  return !shape.transposed && !shape.channels_last && shape.groups > 1 && shape.groups == shape.channels_in;
}

void ConvolveDepthwise(const onednn::ConvolutionShape& shape, const float* x, const float* weights,
                       const float* bias, float* y, const PlaneFinisher& finish) {
  const Window& height = shape.windows.height;
  const Window& width = shape.windows.width;
  const int64_t x_plane = height.input * width.input;
  const int64_t y_plane = height.output * width.output;
  const int64_t taps = height.size * width.size;
  const int64_t multiplier = shape.channels_out / shape.channels_in;
  const int64_t grain = 65536 / std::max<int64_t>(y_plane * taps, 1) + 1;
  ParallelFor(shape.batch * shape.channels_out, grain, [&](int64_t begin, int64_t end) {
    Band band(height, width);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t channel = i % shape.channels_out;
      const Filter filter = {weights + channel * taps, bias == nullptr ? 0.0F : bias[channel]};
      Vectorised([&] { ConvolvePlane(shape, x + i / multiplier * x_plane, filter, y + i * y_plane, band); });
      if (finish) finish(y + i * y_plane, i * y_plane, y_plane);
    }
  });
}

}  // namespace ge::cpu::kernels
