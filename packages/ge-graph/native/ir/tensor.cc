#include "ir/tensor.h"

namespace ge::ir {

base::Status Tensor::Check() const {
  const int64_t expected = base::DataBytes(desc.type, desc.shape.Elements());
  if (expected >= 0 && static_cast<size_t>(expected) == size_bytes()) return {};
  return {"E13025", base::Text("a ", desc.type, " tensor of shape ", desc.shape, " takes ", expected,
                               " bytes, but has ", size_bytes())};
}

}  // namespace ge::ir
