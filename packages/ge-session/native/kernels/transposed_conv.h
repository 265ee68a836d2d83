#pragma once

#include <memory>

#include "base/status.h"
#include "kernels/onednn/convolution.h"
#include "kernels/onednn/matmul.h"

namespace ge::cpu::kernels {

// A transposed convolution as one product of matrices, each position of x with the whole filter, whose parts
// are then added up where they meet in y.
class TransposedConv {
 public:
  static bool CanDo(const onednn::ConvolutionShape& shape) { return shape.transposed && shape.groups == 1; }
  static base::Result<std::unique_ptr<TransposedConv>> Make(const onednn::ConvolutionShape& shape);

  // The filter [channels_in, channels_out, height, width] in the layout in which it is used.
  size_t packed_bytes() const;
  void Pack(const float* filter, void* packed) const;
  // Whether a filter that was packed for `other` can be used as it is.
  bool PacksLike(const TransposedConv& other) const;

  // Scratch memory for one run, aligned to 64 bytes.
  size_t workspace_bytes() const;
  // From any thread; `bias` may be null.
  base::Status Run(const float* x, const void* packed, const float* bias, float* y, void* workspace) const;

 private:
  TransposedConv(const onednn::ConvolutionShape& shape, std::unique_ptr<onednn::Matmul> product)
      : shape_(shape), product_(std::move(product)) {}

  // Elements of the filter for one channel of x.
  int64_t taps() const;
  size_t product_bytes() const;
  void AddUpChannelsLast(const float* product, const float* bias, float* y) const;
  void AddUpChannelsFirst(const float* product, const float* bias, float* y) const;

  const onednn::ConvolutionShape shape_;
  const std::unique_ptr<onednn::Matmul> product_;
};

}  // namespace ge::cpu::kernels
