#include "ops/value.h"

#include <cstring>
#include <type_traits>

namespace ge::ops {
namespace {

template <typename T>
void Read(const ir::Tensor& tensor, size_t count, Value& value) {
  const char* bytes = tensor.elements<char>();
  for (size_t i = 0; i < count; ++i) {
    T element;
    std::memcpy(&element, bytes + i * sizeof(T), sizeof(T));  // a mapped file's tensors need not be aligned
    if constexpr (std::is_floating_point_v<T>) {
      value.push_back(Element::Real(element));
    } else {
      value.push_back(Element::Int(static_cast<int64_t>(element)));
    }
  }
}

using Reader = void (*)(const ir::Tensor&, size_t, Value&);

Reader ReaderOf(base::DataType type) {
  switch (type) {
    case base::DataType::kBool:
      return Read<uint8_t>;
    case base::DataType::kInt8:
      return Read<int8_t>;
    case base::DataType::kUint8:
      return Read<uint8_t>;
    case base::DataType::kInt16:
      return Read<int16_t>;
    case base::DataType::kUint16:
      return Read<uint16_t>;
    case base::DataType::kInt32:
      return Read<int32_t>;
    case base::DataType::kUint32:
      return Read<uint32_t>;
    case base::DataType::kInt64:
      return Read<int64_t>;
    case base::DataType::kFloat:
      return Read<float>;
    case base::DataType::kDouble:
      return Read<double>;
    default:
      return nullptr;
  }
}

}  // namespace

bool HasValues(base::DataType type) { return ReaderOf(type) != nullptr; }

bool ReadValue(const ir::Tensor& tensor, Value& value) {
  const Reader read = ReaderOf(tensor.desc.type);
  const int64_t count = tensor.desc.shape.Elements();
  if (read == nullptr || count < 0 || count > kMaxValueElements) return false;
  if (tensor.size_bytes() < static_cast<size_t>(base::DataBytes(tensor.desc.type, count))) return false;
  value.clear();
  value.reserve(static_cast<size_t>(count));
  read(tensor, static_cast<size_t>(count), value);
  return true;
}

IntList::IntList(const Value& value) {
  values_.reserve(value.size());
  for (size_t i = 0; i < value.size(); ++i) {
    values_.push_back(value[i].integer);
    if (value[i].known) continue;
    unknown_.resize(value.size());
    unknown_[i] = true;
    origins_.resize(value.size());
    origins_[i] = value[i].origin;
  }
}

}  // namespace ge::ops
