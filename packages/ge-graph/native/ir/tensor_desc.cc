#include "ir/tensor_desc.h"

#include "ir/attr.h"

namespace ge::ir {

TensorDesc::TensorDesc() = default;
TensorDesc::TensorDesc(Shape shape, base::DataType type, base::Format format)
    : type(type), format(format), shape(std::move(shape)) {}
TensorDesc::TensorDesc(const TensorDesc& other) = default;
TensorDesc::TensorDesc(TensorDesc&& other) noexcept = default;
TensorDesc& TensorDesc::operator=(const TensorDesc& other) = default;
TensorDesc& TensorDesc::operator=(TensorDesc&& other) noexcept = default;
TensorDesc::~TensorDesc() = default;

TensorDesc TensorDesc::Unconnected() {
  return {Shape(), base::DataType::kUndefined, base::Format::kReserved};
}

const Shape& TensorDesc::origin_shape() const { return own_origin_ ? shape : details().origin_shape; }
base::Format TensorDesc::origin_format() const { return own_origin_ ? format : details().origin_format; }
bool TensorDesc::has_origin_shape() const { return own_origin_ || details().has_origin_shape; }

void TensorDesc::SetOriginShape(Shape shape) {
  KeepOrigin();
  mutable_details().origin_shape = std::move(shape);
  mutable_details().has_origin_shape = true;
}

void TensorDesc::SetOriginFormat(base::Format format) {
  KeepOrigin();
  mutable_details().origin_format = format;
  mutable_details().has_origin_format = true;
}

void TensorDesc::KeepOrigin() {
  if (!own_origin_) return;
  own_origin_ = false;
  mutable_details().origin_shape = shape;
  mutable_details().has_origin_shape = true;
  mutable_details().origin_format = format;
}

const DescDetails& TensorDesc::details() const {
  static const DescDetails none;
  return details_.get() == nullptr ? none : *details_.get();
}

DescDetails& TensorDesc::mutable_details() { return details_.Own(); }

const AttrMap& TensorDesc::attrs() const { return details().attrs; }
AttrMap& TensorDesc::mutable_attrs() { return mutable_details().attrs; }

}  // namespace ge::ir
