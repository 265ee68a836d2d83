#include "kernels/cast.h"

#include <cstring>
#include <limits>

#include "kernels/map.h"

namespace ge::cpu::kernels {

namespace {

// Values beyond the integer type are brought to its ends, NaN to 0; C++ leaves both undefined.
template <typename R, typename F>
R Truncated(F value) {
  constexpr F kLow = static_cast<F>(std::numeric_limits<R>::min());
  constexpr F kHigh = static_cast<F>(std::numeric_limits<R>::max());
  if (value >= kHigh) return std::numeric_limits<R>::max();
  if (value <= kLow) return std::numeric_limits<R>::min();
  return value == value ? static_cast<R>(value) : R{0};
}

template <typename R>
struct To {
  template <typename F>
  R operator()(F value) const {
    if constexpr (std::is_same_v<R, Bool>)
      return value != F(0);
    else if constexpr (std::is_floating_point_v<F> && std::is_integral_v<R>)
      return Truncated<R>(value);
    else
      return static_cast<R>(static_cast<Wide<R>>(value));
  }
};

template <typename T, typename R>
void CastLoop(const T* x, R* y, int64_t count) {
  if constexpr (std::is_same_v<T, R>) {
    if (count > 0) std::memcpy(y, x, static_cast<size_t>(count) * sizeof(T));
  } else {
    MapElements<T, R>(x, y, count, To<R>());
  }
}

}  // namespace

bool CastElements(base::DataType from, const void* x, base::DataType to, void* y, int64_t count) {
  bool known = false;
  Visit(PlainTypes(), from, [&](auto source) {
    using T = typename decltype(source)::type;
    known = Visit(PlainTypes(), to, [&](auto target) {
      using R = typename decltype(target)::type;
      CastLoop(static_cast<const T*>(x), static_cast<R*>(y), count);
    });
  });
  return known;
}

GE_KERNEL(Cast, kPlain) {
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  if (CastElements(x.desc.type, x.elements<void>(), y.desc.type, MutableElements<void>(y),
                   x.desc.shape.Elements())) {
    return {};
  }
  return Refuse(c, "no conversion from ", x.desc.type, " to ", y.desc.type);
}

}  // namespace ge::cpu::kernels
