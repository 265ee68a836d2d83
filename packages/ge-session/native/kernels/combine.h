#pragma once

#include "kernels/map.h"

// Element-wise loops over two operands, with numpy's broadcasting.
namespace ge::cpu::kernels {

// The last loop of a broadcast: one of three forms, each of which vectorises.
template <typename T, typename R, typename Op>
inline void CombineRow(const T* a, bool walks_a, const T* b, bool walks_b, R* y, int64_t count,
                       const Op& op) {
  if (walks_a && walks_b) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) y[i] = R(op(Wide<T>(a[i]), Wide<T>(b[i])));
  } else if (walks_a) {
    const auto right = Wide<T>(*b);
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) y[i] = R(op(Wide<T>(a[i]), right));
  } else if (walks_b) {
    const auto left = Wide<T>(*a);
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) y[i] = R(op(left, Wide<T>(b[i])));
  } else {
    std::fill_n(y, count, R(op(Wide<T>(*a), Wide<T>(*b))));
  }
}

template <typename T, typename R, typename Op>
void CombineElements(const Broadcast<2>& plan, const T* a, const T* b, R* y, const Op& op) {
  const bool walks_a = plan.Walks(0);
  const bool walks_b = plan.Walks(1);
  const int64_t inner = plan.inner();
  const int64_t outer = plan.outer();
  if (outer == 1) {
    ParallelFor(inner, kElementGrain, [&](int64_t begin, int64_t end) {
      RunLoop<T>([=, &op] {
        CombineRow(a + (walks_a ? begin : 0), walks_a, b + (walks_b ? begin : 0), walks_b, y + begin,
                   end - begin, op);
      });
    });
    return;
  }
  ParallelFor(outer, kElementGrain / std::max<int64_t>(inner, 1) + 1, [&](int64_t begin, int64_t end) {
    RunLoop<T>([=, &op, &plan] {
      for (int64_t i = begin; i < end; ++i) {
        const auto offsets = plan.Offsets(i);
        CombineRow(a + offsets[0], walks_a, b + offsets[1], walks_b, y + i * inner, inner, op);
      }
    });
  });
}

template <typename T, typename R, typename Op>
base::Status CombineTensors(RunContext& c, const ir::Tensor& a, const ir::Tensor& b, ir::Tensor& y,
                            const Op& op) {
  const T* left = a.elements<T>();
  const T* right = b.elements<T>();
  R* result = MutableElements<R>(y);
  if (y.desc.shape.Elements() == 0) return {};
  auto plan = PlanBroadcast<2>(y.desc.shape, {&a.desc.shape, &b.desc.shape});
  if (!plan.ok()) return Refuse(c, plan.status().message());
  CombineElements<T, R>(*plan, left, right, result, op);
  return {};
}

// y = op(x1, x2); both operands have the same type of `List`, y has that type, or `R` where it is given.
template <typename List, typename R = void, typename Op>
base::Status Combine(RunContext& c, const Op& op) {
  const ir::Tensor& a = c.Input(0);
  const ir::Tensor& b = c.Input(1);
  if (a.desc.type != b.desc.type) {
    return Refuse(c, "both inputs must have one data type, given ", a.desc.type, " and ", b.desc.type);
  }
  base::Status status;
  const bool known = Visit(List(), a.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    using Result = std::conditional_t<std::is_void_v<R>, T, R>;
    status = CombineTensors<T, Result>(c, a, b, c.Output(0), op);
  });
  return known ? status : RefuseType(c, 0);
}

}  // namespace ge::cpu::kernels
