#pragma once

#include "ops/dims.h"

namespace ge::ops {

// The product of inputs 0 and 1: matrices in the last two dimensions, the dimensions before them stretch;
// vectors as numpy has them. A factor may be transposed.
base::Result<ir::Shape> BatchProductShape(const ShapeContext& c, bool transpose_x1, bool transpose_x2);

// `inner sizes differ: ...`
base::Status InnerDiffers(const ShapeContext& c);

}  // namespace ge::ops
