#include "serialize/value_text.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "base/half.h"

namespace ge::serialize {
namespace {

// Of more elements than twice this only the first and the last are shown.
constexpr size_t kShownAtEachEnd = 3;

std::string RealText(double value) {
  if (std::isnan(value)) return "nan";
  char text[400];
  std::snprintf(text, sizeof(text), "%f", value);
  return text;
}

template <typename T>
T Load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <typename T>
std::string IntText(const char* at) {
  return std::to_string(Load<T>(at));
}

using ElementText = std::string (*)(const char*);

// Null for types whose elements are not shown.
ElementText ElementTextOf(base::DataType type) {
  using base::DataType;
  switch (type) {
    case DataType::kFloat:
      return [](const char* at) { return RealText(static_cast<double>(Load<float>(at))); };
    case DataType::kDouble:
      return [](const char* at) { return RealText(Load<double>(at)); };
    case DataType::kFloat16:
      return [](const char* at) {
        return RealText(static_cast<double>(base::FloatFromHalf(Load<uint16_t>(at))));
      };
    case DataType::kBool:
      return [](const char* at) { return std::string(*at != 0 ? "true" : "false"); };
    case DataType::kInt8:
      return IntText<int8_t>;
    case DataType::kInt16:
      return IntText<int16_t>;
    case DataType::kInt32:
      return IntText<int32_t>;
    case DataType::kInt64:
      return IntText<int64_t>;
    case DataType::kUint8:
      return IntText<uint8_t>;
    case DataType::kUint16:
      return IntText<uint16_t>;
    case DataType::kUint32:
      return IntText<uint32_t>;
    case DataType::kUint64:
      return IntText<uint64_t>;
    default:
      return nullptr;
  }
}

// One function a kind; kinds that are not named are not shown.
struct Printer {
  std::string operator()(const std::string& v) const { return v.empty() ? "" : "\"" + v + "\""; }
  std::string operator()(float v) const { return RealText(static_cast<double>(v)); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(int64_t v) const { return std::to_string(v); }
  std::string operator()(base::DataType v) const {
    return base::FindDataType(v) == nullptr ? "" : std::string(base::DataTypeText(v));
  }
  std::string operator()(const ir::Box<ir::Tensor>& v) const { return ElementsText(*v); }
  std::string operator()(const ir::Tensor& v) const { return ElementsText(v); }

  template <typename T>
  std::string operator()(const std::vector<T>& list) const {
    std::string items;
    for (const auto& item : list) {
      const std::string text = (*this)(static_cast<const T&>(item));
      if (!text.empty()) items += (items.empty() ? "" : ", ") + text;
    }
    return items.empty() ? "" : "{" + items + "}";
  }

  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(const ir::Bytes&) const { return ""; }
  std::string operator()(const ir::Expression&) const { return ""; }
  std::string operator()(const ir::Box<ir::TensorDesc>&) const { return ""; }
  std::string operator()(const ir::TensorDesc&) const { return ""; }
  std::string operator()(const ir::Box<ir::NamedAttrs>&) const { return ""; }
  std::string operator()(const ir::NamedAttrs&) const { return ""; }
  std::string operator()(const std::shared_ptr<ir::Graph>&) const { return ""; }
};

}  // namespace

std::string ValueText(const ir::AttrValue& value) { return std::visit(Printer(), value); }

std::string ElementsText(const ir::Tensor& tensor) {
  const size_t bytes = tensor.size_bytes();
  if (bytes == 0) return "<empty>";
  const ElementText text_of = ElementTextOf(tensor.desc.type);
  if (text_of == nullptr) return "<not_supported>";
  const auto size = static_cast<size_t>(base::DataTypeBits(tensor.desc.type) / 8);
  if (bytes % size != 0) return "<invalid>";
  const auto* elements = static_cast<const char*>(tensor.data->data());
  const size_t count = bytes / size;
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    if (i == kShownAtEachEnd && count > 2 * kShownAtEachEnd) {
      text += " ...";
      i = count - kShownAtEachEnd;
    }
    text += (i == 0 ? "" : " ") + text_of(elements + i * size);
  }
  return "[" + text + "]";
}

}  // namespace ge::serialize
