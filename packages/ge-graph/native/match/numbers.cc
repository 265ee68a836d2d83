#include "match/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/half.h"
#include "match/attr_equal.h"

namespace ge::match {
namespace {

using base::DataType;
using Number = long double;  // holds every int64 and uint64

struct NumberType {
  DataType type;
  size_t bytes;
  Number (*read)(const uint8_t* elements, size_t i);
  Number (*round)(Number value);  // to the type; null: it holds integers
};

template <typename T>
T At(const uint8_t* elements, size_t i) {
  T value;
  std::memcpy(&value, elements + i * sizeof value, sizeof value);
  return value;
}
template <typename T>
Number Read(const uint8_t* elements, size_t i) {
  return static_cast<Number>(At<T>(elements, i));
}
template <float (*kToFloat)(uint16_t)>
Number ReadHalf(const uint8_t* elements, size_t i) {
  return kToFloat(At<uint16_t>(elements, i));
}
template <typename T>
Number Round(Number value) {
  return static_cast<T>(value);
}
template <float (*kToFloat)(uint16_t), uint16_t (*kFromFloat)(float)>
Number RoundHalf(Number value) {
  return kToFloat(kFromFloat(static_cast<float>(value)));
}

constexpr NumberType kTypes[] = {
    {DataType::kFloat, sizeof(float), &Read<float>, &Round<float>},
    {DataType::kFloat16, 2, &ReadHalf<base::FloatFromHalf>,
     &RoundHalf<base::FloatFromHalf, base::HalfFromFloat>},
    {DataType::kBf16, 2, &ReadHalf<base::FloatFromBFloat16>,
     &RoundHalf<base::FloatFromBFloat16, base::BFloat16FromFloat>},
    {DataType::kDouble, sizeof(double), &Read<double>, &Round<double>},
    {DataType::kInt8, sizeof(int8_t), &Read<int8_t>, nullptr},
    {DataType::kInt16, sizeof(int16_t), &Read<int16_t>, nullptr},
    {DataType::kInt32, sizeof(int32_t), &Read<int32_t>, nullptr},
    {DataType::kInt64, sizeof(int64_t), &Read<int64_t>, nullptr},
    {DataType::kUint8, sizeof(uint8_t), &Read<uint8_t>, nullptr},
    {DataType::kUint16, sizeof(uint16_t), &Read<uint16_t>, nullptr},
    {DataType::kUint32, sizeof(uint32_t), &Read<uint32_t>, nullptr},
    {DataType::kUint64, sizeof(uint64_t), &Read<uint64_t>, nullptr},
};

const NumberType* Find(DataType type) {
  const auto* const found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                         [type](const auto& row) { return row.type == type; });
  return found == std::end(kTypes) ? nullptr : found;
}

bool Same(Number a, Number b) {
  return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
}

bool SameRounded(const NumberType& type, Number value, Number other) {
  const Number rounded = type.round(value);
  return std::isfinite(rounded) && Same(rounded, other);
}

bool SameShape(const ir::Shape& a, const ir::Shape& b) {
  const auto first = [](const ir::Shape& shape) {
    return std::find_if(shape.begin(), shape.end(), [](int64_t dim) { return dim != 1; });
  };
  return std::equal(first(a), a.end(), first(b), b.end(), [](int64_t x, int64_t y) {
    return x == y || x == ir::kUnknownDim || y == ir::kUnknownDim;
  });
}

}  // namespace

bool SameNumbers(const ir::Tensor& a, const ir::Tensor& b) {
  const NumberType* left = Find(a.desc.type);
  const NumberType* right = Find(b.desc.type);
  if (left == nullptr || right == nullptr) return SameElements(a, b);
  if (!SameShape(a.desc.shape, b.desc.shape)) return false;
  const size_t count = a.size_bytes() / left->bytes;
  if (count != b.size_bytes() / right->bytes) return false;
  const bool rounds = left->round != nullptr && right->round != nullptr;
  const uint8_t* const of_a = a.elements<uint8_t>();
  const uint8_t* const of_b = b.elements<uint8_t>();
  for (size_t i = 0; i < count; ++i) {
    const Number x = left->read(of_a, i);
    const Number y = right->read(of_b, i);
    if (Same(x, y)) continue;
    if (!rounds || !(SameRounded(*right, x, y) || SameRounded(*left, y, x))) return false;
  }
  return true;
}

}  // namespace ge::match
