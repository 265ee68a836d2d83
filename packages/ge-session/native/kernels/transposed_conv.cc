#include "kernels/transposed_conv.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "compute/parallel.h"
#include "compute/simd.h"

namespace ge::cpu::kernels {

namespace {

// Channels last: [positions of x, channels_in] * [channels_in, taps]. Channels first: the filter, turned
// round, times each image [channels_in, positions].
onednn::MatmulShape ProductShape(const onednn::ConvolutionShape& shape) {
  const int64_t positions = shape.windows.height.output * shape.windows.width.output;
  const int64_t taps = shape.channels_out * shape.windows.height.size * shape.windows.width.size;
  onednn::MatmulShape product;
  product.inner = shape.channels_in;
  if (shape.channels_last) {
    product.rows = shape.batch * positions;
    product.columns = taps;
    return product;
  }
  product.a_batch = {1};
  product.b_batch = {shape.batch};
  product.y_batch = {shape.batch};
  product.rows = taps;
  product.columns = positions;
  product.transpose_a = true;
  return product;
}

size_t Padded(size_t bytes) { return (bytes + 63) / 64 * 64; }

// Calls `visit(position of the window, position of x)` for what meets position `at` of y along the axis.
template <typename Visit>
inline void ForEachMeeting(const Window& window, int64_t at, const Visit& visit) {
  for (int64_t i = 0; i < window.size; ++i) {
    const int64_t distance = at + window.pad_begin - i * window.dilation;
    if (distance < 0 || distance % window.stride != 0 || distance / window.stride >= window.output) continue;
    visit(i, distance / window.stride);
  }
}

// A row of windows side by side, which meet nowhere.
bool AreSideBySide(const Window& window) {
  return window.size == window.stride && window.dilation == 1 && window.pad_begin == 0;
}

inline void AddRow(const float* x, float* y, int64_t count) {
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) y[i] += x[i];
}

}  // namespace

base::Result<std::unique_ptr<TransposedConv>> TransposedConv::Make(const onednn::ConvolutionShape& shape) {
  GE_ASSIGN_OR_RETURN(auto product, onednn::Matmul::Make(ProductShape(shape), shape.channels_last));
  return std::unique_ptr<TransposedConv>(new TransposedConv(shape, std::move(product)));
}

int64_t TransposedConv::taps() const {
  return shape_.channels_out * shape_.windows.height.size * shape_.windows.width.size;
}

size_t TransposedConv::packed_bytes() const {
  if (shape_.channels_last) return product_->packed_bytes();
  return static_cast<size_t>(shape_.channels_in * taps()) * sizeof(float);
}

void TransposedConv::Pack(const float* filter, void* packed) const {
  if (!shape_.channels_last) {
    std::memcpy(packed, filter, packed_bytes());
    return;
  }
  // [in, out, height, width] becomes [in, height, width, out].
  const int64_t window = shape_.windows.height.size * shape_.windows.width.size;
  std::vector<float> turned(static_cast<size_t>(shape_.channels_in * taps()));
  for (int64_t in = 0; in < shape_.channels_in; ++in) {
    for (int64_t out = 0; out < shape_.channels_out; ++out) {
      for (int64_t at = 0; at < window; ++at) {
        turned[static_cast<size_t>(in * taps() + at * shape_.channels_out + out)] =
            filter[in * taps() + out * window + at];
      }
    }
  }
  product_->Pack(turned.data(), packed);
}

bool TransposedConv::PacksLike(const TransposedConv& other) const {
  return shape_.channels_last == other.shape_.channels_last &&
         (!shape_.channels_last || product_->PacksLike(*other.product_));
}

size_t TransposedConv::product_bytes() const {
  const int64_t positions = shape_.windows.height.output * shape_.windows.width.output;
  return Padded(static_cast<size_t>(shape_.batch * positions * taps()) * sizeof(float));
}

