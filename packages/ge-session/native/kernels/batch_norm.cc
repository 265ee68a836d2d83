#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/element.h"
#include "compute/parallel.h"
#include "compute/run_loop.h"
#include "kernels/attr.h"
#include "kernels/integers.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// The parameters are float, so there is nothing to gain in double.
using UpToFloat = Types<float, Half, BFloat16>;

// y = scale[c] * x + shift[c]
struct Channels {
  std::vector<float> scale;
  std::vector<float> shift;
};

base::Status CheckVector(const RunContext& c, int32_t input, int64_t channels) {
  const ir::TensorDesc& desc = c.Input(input).desc;
  if (desc.type == base::DataType::kFloat && desc.shape.Elements() == channels) return {};
  return Refuse(c, c.node().InputName(input), " must be float with one element a channel, ", channels,
                ", given ", desc.shape, " of ", desc.type);
}

Channels Folded(const RunContext& c, float epsilon, size_t channels) {
  const float* scale = c.Input(1).elements<float>();
  const float* offset = c.Input(2).elements<float>();
  const float* mean = c.Input(3).elements<float>();
  const float* variance = c.Input(4).elements<float>();
  Channels folded;
  for (size_t i = 0; i < channels; ++i) {
    folded.scale.push_back(scale[i] / std::sqrt(variance[i] + epsilon));
    folded.shift.push_back(offset[i] - mean[i] * folded.scale[i]);
  }
  return folded;
}

// x is [outer, channels, inner].
template <typename T>
void Normalise(const Channels& folded, const T* x, T* y, int64_t outer, int64_t inner) {
  using W = Wide<T>;
  const auto channels = static_cast<int64_t>(folded.scale.size());
  const float* scales = folded.scale.data();
  const float* shifts = folded.shift.data();
  if (inner == 1) {
    ParallelFor(outer, kElementGrain / std::max<int64_t>(channels, 1) + 1, [&](int64_t begin, int64_t end) {
      RunLoop<T>([=] {
        for (int64_t row = begin; row < end; ++row) {
          const T* from = x + row * channels;
          T* to = y + row * channels;
#pragma GCC ivdep
          for (int64_t i = 0; i < channels; ++i) to[i] = T(W(from[i]) * W(scales[i]) + W(shifts[i]));
        }
      });
    });
    return;
  }
  ParallelFor(outer * channels, kElementGrain / std::max<int64_t>(inner, 1) + 1,
              [&](int64_t begin, int64_t end) {
                RunLoop<T>([=] {
                  for (int64_t plane = begin; plane < end; ++plane) {
                    const W scale = scales[plane % channels];
                    const W shift = shifts[plane % channels];
                    const T* from = x + plane * inner;
                    T* to = y + plane * inner;
#pragma GCC ivdep
                    for (int64_t i = 0; i < inner; ++i) to[i] = T(W(from[i]) * scale + shift);
                  }
                });
              });
}

// The statistics that were used, as they came; the last result has no meaning when nothing is trained.
void ReportStatistics(RunContext& c) {
  for (const auto& [output, input] : {std::pair{1, 3}, {2, 4}, {3, 3}, {4, 4}}) {
    ir::Tensor& result = c.Output(output);
    const int64_t count = std::min(result.desc.shape.Elements(), c.Input(input).desc.shape.Elements());
    std::copy_n(c.Input(input).elements<float>(), count, MutableElements<float>(result));
  }
  ir::Tensor& unused = c.Output(5);
  std::fill_n(MutableElements<float>(unused), unused.desc.shape.Elements(), 0.0F);
}

}  // namespace

GE_KERNEL(BatchNorm, UpToFloat::kSet) {
  GE_ASSIGN_OR_RETURN(const bool is_training, AttrOf<bool>(c, "is_training"));
  GE_ASSIGN_OR_RETURN(const std::string layout, AttrOf<std::string>(c, "data_format"));
  GE_ASSIGN_OR_RETURN(const float epsilon, AttrOf<float>(c, "epsilon"));
  if (is_training) return Refuse(c, "is_training must be false: the CPU engine does not train");
  if (!c.HasInput(3) || !c.HasInput(4)) return Refuse(c, "mean and variance must be connected");
  const ir::Tensor& x = c.Input(0);
  const ir::Shape& shape = x.desc.shape;
  const bool last = layout == "NHWC";
  if (shape.size() < 2) return Refuse(c, "x must have 2 dimensions or more, given ", shape);
  const size_t axis = last ? shape.size() - 1 : 1;
  for (int32_t i = 1; i <= 4; ++i) GE_RETURN_IF_ERROR(CheckVector(c, i, shape[axis]));
  const Channels folded = Folded(c, epsilon, static_cast<size_t>(shape[axis]));
  const bool known = Visit(UpToFloat(), x.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    Normalise(folded, x.elements<T>(), MutableElements<T>(c.Output(0)), ElementsBetween(shape, 0, axis),
              ElementsBetween(shape, axis + 1, shape.size()));
  });
  if (!known) return RefuseType(c, 0);
  ReportStatistics(c);
  return {};
}

}  // namespace ge::cpu::kernels
