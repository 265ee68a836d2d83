#include <algorithm>

#include "compute/cast.h"
#include "compute/vector_math.h"
#include "kernels/integers.h"
#include "kernels/reduce.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

constexpr int64_t kGrain = 4096;
constexpr int64_t kBlock = 256;  // columns that are done together

// x is cut as [outer, count, inner]; the softmax runs over `count`.
struct Cut {
  int64_t outer = 1;
  int64_t count = 1;
  int64_t inner = 1;
};

base::Result<Cut> CutAt(const RunContext& c) {
  const ir::Shape& shape = c.Input(0).desc.shape;
  const std::vector<int64_t>& axes = IntegersAttr(c.node(), "axes");
  if (shape.empty()) return Cut();
  std::vector<size_t> chosen;
  for (const int64_t entry : axes) {
    GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, entry, shape.size()));
    chosen.push_back(axis);
  }
  if (chosen.empty()) return Refuse(c, "axes must name an axis");
  std::sort(chosen.begin(), chosen.end());
  // ONNX before version 13: all axes from the named one on.
  const bool to_the_end = IntegerAttr(c.node(), "need_fusion", 0) != 0;
  const size_t first = chosen.front();
  const size_t last = to_the_end ? shape.size() : chosen.back() + 1;
  if (!to_the_end && last - first != chosen.size()) return Refuse(c, "axes must be neighbours");
  return Cut{ElementsBetween(shape, 0, first), ElementsBetween(shape, first, last),
             ElementsBetween(shape, last, shape.size())};
}

template <typename T>
inline void SoftmaxRow(const T* x, int64_t count, T* y) {
  const T largest = ReduceRow(x, count, MaxOf());
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) y[i] = Exp(x[i] - largest);
  const T scale = T(1) / ReduceRow(y, count, SumOf());
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) y[i] *= scale;
}

// `width` neighbouring columns; rows are `stride` apart.
template <typename T>
inline void SoftmaxColumns(const T* x, int64_t count, int64_t stride, int64_t width, T* y) {
  T largest[kBlock];
  T scale[kBlock];
  ReduceColumns(x, count, stride, width, largest, MaxOf());
  std::fill_n(scale, width, T(0));
  for (int64_t i = 0; i < count; ++i) {
#pragma GCC ivdep
    for (int64_t j = 0; j < width; ++j) {
      y[i * stride + j] = Exp(x[i * stride + j] - largest[j]);
      scale[j] += y[i * stride + j];
    }
  }
  for (int64_t j = 0; j < width; ++j) scale[j] = T(1) / scale[j];
  for (int64_t i = 0; i < count; ++i) {
#pragma GCC ivdep
    for (int64_t j = 0; j < width; ++j) y[i * stride + j] *= scale[j];
  }
}

template <typename T>
void Softmax(const Cut& cut, const T* x, T* y) {
  const int64_t plane = cut.count * cut.inner;
  if (plane == 0) return;
  if (cut.inner == 1) {
    ParallelFor(cut.outer, kGrain / plane + 1, [&](int64_t begin, int64_t end) {
      Vectorised([=] {
        for (int64_t i = begin; i < end; ++i) SoftmaxRow(x + i * plane, plane, y + i * plane);
      });
    });
    return;
  }
  const int64_t blocks = (cut.inner + kBlock - 1) / kBlock;
  ParallelFor(cut.outer * blocks, kGrain / (cut.count * std::min(cut.inner, kBlock)) + 1,
              [&](int64_t begin, int64_t end) {
                Vectorised([=] {
                  for (int64_t i = begin; i < end; ++i) {
                    const int64_t at = i / blocks * plane + i % blocks * kBlock;
                    SoftmaxColumns(x + at, cut.count, cut.inner,
                                   std::min(kBlock, cut.inner - i % blocks * kBlock), y + at);
                  }
                });
              });
}

}  // namespace

GE_KERNEL(SoftmaxV2, kFloats) {
  GE_ASSIGN_OR_RETURN(const Cut cut, CutAt(c));
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  const base::DataType type = x.desc.type;
  if (type == base::DataType::kDouble) {
    Softmax(cut, x.elements<double>(), MutableElements<double>(y));
    return {};
  }
  if (type == base::DataType::kFloat) {
    Softmax(cut, x.elements<float>(), MutableElements<float>(y));
    return {};
  }
  // In float; half_to_float leaves the result so.
  const int64_t count = x.desc.shape.Elements();
  auto* wide = static_cast<float*>(c.Workspace(static_cast<size_t>(count) * sizeof(float)));
  if (!CastElements(type, x.elements<void>(), base::DataType::kFloat, wide, count)) return RefuseType(c, 0);
  Softmax(cut, wide, wide);
  CastElements(base::DataType::kFloat, wide, y.desc.type, MutableElements<void>(y), count);
  return {};
}

}  // namespace ge::cpu::kernels
