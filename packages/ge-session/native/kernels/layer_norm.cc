#include <cmath>

#include "compute/element.h"
#include "compute/parallel.h"
#include "compute/run_loop.h"
#include "kernels/attr.h"
#include "kernels/integers.h"
#include "kernels/reduce.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// Rows of `count` elements, each normalised by itself. gamma and beta repeat after `period` elements.
struct Rows {
  int64_t rows = 1;
  int64_t count = 1;
  int64_t period = 1;
  float epsilon = 0;
  bool inverse_deviation = false;  // the third result is 1/sqrt(variance + epsilon), not the variance
};

template <typename T>
struct Tensors {
  const T* x;
  const T* gamma;
  const T* beta;
  T* y;
  T* mean;
  T* spread;
};

// `row` is a buffer of `count` elements.
template <typename T>
inline void NormaliseRow(const Rows& shape, const Tensors<T>& t, int64_t i, Wide<T>* row) {
  using W = Wide<T>;
  const int64_t count = shape.count;
  const T* x = t.x + i * count;
  for (int64_t j = 0; j < count; ++j) row[j] = W(x[j]);
  const W mean = ReduceRow(row, count, SumOf()) / static_cast<W>(count);
  for (int64_t j = 0; j < count; ++j) row[j] = (W(x[j]) - mean) * (W(x[j]) - mean);
  const W variance = ReduceRow(row, count, SumOf()) / static_cast<W>(count);
  const W scale = W(1) / std::sqrt(variance + W(shape.epsilon));
  const int64_t start = i * count % shape.period;
  T* y = t.y + i * count;
  if (start + count <= shape.period) {
    const T* gamma = t.gamma + start;
    const T* beta = t.beta + start;
#pragma GCC ivdep
    for (int64_t j = 0; j < count; ++j) y[j] = T((W(x[j]) - mean) * scale * W(gamma[j]) + W(beta[j]));
  } else {
    for (int64_t j = 0; j < count; ++j) {
      const int64_t at = (start + j) % shape.period;
      y[j] = T((W(x[j]) - mean) * scale * W(t.gamma[at]) + W(t.beta[at]));
    }
  }
  t.mean[i] = T(mean);
  t.spread[i] = T(shape.inverse_deviation ? scale : variance);
}

template <typename T>
void Normalise(const Rows& shape, const Tensors<T>& t) {
  ParallelFor(shape.rows, 16384 / std::max<int64_t>(shape.count, 1) + 1, [&](int64_t begin, int64_t end) {
    std::vector<Wide<T>> buffer(static_cast<size_t>(shape.count));
    RunLoop<T>([&, row = buffer.data()] {
      for (int64_t i = begin; i < end; ++i) NormaliseRow(shape, t, i, row);
    });
  });
}

base::Status NormaliseLayers(RunContext& c, bool inverse_deviation) {
  const ir::Tensor& x = c.Input(0);
  const ir::Tensor& gamma = c.Input(1);
  const ir::Tensor& beta = c.Input(2);
  GE_ASSIGN_OR_RETURN(const size_t axis,
                      Axis(c, IntegerAttr(c.node(), "begin_norm_axis", 0), x.desc.shape.size()));
  Rows shape;
  shape.rows = ElementsBetween(x.desc.shape, 0, axis);
  shape.count = ElementsBetween(x.desc.shape, axis, x.desc.shape.size());
  shape.period = gamma.desc.shape.Elements();
  GE_ASSIGN_OR_RETURN(shape.epsilon, AttrOf<float>(c, "epsilon"));
  shape.inverse_deviation = inverse_deviation;
  if (x.desc.shape.Elements() == 0) return {};
  if (shape.period != beta.desc.shape.Elements() || shape.period == 0 ||
      x.desc.shape.Elements() % shape.period != 0) {
    return Refuse(c, "gamma and beta must have the last dimensions of x ", x.desc.shape, ", given ",
                  gamma.desc.shape, " and ", beta.desc.shape);
  }
  if (gamma.desc.type != x.desc.type || beta.desc.type != x.desc.type) {
    return Refuse(c, "gamma and beta must have the data type of x, ", x.desc.type, ", given ",
                  gamma.desc.type, " and ", beta.desc.type);
  }
  const bool known = Visit(FloatTypes(), x.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    const Tensors<T> tensors = {x.elements<T>(),
                                gamma.elements<T>(),
                                beta.elements<T>(),
                                MutableElements<T>(c.Output(0)),
                                MutableElements<T>(c.Output(1)),
                                MutableElements<T>(c.Output(2))};
    Normalise(shape, tensors);
  });
  return known ? base::Status() : RefuseType(c, 0);
}

}  // namespace

GE_KERNEL(LayerNorm, kFloats) { return NormaliseLayers(c, false); }
GE_KERNEL(LayerNormV3, kFloats) { return NormaliseLayers(c, true); }

}  // namespace ge::cpu::kernels
