#include "compute/element/loop.h"
#include "compute/element/scalar_math.h"

namespace ge::cpu::compute {

namespace {

#define GE_UNARY(name, lanes, ...)                                                           \
  struct name##Of {                                                                          \
    template <typename T>                                                                    \
    T operator()([[maybe_unused]] T x, [[maybe_unused]] double a, [[maybe_unused]] double b, \
                 [[maybe_unused]] double c) const {                                          \
      return __VA_ARGS__;                                                                    \
    }                                                                                        \
  };
#define GE_TEST(name, lanes, ...)                           \
  struct name##Of {                                         \
    template <typename T>                                   \
    int32_t operator()(T x, double, double, double) const { \
      return __VA_ARGS__ ? 1 : 0;                           \
    }                                                       \
  };
#include "compute/element/unary.inc"
#undef GE_UNARY
#undef GE_TEST

template <typename T, typename Of>
void Apply(const BlockArgs& args) {
  using R = decltype(Of()(T(), 0.0, 0.0, 0.0));
  RunLoop<T>([x = static_cast<const T*>(args.x), out = static_cast<R*>(args.out), count = args.count,
              a = args.numbers.a, b = args.numbers.b, c = args.numbers.c] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) out[i] = Of()(x[i], a, b, c);
  });
}

template <typename Of, LaneSet kLanes>
Block BlockOf(Lane lane) {
  return ForLane(lane, [](auto element) -> Block {
    using T = typename decltype(element)::type;
    if constexpr (Holds(kLanes, kLaneOf<T>))
      return Apply<T, Of>;
    else
      return nullptr;
  });
}

}  // namespace

Block UnaryBlock(Function function, Lane lane) {
  switch (function) {
#define GE_UNARY(name, lanes, ...) \
  case Function::k##name:          \
    return BlockOf<name##Of, lanes>(lane);
#define GE_TEST GE_UNARY
#include "compute/element/unary.inc"
#undef GE_UNARY
#undef GE_TEST
    default:
      return nullptr;
  }
}

void ApplyTo(float* x, int64_t count, Function function, const Numbers& numbers) {
  UnaryBlock(function, Lane::kFloat)({x, nullptr, nullptr, x, count, numbers});
}

}  // namespace ge::cpu::compute
