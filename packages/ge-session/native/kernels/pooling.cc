#include <algorithm>
#include <limits>

#include "compute/element.h"
#include "compute/parallel.h"
#include "compute/run_loop.h"
#include "kernels/attr.h"
#include "kernels/image_layout.h"
#include "kernels/integers.h"
#include "kernels/reduce.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// x is [outer, height, width, inner]: inner is 1 in NCHW and the channels in NHWC.
struct Pool {
  Window height;
  Window width;
  int64_t outer = 1;
  int64_t inner = 1;
  bool whole_window = false;  // an average counts padding, too
  int64_t divisor = 0;        // 0: the number of elements
};

base::Result<Padding> PaddingOf(const RunContext& c, base::Name attr) {
  GE_ASSIGN_OR_RETURN(const std::string mode, AttrOf<std::string>(c, attr));
  if (mode == "SAME") return Padding::kSame;
  if (mode == "VALID") return Padding::kValid;
  if (mode == "CALCULATED") return Padding::kExplicit;
  return Refuse(c, "the padding must be SAME, VALID or CALCULATED, given \"", mode, "\"");
}

base::Result<Windows> WindowsOf(RunContext& c, ImageLayout layout, base::Name padding_attr) {
  const ir::Shape& x = c.Input(0).desc.shape;
  const ir::Shape& y = c.Output(0).desc.shape;
  Windows windows;
  windows.height.input = x[layout.height()];
  windows.width.input = x[layout.width()];
  windows.height.output = y[layout.height()];
  windows.width.output = y[layout.width()];
  const bool* global = c.Attr<bool>("global_pooling");
  if (global != nullptr && *global) {
    windows.height.size = windows.height.input;
    windows.width.size = windows.width.input;
    return windows;
  }
  GE_ASSIGN_OR_RETURN(const auto sizes, SpatialEntries(c.node(), "ksize", layout, 1));
  windows.height.size = sizes[0];
  windows.width.size = sizes[1];
  GE_ASSIGN_OR_RETURN(const Padding padding, PaddingOf(c, padding_attr));
  GE_RETURN_IF_ERROR(SetSteps(c.node(), layout, padding, windows));
  return windows;
}

base::Result<Pool> PoolOf(RunContext& c, base::Name padding_attr) {
  const ir::Shape& x = c.Input(0).desc.shape;
  if (x.size() != 4) return Refuse(c, "x must have 4 dimensions, given ", x);
  GE_ASSIGN_OR_RETURN(const ImageLayout layout, LayoutOf(c.node()));
  GE_ASSIGN_OR_RETURN(const Windows windows, WindowsOf(c, layout, padding_attr));
  Pool pool;
  pool.height = windows.height;
  pool.width = windows.width;
  pool.outer = layout.channels_last ? x[0] : x[0] * x[1];
  pool.inner = layout.channels_last ? x[3] : 1;
  return pool;
}

// Takes position `at` of the window along one row of the result into `row`, where it lies inside of x.
template <typename Op, typename T>
inline void TakeColumn(const Pool& pool, int64_t at, const T* x, Wide<T>* row, const Op& op) {
  const auto [first, last] = pool.width.Inside(at);
  const int64_t inner = pool.inner;
  const int64_t stride = pool.width.stride;
  const T* from = x + (first * stride + at - pool.width.pad_begin) * inner;
  Wide<T>* to = row + first * inner;
  if (inner == 1) {
#pragma GCC ivdep
    for (int64_t i = 0; i < last - first; ++i) to[i] = op(to[i], Wide<T>(from[i * stride]));
    return;
  }
  for (int64_t i = 0; i < last - first; ++i) {
#pragma GCC ivdep
    for (int64_t j = 0; j < inner; ++j)
      to[i * inner + j] = op(to[i * inner + j], Wide<T>(from[i * stride * inner + j]));
  }
}

// All windows of one row of the result, without the division of an average.
template <typename Op, typename T>
inline void PoolRow(const Pool& pool, int64_t row_number, const T* plane, Wide<T>* row, const Op& op) {
  std::fill_n(row, pool.width.output * pool.inner, Op::template First<Wide<T>>());
  const auto [first, last] = pool.height.Taken(row_number);
  for (int64_t y = first; y < last; ++y) {
    for (int64_t at = 0; at < pool.width.size; ++at) {
      TakeColumn(pool, at, plane + y * pool.width.input * pool.inner, row, op);
    }
  }
}

