#include "kernels/conv_method.h"

#include <cstring>

#include "kernels/depthwise.h"
#include "kernels/transposed_conv.h"

namespace ge::cpu::kernels {

namespace {

int64_t ResultElements(const onednn::ConvolutionShape& shape) {
  const Windows& windows = shape.windows;
  const int64_t height = shape.transposed ? windows.height.input : windows.height.output;
  const int64_t width = shape.transposed ? windows.width.input : windows.width.output;
  return shape.batch * shape.channels_out * height * width;
}

// By a convolution that is made for its shape.
template <typename Convolution>
class MadeMethod final : public ConvMethod {
 public:
  MadeMethod(const onednn::ConvolutionShape& shape, std::unique_ptr<Convolution> convolution,
             const PostOpChain& post_ops)
      : elements_(ResultElements(shape)), convolution_(std::move(convolution)), post_ops_(post_ops) {}

  size_t packed_bytes() const override { return convolution_->packed_bytes(); }
  void Pack(const float* filter, void* packed) const override { convolution_->Pack(filter, packed); }
  bool PacksLike(const ConvMethod& other) const override {
    const auto* same = dynamic_cast<const MadeMethod*>(&other);
    return same != nullptr && convolution_->PacksLike(*same->convolution_);
  }
  size_t workspace_bytes() const override { return convolution_->workspace_bytes(); }
  base::Status Run(const RunContext& c, const ConvOperands& o) const override {
    GE_RETURN_IF_ERROR(convolution_->Run(o.x, o.packed, o.bias, o.y, o.workspace));
    return post_ops_.DoAll(c, o.y, elements_);
  }

 private:
  const int64_t elements_;
  const std::unique_ptr<Convolution> convolution_;
  const PostOpChain& post_ops_;
};

// Each plane of the result gets its post-operations while it is in the cache.
class DepthwiseMethod final : public ConvMethod {
 public:
  DepthwiseMethod(const onednn::ConvolutionShape& shape, const PostOpChain& post_ops)
      : shape_(shape), post_ops_(post_ops) {}

  size_t packed_bytes() const override {
    const int64_t taps = shape_.windows.height.size * shape_.windows.width.size;
    return static_cast<size_t>(shape_.channels_out * taps) * sizeof(float);
  }
  void Pack(const float* filter, void* packed) const override { std::memcpy(packed, filter, packed_bytes()); }
  bool PacksLike(const ConvMethod& other) const override {
    return dynamic_cast<const DepthwiseMethod*>(&other) != nullptr;
  }
  size_t workspace_bytes() const override { return 0; }
  base::Status Run(const RunContext& c, const ConvOperands& o) const override {
    PlaneFinisher finish;
    if (!post_ops_.empty()) {
      GE_ASSIGN_OR_RETURN(const PostOpChain::Others others, post_ops_.Read(c, ResultElements(shape_)));
      finish = [this, others = others](float* plane, int64_t first, int64_t count) {
        post_ops_.Do(others, plane, first, count);
      };
    }
    ConvolveDepthwise(shape_, o.x, static_cast<const float*>(o.packed), o.bias, o.y, finish);
    return {};
  }

 private:
  const onednn::ConvolutionShape shape_;
  const PostOpChain& post_ops_;
};

}  // namespace

base::Result<std::unique_ptr<ConvMethod>> MakeConvMethod(const onednn::ConvolutionShape& shape,
                                                         const PostOpChain& post_ops) {
  using Made = std::unique_ptr<ConvMethod>;
  if (IsPlainDepthwise(shape)) return Made(std::make_unique<DepthwiseMethod>(shape, post_ops));
  if (TransposedConv::CanDo(shape)) {
    GE_ASSIGN_OR_RETURN(auto transposed, TransposedConv::Make(shape));
    return Made(std::make_unique<MadeMethod<TransposedConv>>(shape, std::move(transposed), post_ops));
  }
  GE_ASSIGN_OR_RETURN(auto convolution, onednn::Convolution::Make(shape));
  return Made(std::make_unique<MadeMethod<onednn::Convolution>>(shape, std::move(convolution), post_ops));
}

}  // namespace ge::cpu::kernels
