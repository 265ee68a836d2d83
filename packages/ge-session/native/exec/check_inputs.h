#pragma once

#include <vector>

#include "backend/backend.h"
#include "base/status.h"

namespace ge::cpu::exec {

// Whether tensors are what a graph takes. E13025 names the input, what is expected and what was given: their
// number, data type, shape (a dimension of -1 takes any that its range
// allows), and whether the elements are all there and in host
// memory.
base::Status CheckInputs(const std::vector<backend::Port>& ports, const std::vector<ir::Tensor>& given);

}  // namespace ge::cpu::exec
