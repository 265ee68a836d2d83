#pragma once

#include "ir/tensor.h"

namespace ge::match {

// Whether two constants are the same numbers, whatever their types: with the same shape but for leading
// dimensions of 1, a dimension of -1 on either side agreeing with any. Where both are of a floating type, one
// may be what the other is rounded to the less exact type: 0.1 as float and as float16. Zeros differ by sign;
// NaNs are the same. What holds no numbers, as text and complex, is compared as `SameElements` does.
GE_API bool SameNumbers(const ir::Tensor& a, const ir::Tensor& b);

}  // namespace ge::match
