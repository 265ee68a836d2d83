#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ge::cpu::kernels {

// A window that slides along one axis: pooling and convolution.
struct Window {
  // Pads so that the given output comes about; the odd one goes to the end, or to the beginning when
  // `more_at_begin`.
  void PadToFill(bool more_at_begin) {
    const int64_t total = std::max<int64_t>((output - 1) * stride + Extent() - input, 0);
    pad_begin = (total + (more_at_begin ? 1 : 0)) / 2;
    pad_end = total - pad_begin;
  }
  // What the window spans.
  int64_t Extent() const { return (size - 1) * dilation + 1; }

  // The positions of x that output `i` takes, without padding. For windows without dilation.
  std::pair<int64_t, int64_t> Taken(int64_t i) const {
    const int64_t begin = i * stride - pad_begin;
    const int64_t first = std::max<int64_t>(begin, 0);
    return {first, std::max(std::min(begin + size, input), first)};
  }
  int64_t TakenCount(int64_t i) const {
    const auto [first, last] = Taken(i);
    return last - first;
  }
  // How many positions output `i` covers, padding included.
  int64_t Counted(int64_t i) const {
    const int64_t begin = i * stride - pad_begin;
    return std::min(begin + size, input + pad_end) - begin;
  }

  // The outputs for which position `at` of the window lies inside of x.
  std::pair<int64_t, int64_t> Inside(int64_t at) const {
    const int64_t offset = at * dilation - pad_begin;
    const int64_t first = offset >= 0 ? 0 : (-offset + stride - 1) / stride;
    const int64_t last = input - offset <= 0 ? 0 : (input - offset + stride - 1) / stride;
    return {std::min(first, output), std::max(std::min(last, output), std::min(first, output))};
  }

  friend bool operator==(const Window& a, const Window& b) {
    return a.input == b.input && a.output == b.output && a.size == b.size && a.stride == b.stride &&
           a.dilation == b.dilation && a.pad_begin == b.pad_begin && a.pad_end == b.pad_end;
  }

  int64_t input = 1;
  int64_t output = 1;
  int64_t size = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad_begin = 0;
  int64_t pad_end = 0;
};

}  // namespace ge::cpu::kernels
