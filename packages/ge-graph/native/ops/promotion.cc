#include "ops/promotion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/half.h"
#include "ops/broadcast.h"

namespace ge::ops {
namespace {

using base::DataType;

// In the order in which one gives way to another.
enum class Kind { kBool, kUnsigned, kSigned, kFloat, kComplex };

struct TypeInfo {
  DataType type;
  Kind kind;
  int bits;  // of a complex number: of both parts
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

template <typename T>
constexpr double Least() {
  return static_cast<double>(std::numeric_limits<T>::lowest());
}
template <typename T>
constexpr double Most() {
  return static_cast<double>(std::numeric_limits<T>::max());
}

// Of types that have equal kinds and bits the first is what both become.
constexpr std::array kTypes = {
    TypeInfo{DataType::kBool, Kind::kBool, 8, 0, 1},
    TypeInfo{DataType::kUint8, Kind::kUnsigned, 8, 0, Most<uint8_t>()},
    TypeInfo{DataType::kUint16, Kind::kUnsigned, 16, 0, Most<uint16_t>()},
    TypeInfo{DataType::kUint32, Kind::kUnsigned, 32, 0, Most<uint32_t>()},
    TypeInfo{DataType::kUint64, Kind::kUnsigned, 64, 0, Most<uint64_t>()},
    TypeInfo{DataType::kInt8, Kind::kSigned, 8, Least<int8_t>(), Most<int8_t>()},
    TypeInfo{DataType::kInt16, Kind::kSigned, 16, Least<int16_t>(), Most<int16_t>()},
    TypeInfo{DataType::kInt32, Kind::kSigned, 32, Least<int32_t>(), Most<int32_t>()},
    TypeInfo{DataType::kInt64, Kind::kSigned, 64, Least<int64_t>(), Most<int64_t>()},
    TypeInfo{DataType::kBf16, Kind::kFloat, 16, Least<float>(), Most<float>()},
    TypeInfo{DataType::kFloat16, Kind::kFloat, 16, -65504, 65504},
    TypeInfo{DataType::kFloat, Kind::kFloat, 32, Least<float>(), Most<float>()},
    TypeInfo{DataType::kDouble, Kind::kFloat, 64},
    TypeInfo{DataType::kComplex32, Kind::kComplex, 32, -65504, 65504},
    TypeInfo{DataType::kComplex64, Kind::kComplex, 64, Least<float>(), Most<float>()},
    TypeInfo{DataType::kComplex128, Kind::kComplex, 128},
};

const TypeInfo* InfoOf(DataType type) {
  const auto* found =
      std::find_if(kTypes.begin(), kTypes.end(), [type](auto& info) { return info.type == type; });
  return found == kTypes.end() ? nullptr : found;
}

// The narrowest of the kind with at least so many bits.
DataType AtLeast(Kind kind, int bits) {
  const auto* found = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](auto& info) { return info.kind == kind && info.bits >= bits; });
  return found == kTypes.end() ? DataType::kDouble : found->type;  // more than int64: as numpy does
}

bool IsInteger(const TypeInfo& info) { return info.kind == Kind::kUnsigned || info.kind == Kind::kSigned; }
// The kinds between which a scalar gives way: integers are one.
Kind WeakKind(const TypeInfo& info) { return IsInteger(info) ? Kind::kUnsigned : info.kind; }

bool IsConstantScalar(const ShapeContext& c, int32_t i) {
  return c.Tensor(i) != nullptr && c.InputShape(i).size() == 0 && !c.InputShape(i).IsUnknownRank();
}

base::Status DoNotGoTogether(const ShapeContext& c) {
  int32_t other = 1;
  while (other + 1 < c.input_count() && c.Input(other).type == c.Input(0).type) ++other;
  return c.Error("data types do not go together: ", c.InputName(0), " is ", c.Input(0).type, ", ",
                 c.InputName(other), " is ", c.Input(other).type);
}

// Of what tensors and what constant scalars promote to, each undefined when there is none.
DataType Joined(DataType tensors, DataType scalars) {
  if (tensors == DataType::kUndefined) return scalars;
  if (scalars == DataType::kUndefined) return tensors;
  const TypeInfo* strong = InfoOf(tensors);
  const TypeInfo* weak = InfoOf(scalars);
  const bool gives_way = strong != nullptr && weak != nullptr && WeakKind(*weak) <= WeakKind(*strong);
  return gives_way ? tensors : Promote(tensors, scalars);
}

bool PrototypeTakes(const ir::Node& node, DataType type) {
  const std::vector<ir::InputSpec>& inputs = node.schema().inputs;
  return std::all_of(inputs.begin(), inputs.end(), [type](const ir::InputSpec& input) {
    return input.types == 0 || (input.types & ir::Holding(type)) != 0;
  });
}

std::optional<double> NumberOf(const ir::Tensor& scalar) {
  Value value;
  if (!ReadValue(scalar, value) || value.size() != 1) return std::nullopt;
  return IsReal(scalar.desc.type) ? value[0].real : static_cast<double>(value[0].integer);
}

base::Status CheckFits(const ShapeContext& c, int32_t i, DataType type) {
  const TypeInfo* info = InfoOf(type);
  const std::optional<double> number = NumberOf(*c.Tensor(i));
  if (!number || !std::isfinite(*number) || (*number >= info->least && *number <= info->most)) return {};
  return c.Error("constant ", c.InputName(i), " is ", *number, ", which ", type,
                 " does not hold: cast the tensor, or give a constant that fits");
}

template <typename T>
void Write(char* to, T value) {
  std::memcpy(to, &value, sizeof value);
}

bool WriteElement(const Element& element, bool real, DataType type, char* to) {
  const double number = real ? element.real : static_cast<double>(element.integer);
  switch (type) {
    case DataType::kBool:
    case DataType::kUint8:
    case DataType::kInt8:
      return Write(to, static_cast<uint8_t>(element.integer)), true;
    case DataType::kUint16:
    case DataType::kInt16:
      return Write(to, static_cast<uint16_t>(element.integer)), true;
    case DataType::kUint32:
    case DataType::kInt32:
      return Write(to, static_cast<uint32_t>(element.integer)), true;
    case DataType::kUint64:
    case DataType::kInt64:
      return Write(to, element.integer), true;
    case DataType::kFloat16:
      return Write(to, base::HalfFromFloat(static_cast<float>(number))), true;
    case DataType::kBf16:
      return Write(to, base::BFloat16FromFloat(static_cast<float>(number))), true;
    case DataType::kFloat:
      return Write(to, static_cast<float>(number)), true;
    case DataType::kDouble:
      return Write(to, number), true;
    default:
      return false;
  }
}

}  // namespace

