#include "bindings/attr_text.h"

#include "base/format.h"
#include "ir/graph.h"
#include "serialize/text_format.h"
#include "serialize/value_text.h"

namespace ge::bindings {
namespace {

// Of longer lists only so many items are shown.
constexpr size_t kShownItems = 64;

std::string TypeName(base::DataType type) {
  const base::DataTypeInfo* info = base::FindDataType(type);
  return info == nullptr ? "type " + std::to_string(static_cast<int32_t>(type)) : std::string(info->name);
}

std::string ShapeText(const ir::Shape& shape) {
  std::string dims;
  for (const int64_t dim : shape) dims += (dims.empty() ? "" : ", ") + std::to_string(dim);
  return "[" + dims + "]";
}

struct Printer {
  std::string operator()(std::monostate) const { return "<not set>"; }
  std::string operator()(const std::string& v) const { return "\"" + v + "\""; }
  std::string operator()(float v) const { return serialize::FloatText(v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(int64_t v) const { return std::to_string(v); }
  std::string operator()(base::DataType v) const { return TypeName(v); }
  std::string operator()(const ir::Bytes& v) const { return base::Text("<", v.value.size(), " bytes>"); }
  std::string operator()(const ir::Expression& v) const { return v.value; }
  std::string operator()(const ir::TensorDesc& v) const { return DescText(v); }
  std::string operator()(const ir::Tensor& v) const {
    return DescText(v.desc) + " " + serialize::ElementsText(v);
  }
  std::string operator()(const ir::NamedAttrs& v) const {
    std::string items;
    for (const auto& [name, value] : v.attrs) {
      items += (items.empty() ? "" : ", ") + name.text() + ": " + AttrText(value);
    }
    return v.name + " {" + items + "}";
  }
  std::string operator()(const std::shared_ptr<ir::Graph>& v) const {
    return v == nullptr ? "<no graph>"
                        : base::Text("graph \"", v->name(), "\" of ", v->node_count(), " nodes");
  }
  template <typename T>
  std::string operator()(const ir::Box<T>& v) const {
    return (*this)(*v);
  }
  template <typename T>
  std::string operator()(const std::vector<T>& list) const {
    std::string items;
    for (size_t i = 0; i < list.size() && i < kShownItems; ++i) {
      items += (i == 0 ? "" : ", ") + (*this)(static_cast<const T&>(list[i]));
    }
    if (list.size() > kShownItems) items += base::Text(", ... ", list.size(), " in all");
    return "[" + items + "]";
  }
};

}  // namespace

std::string DescText(const ir::TensorDesc& desc) {
  const std::string format = desc.format == base::Format::kND ? "" : " " + base::FormatText(desc.format);
  return TypeName(desc.type) + ShapeText(desc.shape) + format;
}

std::string AttrText(const ir::AttrValue& value) { return std::visit(Printer(), value); }

int64_t TensorBytes(const ir::AttrValue& value) {
  size_t bytes = 0;
  if (const auto* tensor = std::get_if<ir::Box<ir::Tensor>>(&value)) bytes = (*tensor)->size_bytes();
  if (const auto* list = std::get_if<std::vector<ir::Tensor>>(&value)) {
    for (const ir::Tensor& tensor : *list) bytes += tensor.size_bytes();
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace ge::bindings