size_t TransposedConv::workspace_bytes() const { return product_bytes() + product_->workspace_bytes(); }

base::Status TransposedConv::Run(const float* x, const void* packed, const float* bias, float* y,
                                 void* workspace) const {
  auto* product = static_cast<float*>(workspace);
  void* rest = static_cast<char*>(workspace) + product_bytes();
  if (shape_.channels_last) {
    GE_RETURN_IF_ERROR(product_->Run(x, packed, nullptr, product, rest));
    AddUpChannelsLast(product, bias, y);
  } else {
    GE_RETURN_IF_ERROR(product_->Run(static_cast<const float*>(packed), x, nullptr, product, rest));
    AddUpChannelsFirst(product, bias, y);
  }
  return {};
}

// product [batch, height of x, width of x, window height, window width, channels]
void TransposedConv::AddUpChannelsLast(const float* product, const float* bias, float* y) const {
  const Window& height = shape_.windows.height;
  const Window& width = shape_.windows.width;
  const int64_t channels = shape_.channels_out;
  const int64_t row_length = width.input * channels;
  const auto add_row = [&](const float* from, int64_t i, float* row) {
    const int64_t step = taps();
    const float* first = from + i * width.size * channels;
    if (AreSideBySide(width)) {
      for (int64_t w = 0; w < width.output; ++w) {
        const int64_t start = w * width.stride * channels;
        AddRow(first + w * step, row + start, std::min(width.size * channels, row_length - start));
      }
      return;
    }
    for (int64_t j = 0; j < width.size; ++j) {
      const auto [begin, end] = width.Inside(j);
      for (int64_t w = begin; w < end; ++w) {
        const int64_t column = w * width.stride - width.pad_begin + j * width.dilation;
        AddRow(first + w * step + j * channels, row + column * channels, channels);
      }
    }
  };
  ParallelFor(shape_.batch * height.input, 8192 / std::max<int64_t>(row_length, 1) + 1,
              [&](int64_t begin, int64_t end) {
                Vectorised([&, begin, end] {
                  for (int64_t at = begin; at < end; ++at) {
                    float* row = y + at * row_length;
                    for (int64_t i = 0; i < row_length; ++i)
                      row[i] = bias == nullptr ? 0.0F : bias[i % channels];
                    const float* image = product + at / height.input * height.output * width.output * taps();
                    ForEachMeeting(height, at % height.input, [&](int64_t i, int64_t h) {
                      add_row(image + h * width.output * taps(), i, row);
                    });
                  }
                });
              });
}

// product [batch, channels, window height, window width, height of x, width of x]
void TransposedConv::AddUpChannelsFirst(const float* product, const float* bias, float* y) const {
  const Window& height = shape_.windows.height;
  const Window& width = shape_.windows.width;
  const int64_t positions = height.output * width.output;
  const int64_t rows = shape_.batch * shape_.channels_out * height.input;
  ParallelFor(rows, 8192 / std::max<int64_t>(width.input, 1) + 1, [&](int64_t begin, int64_t end) {
    Vectorised([&, begin, end] {
      for (int64_t at = begin; at < end; ++at) {
        float* row = y + at * width.input;
        const int64_t plane = at / height.input;
        std::fill_n(row, width.input, bias == nullptr ? 0.0F : bias[plane % shape_.channels_out]);
        const float* parts = product + plane * height.size * width.size * positions;
        ForEachMeeting(height, at % height.input, [&](int64_t i, int64_t h) {
          for (int64_t j = 0; j < width.size; ++j) {
            const float* from = parts + (i * width.size + j) * positions + h * width.output;
            float* to = row + j * width.dilation - width.pad_begin;
            const auto [first, last] = width.Inside(j);
#pragma GCC ivdep
            for (int64_t w = first; w < last; ++w) to[w * width.stride] += from[w];
          }
        });
      }
    });
  });
}

}  // namespace ge::cpu::kernels
