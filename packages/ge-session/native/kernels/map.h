#pragma once

#include <utility>

#include "compute/broadcast.h"
#include "compute/element.h"
#include "compute/parallel.h"
#include "kernels/refuse.h"
#include "compute/simd.h"

// Element-wise loops over any data types: an operator gives a functor on `Wide` values and the list of types.
namespace ge::cpu::kernels {

// Elements that a thread should get at least.
inline constexpr int64_t kElementGrain = 16384;

// Float loops are compiled for each instruction set; the others once, to keep the library small.
template <typename T, typename Body>
void RunLoop(const Body& body) {
  if constexpr (std::is_same_v<T, float>) {
    Vectorised(body);
  } else {
    body();
  }
}

// y[i] = op(x[i])
template <typename T, typename R = T, typename Op>
void MapElements(const T* x, R* y, int64_t count, const Op& op) {
  ParallelFor(count, kElementGrain, [&](int64_t begin, int64_t end) {
    RunLoop<T>([=] {
#pragma GCC ivdep
      for (int64_t i = begin; i < end; ++i) y[i] = R(op(Wide<T>(x[i])));
    });
  });
}

// y = op(x) for an operator with one input and one output of the same number of elements. Both have a type of
// `List`.
template <typename List, typename Op>
base::Status Map(RunContext& c, const Op& op) {
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  const int64_t count = x.desc.shape.Elements();
  const bool known = Visit(List(), x.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    MapElements<T, T>(x.elements<T>(), MutableElements<T>(y), count, op);
  });
  return known ? base::Status() : RefuseType(c, 0);
}

}  // namespace ge::cpu::kernels
