#pragma once

#include "base/status.h"
#include "kernels/kernel.h"
#include "kernels/onednn/matmul.h"

namespace ge::cpu::kernels {

// The product of inputs 0 and 1, whose last two dimensions are matrices; a single dimension is a row (a) or a
// column (b). Fails when the inner sizes differ or the batches do not stretch to each other.
base::Result<onednn::MatmulShape> MatmulShapeOf(const RunContext& c, bool transpose_a, bool transpose_b);

}  // namespace ge::cpu::kernels
