#pragma once

#include <vector>

#include "ir/shape.h"
#include "ops/value.h"

namespace ge::ops {

// Elements of a row-major tensor taken by a start and a step in each dimension: slices, transposed and
// reversed ones.
struct StridedView {
  struct Dim {
    int64_t count = 0;
    int64_t start = 0;  // index in the source's dimension
    int64_t step = 1;
    size_t source_dim = 0;
  };
  std::vector<Dim> dims;
};

// `source` has the elements of a tensor of this shape, which is known; the view lies inside of it.
Value TakeView(const Value& source, const ir::Shape& shape, const StridedView& view);

}  // namespace ge::ops
