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
             const Epilogue& epilogue)
      : elements_(ResultElements(shape)), convolution_(std::move(convolution)), epilogue_(epilogue) {}

  size_t packed_bytes() const override { return convolution_->packed_bytes(); }
  void Pack(const float* filter, void* packed) const override { convolution_->Pack(filter, packed); }
  bool PacksLike(const ConvMethod& other) const override {
    const auto* same = dynamic_cast<const MadeMethod*>(&other);
    return same != nullptr && convolution_->PacksLike(*same->convolution_);
  }
  size_t workspace_bytes() const override { return convolution_->workspace_bytes(); }
  base::Status Run(const RunContext& c, const ConvOperands& o) const override {
    GE_RETURN_IF_ERROR(convolution_->Run(o.x, o.packed, o.bias, o.y, o.workspace));
    return epilogue_.DoAll(c, o.y, elements_);
  }

 private:
  const int64_t elements_;
  const std::unique_ptr<Convolution> convolution_;
  const Epilogue& epilogue_;
};

// Each plane of the result gets its post-operations while it is in the cache.
class DepthwiseMethod final : public ConvMethod {
 public:
  DepthwiseMethod(const onednn::ConvolutionShape& shape, const Epilogue& epilogue)
      : shape_(shape), epilogue_(epilogue) {}

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
    if (!epilogue_.empty()) {
      GE_ASSIGN_OR_RETURN(const Epilogue::Ready ready, epilogue_.For(c, o.y, ResultElements(shape_)));
      finish = [ready](float*, int64_t first, int64_t count) { Epilogue::Do(ready, first, first + count); };
    }
    ConvolveDepthwise(shape_, o.x, static_cast<const float*>(o.packed), o.bias, o.y, finish);
    return {};
  }

 private:
  const onednn::ConvolutionShape shape_;
  const Epilogue& epilogue_;
};

}  // namespace

base::Result<std::unique_ptr<ConvMethod>> MakeConvMethod(const onednn::ConvolutionShape& shape,
                                                         const Epilogue& epilogue) {
  using Made = std::unique_ptr<ConvMethod>;
  if (IsPlainDepthwise(shape)) return Made(std::make_unique<DepthwiseMethod>(shape, epilogue));
  if (TransposedConv::CanDo(shape)) {
    GE_ASSIGN_OR_RETURN(auto transposed, TransposedConv::Make(shape));
    return Made(std::make_unique<MadeMethod<TransposedConv>>(shape, std::move(transposed), epilogue));
  }
  GE_ASSIGN_OR_RETURN(auto convolution, onednn::Convolution::Make(shape));
  return Made(std::make_unique<MadeMethod<onednn::Convolution>>(shape, std::move(convolution), epilogue));
}

}  // namespace ge::cpu::kernels
