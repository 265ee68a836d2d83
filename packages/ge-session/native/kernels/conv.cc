#include <memory>
#include <vector>

#include "kernels/conv_shape.h"
#include "kernels/depthwise.h"
#include "kernels/element.h"
#include "kernels/float_elements.h"
#include "kernels/post_op_split.h"
#include "kernels/refuse.h"
#include "kernels/shape_cache.h"

namespace ge::cpu::kernels {

namespace {

// A convolution ready for one shape of x.
struct Prepared {
  std::vector<int64_t> x_dims;
  onednn::ConvolutionShape shape;
  std::unique_ptr<onednn::Convolution> convolution;  // null: done plainly, see depthwise.h
  std::shared_ptr<base::Buffer> packed;              // null: the filter differs from run to run
};

class ConvKernel final : public Kernel {
 public:
  ConvKernel(ConvKind kind, ConvPorts ports, const PrepareContext& c)
      : kind_(kind),
        ports_(ports),
        filter_(c.constants[static_cast<size_t>(ports.filter())]),
        post_ops_(c.post_ops, onednn::Convolution::CanDo) {}

  base::Status Run(RunContext& c) override {
    GE_ASSIGN_OR_RETURN(const onednn::ConvolutionShape shape, ConvolutionShapeOf(c, kind_, ports_));
    ir::Tensor& y = c.Output(0);
    if (y.desc.shape.Elements() == 0) return {};
    if (c.Input(ports_.x).desc.shape.Elements() == 0)
      return Refuse(c, "x has no elements: ", c.Input(ports_.x).desc.shape);
    GE_ASSIGN_OR_RETURN(const std::shared_ptr<const Prepared> prepared, PreparedFor(c, shape));
    GE_ASSIGN_OR_RETURN(const FloatElements x, FloatElements::Of(c, ports_.x));
    FloatResult result(y);
    FloatElements bias;
    if (shape.has_bias) {
      GE_ASSIGN_OR_RETURN(bias, FloatElements::Of(c, ports_.bias()));
    }
    if (prepared->convolution == nullptr) {
      GE_RETURN_IF_ERROR(RunDepthwise(c, *prepared, x.data(), bias.data(), result.data()));
    } else {
      GE_RETURN_IF_ERROR(RunOneDnn(c, *prepared, x.data(), bias.data(), result.data()));
    }
    result.Finish();
    return {};
  }

 private:
  using Shared = std::shared_ptr<const Prepared>;

  base::Result<Shared> PreparedFor(const RunContext& c, const onednn::ConvolutionShape& shape) {
    const std::vector<int64_t> x_dims = c.Input(ports_.x).desc.shape.dims();
    if (Shared found = cache_.Find([&](const Prepared& entry) { return entry.x_dims == x_dims; }))
      return found;
    auto made = std::make_shared<Prepared>();
    made->x_dims = x_dims;
    made->shape = shape;
    if (!IsPlainDepthwise(shape)) {
      GE_ASSIGN_OR_RETURN(made->convolution, onednn::Convolution::Make(shape, post_ops_.fused()));
    }
    if (filter_ != nullptr) {
      GE_ASSIGN_OR_RETURN(made->packed, PackedFor(c, *made));
    }
    cache_.Add(made);
    return Shared(made);
  }

  // The constant filter in the layout that is used; shared between shapes of x where that is the same.
  base::Result<std::shared_ptr<base::Buffer>> PackedFor(const RunContext& c, const Prepared& made) {
    const Shared like = cache_.Find([&](const Prepared& other) {
      if (made.convolution == nullptr) return other.convolution == nullptr;
      return other.convolution != nullptr && made.convolution->PacksLike(*other.convolution);
    });
    if (like != nullptr) return like->packed;
    GE_ASSIGN_OR_RETURN(const std::vector<float> filter, Filter(c.node(), *filter_));
    if (made.convolution == nullptr)
      return base::Buffer::CopyOf(filter.data(), filter.size() * sizeof(float));
    std::shared_ptr<base::Buffer> packed = base::Buffer::AllocateForWriting(made.convolution->packed_bytes());
    made.convolution->Pack(filter.data(), packed->mutable_data());
    return packed;
  }

