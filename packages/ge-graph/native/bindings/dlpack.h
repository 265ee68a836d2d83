#pragma once

#include <pybind11/pybind11.h>

#include "ir/tensor.h"

namespace ge::bindings {

// A capsule of the tensor's elements. `versioned` can say that they must not be changed; without it, or with
// `copy`, they are copied. Raises BufferError for types that DLPack has no code for.
pybind11::capsule ToDlpack(const ir::Tensor& tensor, bool versioned, bool copy);

// Takes over the array in a capsule of either form: shares its elements where they stand row by row.
// Raises BufferError for what is not in the host's memory, or of a type that no data type holds.
ir::Tensor FromDlpack(const pybind11::object& capsule, base::Format format);

}  // namespace ge::bindings
