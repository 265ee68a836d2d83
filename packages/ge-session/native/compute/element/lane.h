#pragma once

#include <cstdint>
#include <optional>

#include "base/data_type.h"
#include "compute/element.h"

namespace ge::cpu::compute {

// The types that element programs compute in. Elements of narrower types are widened when they are read and
// rounded when they are written.
enum class Lane : uint8_t { kFloat, kDouble, kInt32, kInt64, kUint64 };
inline constexpr size_t kLaneCount = 5;

// Bit `1 << lane` for each.
using LaneSet = uint8_t;
inline constexpr LaneSet kFloatLanes = 0b00011;
inline constexpr LaneSet kIntegerLanes = 0b11100;
inline constexpr LaneSet kEveryLane = 0b11111;

template <typename T>
inline constexpr Lane kLaneOf = Lane::kFloat;
template <>
inline constexpr Lane kLaneOf<double> = Lane::kDouble;
template <>
inline constexpr Lane kLaneOf<int32_t> = Lane::kInt32;
template <>
inline constexpr Lane kLaneOf<int64_t> = Lane::kInt64;
template <>
inline constexpr Lane kLaneOf<uint64_t> = Lane::kUint64;

using LaneTypes = Types<float, double, int32_t, int64_t, uint64_t>;

// The lane that holds every value of an element type, and adds and multiplies as it does once rounded.
template <typename T>
using WideLane = std::conditional_t<
    std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float,
    std::conditional_t<
        std::is_same_v<T, uint32_t>, int64_t,
        std::conditional_t<std::is_same_v<T, Bool> || (sizeof(T) < sizeof(int32_t)), int32_t, T>>>;

// Nothing for a type that no lane holds.
std::optional<Lane> LaneOf(base::DataType type);
// Whether elements of the type lie in memory as its lane holds them.
bool IsLaneType(base::DataType type);

constexpr int64_t LaneBytes(Lane lane) { return lane == Lane::kFloat || lane == Lane::kInt32 ? 4 : 8; }
constexpr bool Holds(LaneSet set, Lane lane) { return ((set >> static_cast<unsigned>(lane)) & 1U) != 0; }

}  // namespace ge::cpu::compute
