#pragma once

#include <memory>

#include "base/status.h"
#include "kernels/epilogue.h"
#include "kernels/kernel.h"
#include "kernels/onednn/convolution.h"

namespace ge::cpu::kernels {

struct ConvOperands {
  const float* x = nullptr;
  const void* packed = nullptr;  // the filter, see Pack
  const float* bias = nullptr;   // null: none
  float* y = nullptr;
  void* workspace = nullptr;
};

// A way to convolve, made ready for one shape. From any thread.
class ConvMethod {
 public:
  virtual ~ConvMethod() = default;

  // The filter, [out, in / groups, height, width] ([in, out / groups, ...] where transposed), as the method
  // takes it.
  virtual size_t packed_bytes() const = 0;
  virtual void Pack(const float* filter, void* packed) const = 0;
  // Whether a filter that was packed for `other` can be used as it is.
  virtual bool PacksLike(const ConvMethod& other) const = 0;
  // Scratch memory for one run, aligned to 64 bytes.
  virtual size_t workspace_bytes() const = 0;
  // `c` gives what post-operations read.
  virtual base::Status Run(const RunContext& c, const ConvOperands& operands) const = 0;
};

// The best method for the shape. `epilogue` must live as long as the method.
base::Result<std::unique_ptr<ConvMethod>> MakeConvMethod(const onednn::ConvolutionShape& shape,
                                                         const Epilogue& epilogue);

}  // namespace ge::cpu::kernels
