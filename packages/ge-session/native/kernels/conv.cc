#include <memory>
#include <vector>

#include "compute/element.h"
#include "kernels/conv_method.h"
#include "kernels/conv_shape.h"
#include "kernels/float_elements.h"
#include "kernels/refuse.h"
#include "kernels/shape_cache.h"

namespace ge::cpu::kernels {

namespace {

// A convolution ready for one shape.
struct Prepared {
  onednn::ConvolutionShape shape;
  std::unique_ptr<ConvMethod> method;
  std::shared_ptr<base::Buffer> packed;  // null: the filter differs from run to run
};

class ConvKernel final : public Kernel {
 public:
  ConvKernel(ConvKind kind, ConvPorts ports, const PrepareContext& c)
      : kind_(kind), ports_(ports), filter_(c.constants[static_cast<size_t>(ports.filter())]), epilogue_(c) {}

  base::Status Run(RunContext& c) override {
    GE_ASSIGN_OR_RETURN(const onednn::ConvolutionShape shape, ConvolutionShapeOf(c, kind_, ports_));
    ir::Tensor& y = c.Output(0);
    if (y.desc.shape.Elements() == 0) return {};
    if (c.Input(ports_.x).desc.shape.Elements() == 0) {
      return Refuse(c, "x has no elements: ", c.Input(ports_.x).desc.shape);
    }
    GE_ASSIGN_OR_RETURN(const Shared prepared, PreparedFor(c, shape));
    GE_ASSIGN_OR_RETURN(const FloatElements x, FloatElements::Of(c, ports_.x));
    FloatElements bias;
    if (shape.has_bias) {
      GE_ASSIGN_OR_RETURN(bias, FloatElements::Of(c, ports_.bias()));
    }
    FloatResult result(y);
    GE_RETURN_IF_ERROR(Convolve(c, *prepared, {x.data(), nullptr, bias.data(), result.data(), nullptr}));
    result.Finish();
    return {};
  }

 private:
  using Shared = std::shared_ptr<const Prepared>;

  base::Status Convolve(RunContext& c, const Prepared& prepared, ConvOperands operands) const {
    const ConvMethod& method = *prepared.method;
    const size_t packed_bytes = prepared.packed == nullptr ? (method.packed_bytes() + 63) / 64 * 64 : 0;
    auto* workspace = static_cast<char*>(c.Workspace(packed_bytes + method.workspace_bytes()));
    if (prepared.packed == nullptr) {
      GE_ASSIGN_OR_RETURN(const std::vector<float> filter, Filter(c.node(), c.Input(ports_.filter())));
      method.Pack(filter.data(), workspace);
      operands.packed = workspace;
    } else {
      operands.packed = prepared.packed->data();
    }
    operands.workspace = workspace + packed_bytes;
    return method.Run(c, operands);
  }

  base::Result<Shared> PreparedFor(const RunContext& c, const onednn::ConvolutionShape& shape) {
    if (Shared found = cache_.Find([&](const Prepared& entry) { return entry.shape == shape; })) return found;
    auto made = std::make_shared<Prepared>();
    made->shape = shape;
    GE_ASSIGN_OR_RETURN(made->method, MakeConvMethod(shape, epilogue_));
    if (filter_ != nullptr) {
      GE_ASSIGN_OR_RETURN(made->packed, PackedFor(c, *made->method));
    }
    cache_.Add(made);
    return Shared(made);
  }

  // The constant filter as the method takes it; shared between shapes of x where that is the same.
  base::Result<std::shared_ptr<base::Buffer>> PackedFor(const RunContext& c, const ConvMethod& method) {
    const Shared like = cache_.Find([&](const Prepared& other) { return method.PacksLike(*other.method); });
    if (like != nullptr) return like->packed;
    GE_ASSIGN_OR_RETURN(const std::vector<float> filter, Filter(c.node(), *filter_));
    std::shared_ptr<base::Buffer> packed = base::Buffer::AllocateForWriting(method.packed_bytes());
    method.Pack(filter.data(), packed->mutable_data());
    return packed;
  }

  base::Result<std::vector<float>> Filter(const ir::Node& node, const ir::Tensor& filter) const {
    GE_ASSIGN_OR_RETURN(const FloatElements elements, FloatElements::Of(node, filter));
    if (!IsOrdered(node, kind_, filter.desc)) return OrderedFilter(node, kind_, filter.desc, elements.data());
    return std::vector<float>(elements.data(), elements.data() + filter.desc.shape.Elements());
  }

  const ConvKind kind_;
  const ConvPorts ports_;
  const ir::Tensor* const filter_;  // null: differs from run to run
  const Epilogue epilogue_;
  ShapeCache<Prepared> cache_;
};

base::Result<std::unique_ptr<Kernel>> MakeConv(ConvKind kind, int32_t x, const PrepareContext& c) {
  return std::unique_ptr<Kernel>(std::make_unique<ConvKernel>(kind, ConvPorts{x}, c));
}

}  // namespace

GE_FUSING_KERNEL(Conv2D, kFloatsUpTo32) { return MakeConv(ConvKind::kForward, 0, c); }
GE_FUSING_KERNEL(DepthwiseConv2D, kFloatsUpTo32) { return MakeConv(ConvKind::kDepthwise, 0, c); }
GE_FUSING_KERNEL(Conv2DTransposeD, kFloatsUpTo32) { return MakeConv(ConvKind::kTransposed, 0, c); }
// Its first input is the size of the result.
GE_FUSING_KERNEL(Conv2DTranspose, kIndexes) { return MakeConv(ConvKind::kTransposed, 1, c); }

}  // namespace ge::cpu::kernels
