#pragma once

#include <vector>

#include "base/status.h"
#include "kernels/kernel.h"
#include "kernels/onednn/convolution.h"

namespace ge::cpu::kernels {

enum class ConvKind { kForward, kDepthwise, kTransposed };

// The ports of a convolution.
struct ConvPorts {
  int32_t x = 0;
  int32_t filter() const { return x + 1; }
  int32_t bias() const { return x + 2; }
  int32_t offset() const { return x + 3; }
};

// Sizes and steps of the node for the shapes of this run. Errors name what does not fit.
base::Result<onednn::ConvolutionShape> ConvolutionShapeOf(RunContext& c, ConvKind kind, ConvPorts ports);

// The filter as [out, in / groups, height, width] (transposed: [in, out / groups, height, width]), whatever
// its format.
std::vector<float> OrderedFilter(const ir::Node& node, ConvKind kind, const ir::TensorDesc& desc,
                                 const float* filter);
// Whether it has that order already.
bool IsOrdered(const ir::Node& node, ConvKind kind, const ir::TensorDesc& desc);

}  // namespace ge::cpu::kernels
