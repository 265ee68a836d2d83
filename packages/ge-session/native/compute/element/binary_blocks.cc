#include "compute/element/loop.h"
#include "compute/element/scalar_math.h"

namespace ge::cpu::compute {

namespace {

#define GE_BINARY(name, lanes, ...) \
  struct name##Of {                 \
    template <typename T>           \
    T operator()(T x, T y) const {  \
      return __VA_ARGS__;           \
    }                               \
  };
#define GE_COMPARE(name, lanes, ...)     \
  struct name##Of {                      \
    template <typename T>                \
    int32_t operator()(T x, T y) const { \
      return (__VA_ARGS__) ? 1 : 0;      \
    }                                    \
  };
#include "compute/element/binary.inc"
#undef GE_BINARY
#undef GE_COMPARE

template <typename T, typename Of, unsigned kWalks>
void Apply(const BlockArgs& args) {
  using R = decltype(Of()(T(), T()));
  RunLoop<T>([x = static_cast<const T*>(args.x), y = static_cast<const T*>(args.y),
              out = static_cast<R*>(args.out), count = args.count] {
    if constexpr (kWalks == (kWalksX | kWalksY)) {
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i) out[i] = Of()(x[i], y[i]);
    } else if constexpr (kWalks == kWalksX) {
      const T right = *y;
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i) out[i] = Of()(x[i], right);
    } else {
      const T left = *x;
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i) out[i] = Of()(left, y[i]);
    }
  });
}

template <typename Of, LaneSet kLanes>
Block BlockOf(Lane lane, unsigned walks) {
  return ForLane(lane, [walks](auto element) -> Block {
    using T = typename decltype(element)::type;
    if constexpr (Holds(kLanes, kLaneOf<T>)) {
      if (walks == kWalksX) return Apply<T, Of, kWalksX>;
      if (walks == kWalksY) return Apply<T, Of, kWalksY>;
      return Apply<T, Of, kWalksX | kWalksY>;
    } else {
      return nullptr;
    }
  });
}

}  // namespace

Block BinaryBlock(Function function, Lane lane, unsigned walks) {
  switch (function) {
#define GE_BINARY(name, lanes, ...) \
  case Function::k##name:           \
    return BlockOf<name##Of, lanes>(lane, walks);
#define GE_COMPARE GE_BINARY
#include "compute/element/binary.inc"
#undef GE_BINARY
#undef GE_COMPARE
    default:
      return nullptr;
  }
}

}  // namespace ge::cpu::compute
