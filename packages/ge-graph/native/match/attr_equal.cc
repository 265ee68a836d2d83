#include "match/attr_equal.h"

#include <algorithm>
#include <cstring>

namespace ge::match {
namespace {

bool Equal(const std::monostate&, const std::monostate&) { return true; }
bool Equal(const std::string& a, const std::string& b) { return a == b; }
bool Equal(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool Equal(bool a, bool b) { return a == b; }
bool Equal(int64_t a, int64_t b) { return a == b; }
bool Equal(base::DataType a, base::DataType b) { return a == b; }
bool Equal(const ir::Bytes& a, const ir::Bytes& b) { return a.value == b.value; }
bool Equal(const ir::Expression& a, const ir::Expression& b) { return a.value == b.value; }
bool Equal(const std::shared_ptr<ir::Graph>& a, const std::shared_ptr<ir::Graph>& b) { return a == b; }

bool Equal(const ir::AttrMap& a, const ir::AttrMap& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && AttrEquals(x.second, y.second);
  });
}

bool Equal(const ir::NamedAttrs& a, const ir::NamedAttrs& b) {
  return a.name == b.name && Equal(a.attrs, b.attrs);
}

bool Equal(const ir::TensorDesc& a, const ir::TensorDesc& b) {
  return a.type == b.type && a.format == b.format && a.shape == b.shape &&
         a.origin_shape() == b.origin_shape() && a.origin_format() == b.origin_format() &&
         Equal(a.attrs(), b.attrs());
}

bool SameBytes(const ir::Tensor& a, const ir::Tensor& b) {
  return a.size_bytes() == b.size_bytes() &&
         (a.size_bytes() == 0 || a.data == b.data ||
          std::memcmp(a.data->data(), b.data->data(), a.size_bytes()) == 0);
}

bool Equal(const ir::Tensor& a, const ir::Tensor& b) { return Equal(a.desc, b.desc) && SameBytes(a, b); }

template <typename T>
bool Equal(const ir::Box<T>& a, const ir::Box<T>& b) {
  return Equal(*a, *b);
}

bool Equal(const std::vector<bool>& a, const std::vector<bool>& b) { return a == b; }

template <typename T>
bool Equal(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return Equal(x, y); });
}

}  // namespace

bool AttrEquals(const ir::AttrValue& a, const ir::AttrValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&b](const auto& value) { return Equal(value, std::get<std::decay_t<decltype(value)>>(b)); }, a);
}

bool SameElements(const ir::Tensor& a, const ir::Tensor& b) {
  const ir::Shape& left = a.desc.shape;
  const ir::Shape& right = b.desc.shape;
  if (a.desc.type != b.desc.type || left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i] != right[i] && left[i] != ir::kUnknownDim && right[i] != ir::kUnknownDim) return false;
  }
  return SameBytes(a, b);
}

}  // namespace ge::match
