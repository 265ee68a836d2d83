#pragma once

#include "base/data_type.h"
#include "base/format.h"
#include "ir/shape.h"
#include "ir/shared.h"

namespace ge::ir {

class AttrMap;

// What is known of a tensor besides its elements. The rarely used parts stand in `DescDetails`, made when
// first set, and shared by copies until one of them is changed.
struct DescDetails;

class GE_API TensorDesc {
 public:
  TensorDesc();
  TensorDesc(Shape shape, base::DataType type, base::Format format = base::Format::kND);
  TensorDesc(const TensorDesc& other);
  TensorDesc(TensorDesc&& other) noexcept;
  TensorDesc& operator=(const TensorDesc& other);
  TensorDesc& operator=(TensorDesc&& other) noexcept;
  ~TensorDesc();

  // An optional input that is left out: no data type, format `RESERVED`.
  static TensorDesc Unconnected();
  bool IsUnconnected() const {
    return type == base::DataType::kUndefined && format == base::Format::kReserved;
  }

  // Read here rather than in the details: empty and ND until set.
  const Shape& origin_shape() const;
  base::Format origin_format() const;
  bool has_origin_shape() const;
  void SetOriginShape(Shape shape);
  void SetOriginFormat(base::Format format);
  // The tensor is its own origin: shape and format, also as changed later, are the origin's until one of
  // those is set.
  void MakeOwnOrigin() { own_origin_ = true; }

  const DescDetails& details() const;  // defaults when none were set
  DescDetails& mutable_details();
  bool has_details() const { return !details_.empty(); }
  // Descriptors that agree in all members and have the same details and origin are equal.
  bool own_origin() const { return own_origin_; }

  // Attributes of the port that this descriptor belongs to.
  const AttrMap& attrs() const;
  AttrMap& mutable_attrs();

  base::DataType type = base::DataType::kFloat;
  base::Format format = base::Format::kND;
  Shape shape;

 private:
  void KeepOrigin();

  bool own_origin_ = false;  // then details_ knows nothing of the origin
  Shared<DescDetails> details_;
};

}  // namespace ge::ir
