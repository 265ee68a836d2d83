// Blocks that compute nothing: reading and writing element types, conversions, choices and copies.

#include <algorithm>
#include <limits>

#include "compute/element/loop.h"

namespace ge::cpu::compute {

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

template <typename R, typename T>
R Converted(T value) {
  if constexpr (std::is_same_v<R, Bool>)
    return value != T(0);
  else if constexpr (std::is_floating_point_v<T> && std::is_integral_v<R>)
    return Truncated<R>(value);
  else
    return static_cast<R>(static_cast<Wide<R>>(value));
}

template <typename T, typename R, typename Stored>
void Copy(const BlockArgs& args) {
  RunLoop<std::conditional_t<sizeof(T) <= 4 && sizeof(R) <= 4, float, double>>(
      [x = static_cast<const T*>(args.x), out = static_cast<R*>(args.out), count = args.count] {
#pragma GCC ivdep
        for (int64_t i = 0; i < count; ++i)
          out[i] = static_cast<R>(static_cast<Wide<Stored>>(Converted<Stored>(x[i])));
      });
}

template <typename T, typename R>
void Widen(const BlockArgs& args) {
  Vectorised([x = static_cast<const T*>(args.x), out = static_cast<R*>(args.out), count = args.count] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) out[i] = static_cast<R>(static_cast<Wide<T>>(x[i]));
  });
}

template <typename T, typename R>
void Narrow(const BlockArgs& args) {
  Vectorised([x = static_cast<const T*>(args.x), out = static_cast<R*>(args.out), count = args.count] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) out[i] = Converted<R>(x[i]);
  });
}

template <typename T, unsigned kWalks>
void Choose(const BlockArgs& args) {
  Vectorised([x = static_cast<const int32_t*>(args.x), y = static_cast<const T*>(args.y),
              z = static_cast<const T*>(args.z), out = static_cast<T*>(args.out), count = args.count] {
    const auto at = [](const auto* from, unsigned bit, int64_t i) {
      return from[(kWalks & bit) != 0 ? i : 0];
    };
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) {
      const T yes = at(y, kWalksY, i);
      const T no = at(z, kWalksZ, i);
      out[i] = at(x, kWalksX, i) != 0 ? yes : no;
    }
  });
}

template <typename T>
Block ChooseBlock(unsigned walks) {
  static constexpr Block kForms[] = {Choose<T, 0>, Choose<T, 1>, Choose<T, 2>, Choose<T, 3>,
                                     Choose<T, 4>, Choose<T, 5>, Choose<T, 6>, Choose<T, 7>};
  return kForms[walks];
}

template <typename T>
void Repeat(const BlockArgs& args) {
  std::fill_n(static_cast<T*>(args.out), args.count, *static_cast<const T*>(args.x));
}

template <typename F>
Block ForType(base::DataType type, F&& f) {
  Block block = nullptr;
  Visit(PlainTypes(), type, [&](auto element) { block = f(element); });
  return block;
}

}  // namespace

Block SelectBlock(Lane lane, unsigned walks) {
  return LaneBytes(lane) == 4 ? ChooseBlock<int32_t>(walks) : ChooseBlock<int64_t>(walks);
}

Block LoadBlock(base::DataType type) {
  return ForType(type, [](auto element) -> Block {
    using T = typename decltype(element)::type;
    return Widen<T, WideLane<T>>;
  });
}

Block StoreBlock(base::DataType type) {
  return ForType(type, [](auto element) -> Block {
    using T = typename decltype(element)::type;
    return Narrow<WideLane<T>, T>;
  });
}

Block ConvertBlock(Lane from, base::DataType type) {
  return ForType(type, [from](auto target) -> Block {
    using R = typename decltype(target)::type;
    return ForLane(
        from, [](auto source) -> Block { return Copy<typename decltype(source)::type, WideLane<R>, R>; });
  });
}

Block FillBlock(Lane lane) { return LaneBytes(lane) == 4 ? Repeat<int32_t> : Repeat<int64_t>; }

}  // namespace ge::cpu::compute