  base::Result<std::vector<float>> Filter(const ir::Node& node, const ir::Tensor& filter) const {
    GE_ASSIGN_OR_RETURN(const FloatElements elements, FloatElements::Of(node, filter));
    if (!IsOrdered(node, kind_, filter.desc)) return OrderedFilter(node, kind_, filter.desc, elements.data());
    return std::vector<float>(elements.data(), elements.data() + filter.desc.shape.Elements());
  }

  base::Status RunDepthwise(RunContext& c, const Prepared& prepared, const float* x, const float* bias,
                            float* y) {
    std::vector<float> filter;
    const float* weights = nullptr;
    if (prepared.packed != nullptr) {
      weights = static_cast<const float*>(prepared.packed->data());
    } else {
      GE_ASSIGN_OR_RETURN(filter, Filter(c.node(), c.Input(ports_.filter())));
      weights = filter.data();
    }
    PlaneFinisher finish;
    if (!post_ops_.empty()) {
      GE_ASSIGN_OR_RETURN(const PostOpSplit::Others others, post_ops_.Read(c));
      finish = [this, others = others](float* plane, int64_t first, int64_t count) {
        ApplyPostOps(post_ops_.fused(), {}, plane, count);
        post_ops_.Follow(others, plane, first, count);
      };
    }
    ConvolveDepthwise(prepared.shape, x, weights, bias, y, finish);
    return {};
  }

  base::Status RunOneDnn(RunContext& c, const Prepared& prepared, const float* x, const float* bias,
                         float* y) {
    const onednn::Convolution& convolution = *prepared.convolution;
    const size_t packed_bytes = prepared.packed == nullptr ? (convolution.packed_bytes() + 63) / 64 * 64 : 0;
    auto* workspace = static_cast<char*>(c.Workspace(packed_bytes + convolution.workspace_bytes()));
    const void* packed = workspace;
    if (prepared.packed == nullptr) {
      GE_ASSIGN_OR_RETURN(const std::vector<float> filter, Filter(c.node(), c.Input(ports_.filter())));
      convolution.Pack(filter.data(), workspace);
    } else {
      packed = prepared.packed->data();
    }
    GE_RETURN_IF_ERROR(convolution.Run(x, packed, bias, y, workspace + packed_bytes));
    return post_ops_.FollowAll(c, y, c.Output(0).desc.shape.Elements());
  }

  const ConvKind kind_;
  const ConvPorts ports_;
  const ir::Tensor* const filter_;  // null: differs from run to run
  const PostOpSplit post_ops_;
  ShapeCache<Prepared> cache_;
};

constexpr PostOpSet kPostOps =
    Taking({PostOpKind::kRelu, PostOpKind::kLeakyRelu, PostOpKind::kClip, PostOpKind::kSigmoid,
            PostOpKind::kTanh, PostOpKind::kHardSigmoid, PostOpKind::kHardSwish, PostOpKind::kSwish,
            PostOpKind::kLinear, PostOpKind::kAdd});

base::Result<std::unique_ptr<Kernel>> MakeConv(ConvKind kind, int32_t x, const PrepareContext& c) {
  return std::unique_ptr<Kernel>(std::make_unique<ConvKernel>(kind, ConvPorts{x}, c));
}

}  // namespace

GE_FUSING_KERNEL(Conv2D, kFloatsUpTo32, kPostOps) { return MakeConv(ConvKind::kForward, 0, c); }
GE_FUSING_KERNEL(DepthwiseConv2D, kFloatsUpTo32, kPostOps) { return MakeConv(ConvKind::kDepthwise, 0, c); }
GE_FUSING_KERNEL(Conv2DTransposeD, kFloatsUpTo32, kPostOps) { return MakeConv(ConvKind::kTransposed, 0, c); }
// Its first input is the size of the result.
GE_FUSING_KERNEL(Conv2DTranspose, kIndexes, kPostOps) { return MakeConv(ConvKind::kTransposed, 1, c); }

}  // namespace ge::cpu::kernels