template <typename W>
void Divide(const Pool& pool, int64_t row_number, W* row) {
  const int64_t rows =
      pool.whole_window ? pool.height.Counted(row_number) : pool.height.TakenCount(row_number);
  for (int64_t i = 0; i < pool.width.output; ++i) {
    const int64_t columns = pool.whole_window ? pool.width.Counted(i) : pool.width.TakenCount(i);
    const int64_t count = pool.divisor != 0 ? pool.divisor : rows * columns;
    for (int64_t j = 0; j < pool.inner; ++j) row[i * pool.inner + j] /= static_cast<W>(count);
  }
}

template <typename Op, typename T>
void PoolTensor(const Pool& pool, bool average, const T* x, T* y, const Op& op) {
  const int64_t rows = pool.outer * pool.height.output;
  const int64_t width = pool.width.output * pool.inner;
  const int64_t work = std::max<int64_t>(width * pool.width.size * pool.height.size, 1);
  ParallelFor(rows, kElementGrain / work + 1, [&](int64_t begin, int64_t end) {
    std::vector<Wide<T>> buffer(static_cast<size_t>(width));
    RunLoop<T>([&, row = buffer.data()] {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row_number = i % pool.height.output;
        PoolRow(pool, row_number,
                x + i / pool.height.output * pool.height.input * pool.width.input * pool.inner, row, op);
        if constexpr (kIsFloat<T>) {
          if (average) Divide(pool, row_number, row);
        }
#pragma GCC ivdep
        for (int64_t j = 0; j < width; ++j) y[i * width + j] = T(row[j]);
      }
    });
  });
}

base::Status MaxPoolWith(RunContext& c, base::Name padding_attr) {
  GE_ASSIGN_OR_RETURN(const Pool pool, PoolOf(c, padding_attr));
  const bool known = Visit(NumberTypes(), c.Input(0).desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    PoolTensor(pool, false, c.Input(0).elements<T>(), MutableElements<T>(c.Output(0)), MaxOf());
  });
  return known ? base::Status() : RefuseType(c, 0);
}

base::Status AveragePoolWith(RunContext& c, base::Name padding_attr) {
  GE_ASSIGN_OR_RETURN(Pool pool, PoolOf(c, padding_attr));
  const bool* exclusive = c.Attr<bool>("exclusive");
  pool.whole_window = exclusive != nullptr && !*exclusive;
  pool.divisor = IntegerAttr(c.node(), "divisor_override", 0);
  const bool known = Visit(FloatTypes(), c.Input(0).desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    PoolTensor(pool, true, c.Input(0).elements<T>(), MutableElements<T>(c.Output(0)), SumOf());
  });
  return known ? base::Status() : RefuseType(c, 0);
}

template <typename T>
void AverageRows(RunContext& c, int64_t rows, int64_t count) {
  const T* x = c.Input(0).elements<T>();
  T* y = MutableElements<T>(c.Output(0));
  using W = Wide<T>;
  ParallelFor(rows, kElementGrain / std::max<int64_t>(count, 1) + 1, [&](int64_t begin, int64_t end) {
    std::vector<W> buffer(std::is_same_v<T, W> ? 0 : static_cast<size_t>(count));
    RunLoop<T>([&, row = buffer.data()] {
      for (int64_t i = begin; i < end; ++i) {
        W sum;
        if constexpr (std::is_same_v<T, W>) {
          sum = ReduceRow(x + i * count, count, SumOf());
        } else {
          for (int64_t j = 0; j < count; ++j) row[j] = W(x[i * count + j]);
          sum = ReduceRow(row, count, SumOf());
        }
        y[i] = T(sum / static_cast<W>(count));
      }
    });
  });
}

}  // namespace

GE_KERNEL(MaxPoolV3, kNumbers) { return MaxPoolWith(c, "padding_mode"); }
GE_KERNEL(MaxPool, kNumbers) { return MaxPoolWith(c, "padding"); }
GE_KERNEL(AvgPoolV2, kFloats) { return AveragePoolWith(c, "padding_mode"); }
GE_KERNEL(AvgPool, kFloats) { return AveragePoolWith(c, "padding"); }

GE_KERNEL(GlobalAveragePool, kFloats) {
  const ir::Shape& shape = c.Input(0).desc.shape;
  if (shape.size() < 3) return Refuse(c, "x must have 3 dimensions or more, given ", shape);
  const int64_t rows = shape[0] * shape[1];
  const int64_t count = ElementsBetween(shape, 2, shape.size());
  const bool known = Visit(FloatTypes(), c.Input(0).desc.type, [&](auto element) {
    AverageRows<typename decltype(element)::type>(c, rows, count);
  });
  return known ? base::Status() : RefuseType(c, 0);
}

}  // namespace ge::cpu::kernels
