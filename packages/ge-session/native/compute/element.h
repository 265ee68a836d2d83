#pragma once

#include <cstdint>
#include <type_traits>

#include "base/data_type.h"
#include "base/status.h"
#include "compute/half.h"
#include "ir/schema.h"
#include "ir/tensor.h"

// Element types: which C++ type stands for a data type, in which type it is computed, and the choice between
// them at run time.
namespace ge::cpu::compute {

// A byte; any bits but 0 are true.
struct Bool {
  uint8_t bits;

  Bool() = default;
  Bool(bool value) : bits(value ? 1 : 0) {}    // NOLINT(google-explicit-constructor)
  operator bool() const { return bits != 0; }  // NOLINT(google-explicit-constructor)
};

template <typename T>
struct ElementTraits;
#define GE_ELEMENT(cpp, data_type, wide)                               \
  template <>                                                          \
  struct ElementTraits<cpp> {                                          \
    static constexpr base::DataType kType = base::DataType::data_type; \
    using Wide = wide;                                                 \
  };
GE_ELEMENT(float, kFloat, float)
GE_ELEMENT(Half, kFloat16, float)
GE_ELEMENT(BFloat16, kBf16, float)
GE_ELEMENT(double, kDouble, double)
GE_ELEMENT(int8_t, kInt8, int8_t)
GE_ELEMENT(int16_t, kInt16, int16_t)
GE_ELEMENT(int32_t, kInt32, int32_t)
GE_ELEMENT(int64_t, kInt64, int64_t)
GE_ELEMENT(uint8_t, kUint8, uint8_t)
GE_ELEMENT(uint16_t, kUint16, uint16_t)
GE_ELEMENT(uint32_t, kUint32, uint32_t)
GE_ELEMENT(uint64_t, kUint64, uint64_t)
GE_ELEMENT(Bool, kBool, bool)
#undef GE_ELEMENT

template <typename T>
inline constexpr base::DataType kTypeOf = ElementTraits<T>::kType;
// What an element is computed in: float for the two 16-bit floats, itself for the others.
template <typename T>
using Wide = typename ElementTraits<T>::Wide;
template <typename T>
inline constexpr bool kIsFloat = std::is_floating_point_v<Wide<T>>;

template <typename... Ts>
struct Types {
  static constexpr ir::DataTypeSet kSet = (ir::Holding(kTypeOf<Ts>) | ... | 0);
};
template <typename A, typename B>
struct Joined;
template <typename... As, typename... Bs>
struct Joined<Types<As...>, Types<Bs...>> {
  using type = Types<As..., Bs...>;
};

using FloatTypes = Types<float, Half, BFloat16, double>;
using SignedTypes = Types<int64_t, int32_t, int16_t, int8_t>;
using UnsignedTypes = Types<uint8_t, uint16_t, uint32_t, uint64_t>;
using IntegerTypes = Joined<SignedTypes, UnsignedTypes>::type;
using NumberTypes = Joined<FloatTypes, IntegerTypes>::type;
using PlainTypes = Joined<NumberTypes, Types<Bool>>::type;
using IndexTypes = Types<int64_t, int32_t>;

inline constexpr ir::DataTypeSet kFloats = FloatTypes::kSet;
inline constexpr ir::DataTypeSet kIntegers = IntegerTypes::kSet;
inline constexpr ir::DataTypeSet kNumbers = NumberTypes::kSet;
inline constexpr ir::DataTypeSet kPlain = PlainTypes::kSet;
inline constexpr ir::DataTypeSet kIndexes = IndexTypes::kSet;
inline constexpr ir::DataTypeSet kBools = ir::Holding(base::DataType::kBool);

// Where a result's elements go; null when it has none.
template <typename T>
T* MutableElements(ir::Tensor& tensor) {
  return tensor.data == nullptr ? nullptr : static_cast<T*>(tensor.data->mutable_data());
}

template <typename T>
struct Element {
  using type = T;
};

// Calls `f(Element<T>())` for the T of the list that stands for `type`. False when there is none.
template <typename F, typename... Ts>
bool Visit(Types<Ts...>, base::DataType type, F&& f) {
  return ((type == kTypeOf<Ts> && (f(Element<Ts>()), true)) || ...);
}

}  // namespace ge::cpu::compute
