#pragma once

#include <memory>

#include "base/buffer.h"
#include "base/status.h"
#include "ir/tensor_desc.h"

namespace ge::ir {

enum class Placement : int32_t { kHost = 0, kDevice = 1 };

// A descriptor and its elements: row-major, little endian, sub-byte types packed. Copies share the elements,
// which nobody changes once they are shared.
struct GE_API Tensor {
  Tensor() = default;
  Tensor(TensorDesc desc, std::shared_ptr<base::Buffer> data)
      : desc(std::move(desc)), data(std::move(data)) {}

  // Fails (E13025) when the buffer does not hold exactly what shape and data type ask for.
  base::Status Check() const;

  size_t size_bytes() const { return data == nullptr ? 0 : data->size(); }
  template <typename T>
  const T* elements() const {
    return data == nullptr ? nullptr : static_cast<const T*>(data->data());
  }

  TensorDesc desc;
  std::shared_ptr<base::Buffer> data;  // null: no elements
  Placement placement = Placement::kHost;
};

}  // namespace ge::ir