DataType Promote(DataType a, DataType b) {
  if (a == b) return a;
  const TypeInfo* low = InfoOf(a);
  const TypeInfo* high = InfoOf(b);
  if (low == nullptr || high == nullptr) return DataType::kUndefined;
  if (low->kind > high->kind) std::swap(low, high);
  if (low->kind == high->kind) {
    if (low->bits == high->bits) return AtLeast(high->kind, 2 * high->bits);  // float16 and bf16
    return low->bits > high->bits ? low->type : high->type;
  }
  if (low->kind == Kind::kUnsigned && high->kind == Kind::kSigned && low->bits >= high->bits)
    return AtLeast(Kind::kSigned, 2 * low->bits);
  if (low->kind == Kind::kFloat) {  // beside a complex number
    const int part = low->type == DataType::kBf16 ? 32 : low->bits;
    return AtLeast(Kind::kComplex, std::max(2 * part, high->bits));
  }
  return high->type;
}

base::Result<DataType> OperandType(const ShapeContext& c) {
  DataType tensors = DataType::kUndefined;
  DataType scalars = DataType::kUndefined;
  DataType first = DataType::kUndefined;
  bool differ = false;
  for (int32_t i = 0; i < c.input_count(); ++i) {
    const DataType type = c.Input(i).type;
    if (type == DataType::kUndefined) continue;
    if (first == DataType::kUndefined) first = type;
    differ |= type != first;
    DataType& joined = IsConstantScalar(c, i) ? scalars : tensors;
    joined = joined == DataType::kUndefined ? type : Promote(joined, type);
    if (joined == DataType::kUndefined) return DoNotGoTogether(c);
  }
  if (!differ) return first;
  const DataType type = Joined(tensors, scalars);
  if (InfoOf(type) == nullptr || !PrototypeTakes(c.node(), type)) return DoNotGoTogether(c);
  for (int32_t i = 0; i < c.input_count(); ++i) {
    if (c.Input(i).type != type && IsConstantScalar(c, i)) GE_RETURN_IF_ERROR(CheckFits(c, i, type));
  }
  return type;
}

bool ComputesInOneType(base::Name type) {
  using Function = base::Status (*)(ShapeContext&);
  const ShapeRule* rule = FindShapeRule(type);
  const Function* function = rule == nullptr ? nullptr : rule->target<Function>();
  return function != nullptr && *function == Broadcast;
}

std::optional<ir::Tensor> ConvertedScalar(const ir::Tensor& scalar, DataType type) {
  Value value;
  const int64_t bytes = base::DataBytes(type, 1);
  if (scalar.desc.shape.size() != 0 || bytes <= 0 || !ReadValue(scalar, value) || value.size() != 1)
    return std::nullopt;
  auto data = base::Buffer::AllocateForWriting(static_cast<size_t>(bytes));
  if (!WriteElement(value[0], IsReal(scalar.desc.type), type, static_cast<char*>(data->mutable_data())))
    return std::nullopt;
  ir::Tensor converted(scalar.desc, std::move(data));
  converted.desc.type = type;
  return converted;
}

}  // namespace ge::ops
