#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "kernels/kernel.h"

namespace ge::cpu::kernels {

// Elements of a tensor in another order: element (i, j, ...) of the result stands at offset + i*strides[0] +
// ... in the source. Strides may be 0 (an element repeats) and negative.
struct View {
  void Add(int64_t dim, int64_t stride) {
    dims.push_back(dim);
    strides.push_back(stride);
  }

  int64_t offset = 0;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
};

// Elements that one step in each dimension moves over.
std::vector<int64_t> RowMajorStrides(const ir::Shape& shape);

// Writes the view's elements, of which there is at least one, one after another to `to`. False for elements
// that are not of 8, 16, 32, 64 or 128 bits.
bool CopyView(const View& view, int32_t element_bits, const void* from, void* to);

// Writes the view's elements, which must all lie in input 0, one after another to output 0.
base::Status CopyView(RunContext& c, const View& view);

}  // namespace ge::cpu::kernels
