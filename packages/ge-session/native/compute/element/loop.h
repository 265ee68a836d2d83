#pragma once

#include "compute/element/block.h"
#include "compute/run_loop.h"

namespace ge::cpu::compute {

// The lane's C++ type as a tag: `f(Element<T>())`.
template <typename F>
Block ForLane(Lane lane, F&& f) {
  switch (lane) {
    case Lane::kFloat:
      return f(Element<float>());
    case Lane::kDouble:
      return f(Element<double>());
    case Lane::kInt32:
      return f(Element<int32_t>());
    case Lane::kInt64:
      return f(Element<int64_t>());
    case Lane::kUint64:
      return f(Element<uint64_t>());
  }
  return nullptr;
}

}  // namespace ge::cpu::compute
