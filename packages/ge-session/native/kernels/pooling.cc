#include <algorithm>
#include <limits>

#include "kernels/integers.h"
#include "kernels/map.h"
#include "kernels/reduce.h"
#include "kernels/refuse.h"
#include "kernels/window.h"

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

std::pair<size_t, size_t> SpatialAxes(bool channels_last) {
  return channels_last ? std::pair<size_t, size_t>{1, 2} : std::pair<size_t, size_t>{2, 3};
}

base::Status CheckAttributes(const RunContext& c) {
  if (c.Input(0).desc.shape.size() != 4) {
    return Refuse(c, "x must have 4 dimensions, given ", c.Input(0).desc.shape);
  }
  for (const char* name : {"ksize", "strides"}) {
    const std::vector<int64_t>& values = IntegersAttr(c.node(), name);
    if (values.size() != 4 || std::any_of(values.begin(), values.end(), [](int64_t v) { return v < 1; })) {
      return Refuse(c, name, " must be 4 numbers greater than 0");
    }
  }
  return {};
}

// How the padding of `axis` (0: height, 1: width) comes about: "SAME", "VALID", or the attribute `pads`.
base::Status SetPadding(const RunContext& c, const std::string& mode, size_t axis, Window& window) {
  if (mode == "SAME") {
    window.PadToFill(false);
  } else if (mode == "CALCULATED") {
    const std::vector<int64_t>& pads = IntegersAttr(c.node(), "pads");
    if (pads.size() != 4) return Refuse(c, "pads must be 4 numbers");
    window.pad_begin = pads[2 * axis];
    window.pad_end = pads[2 * axis + 1];
  } else if (mode != "VALID") {
    return Refuse(c, "the padding must be SAME, VALID or CALCULATED, given \"", mode, "\"");
  }
  return {};
}

base::Result<Pool> PoolOf(RunContext& c, base::Name padding_attr) {
  GE_RETURN_IF_ERROR(CheckAttributes(c));
  const ir::Shape& x = c.Input(0).desc.shape;
  const ir::Shape& y = c.Output(0).desc.shape;
  const bool channels_last = *c.Attr<std::string>("data_format") == "NHWC";
  const bool* global = c.Attr<bool>("global_pooling");
  const auto [row_axis, column_axis] = SpatialAxes(channels_last);
  Pool pool;
  pool.outer = channels_last ? x[0] : x[0] * x[1];
  pool.inner = channels_last ? x[3] : 1;
  size_t number = 0;
  for (const auto& [window, axis] :
       {std::pair{&pool.height, row_axis}, std::pair{&pool.width, column_axis}}) {
    window->input = x[axis];
    window->output = y[axis];
    window->size = global != nullptr && *global ? x[axis] : IntegersAttr(c.node(), "ksize")[axis];
    window->stride = IntegersAttr(c.node(), "strides")[axis];
    if (global == nullptr || !*global) {
      GE_RETURN_IF_ERROR(SetPadding(c, *c.Attr<std::string>(padding_attr), number, *window));
    }
    ++number;
  }
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
