#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "compute/element.h"
#include "compute/parallel.h"
#include "compute/simd.h"
#include "kernels/compute_names.h"

// Sums, products and extremes over one axis of a tensor cut as [outer, count, inner].
namespace ge::cpu::kernels {

// Integers wrap round.
struct SumOf {
  template <typename T>
  static T First() {
    return T(0);
  }
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    else
      return a + b;
  }
};

struct ProductOf {
  template <typename T>
  static T First() {
    return T(1);
  }
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    else
      return a * b;
  }
};

// NaN wins.
struct MaxOf {
  template <typename T>
  static T First() {
    if constexpr (std::is_floating_point_v<T>)
      return -std::numeric_limits<T>::infinity();
    else
      return std::numeric_limits<T>::lowest();
  }
  template <typename T>
  T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};

struct MinOf {
  template <typename T>
  static T First() {
    if constexpr (std::is_floating_point_v<T>)
      return std::numeric_limits<T>::infinity();
    else
      return std::numeric_limits<T>::max();
  }
  template <typename T>
  T operator()(T a, T b) const {
    return a < b || a != a ? a : b;
  }
};

// All of one row. Several lanes, so that it vectorises though floating-point sums must not be reordered.
template <typename Op, typename T>
inline T ReduceRow(const T* x, int64_t count, const Op& op) {
  constexpr int64_t kLanes = 64 / sizeof(T) * 2;
  if (count < kLanes) {
    T result = Op::template First<T>();
    for (int64_t i = 0; i < count; ++i) result = op(result, x[i]);
    return result;
  }
  T lanes[kLanes];
  for (int64_t lane = 0; lane < kLanes; ++lane) lanes[lane] = x[lane];
  int64_t i = kLanes;
  for (; i + kLanes <= count; i += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane) lanes[lane] = op(lanes[lane], x[i + lane]);
  }
  for (int64_t lane = 0; i < count; ++i, ++lane) lanes[lane] = op(lanes[lane], x[i]);
  for (int64_t width = kLanes / 2; width > 0; width /= 2) {
    for (int64_t lane = 0; lane < width; ++lane) lanes[lane] = op(lanes[lane], lanes[lane + width]);
  }
  return lanes[0];
}

// y[inner] = the `count` rows of `inner` elements, taken together.
template <typename Op, typename T>
inline void ReduceColumns(const T* x, int64_t count, int64_t stride, int64_t inner, T* y, const Op& op) {
  for (int64_t j = 0; j < inner; ++j) y[j] = Op::template First<T>();
  for (int64_t i = 0; i < count; ++i) {
    const T* row = x + i * stride;
    for (int64_t j = 0; j < inner; ++j) y[j] = op(y[j], row[j]);
  }
}

// y[outer, inner] = x[outer, count, inner] over its middle axis.
template <typename Op, typename T>
void ReduceMiddle(const T* x, int64_t outer, int64_t count, int64_t inner, T* y, const Op& op) {
  constexpr int64_t kGrain = 16384;
  if (inner == 1) {
    ParallelFor(outer, kGrain / std::max<int64_t>(count, 1) + 1, [&](int64_t begin, int64_t end) {
      Vectorised([=, &op] {
        for (int64_t i = begin; i < end; ++i) y[i] = ReduceRow(x + i * count, count, op);
      });
    });
    return;
  }
  // Blocks of columns, so that there is work for all threads when `outer` is 1, and y stays in the cache.
  constexpr int64_t kBlock = 512;
  const int64_t blocks = (inner + kBlock - 1) / kBlock;
  ParallelFor(outer * blocks, kGrain / (std::max<int64_t>(count, 1) * std::min(inner, kBlock)) + 1,
              [&](int64_t begin, int64_t end) {
                Vectorised([=, &op] {
                  for (int64_t i = begin; i < end; ++i) {
                    const int64_t at = i % blocks * kBlock;
                    ReduceColumns(x + i / blocks * count * inner + at, count, inner,
                                  std::min(kBlock, inner - at), y + i / blocks * inner + at, op);
                  }
                });
              });
}

}  // namespace ge::cpu::kernels
