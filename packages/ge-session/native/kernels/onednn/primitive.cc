#include "kernels/onednn/primitive.h"

#include <algorithm>
#include <cmath>

namespace ge::cpu::kernels::onednn {

namespace {

using dnnl::algorithm;

// How one operation is said to oneDNN; a hard sigmoid takes two.
struct Eltwise {
  algorithm kind;
  float alpha;
  float beta;
};

bool IsPlainHardSwish(const PostOp& op) { return std::fabs(op.alpha - 1.0F / 6) < 1e-6F && op.beta == 0.5F; }

std::vector<Eltwise> EltwisesFor(const PostOp& op) {
  switch (op.kind) {
    case PostOpKind::kRelu:
      return {{algorithm::eltwise_relu, 0, 0}};
    case PostOpKind::kLeakyRelu:
      return {{algorithm::eltwise_relu, op.alpha, 0}};
    case PostOpKind::kClip:
      return {{algorithm::eltwise_clip, op.alpha, op.beta}};
    case PostOpKind::kSigmoid:
      return {{algorithm::eltwise_logistic, 0, 0}};
    case PostOpKind::kTanh:
      return {{algorithm::eltwise_tanh, 0, 0}};
    case PostOpKind::kSwish:
      return {{algorithm::eltwise_swish, op.alpha, 0}};
    case PostOpKind::kLinear:
      return {{algorithm::eltwise_linear, op.alpha, op.beta}};
    case PostOpKind::kHardSigmoid:
      return {{algorithm::eltwise_linear, op.alpha, op.beta}, {algorithm::eltwise_clip, 0, 1}};
    case PostOpKind::kHardSwish:
      if (!IsPlainHardSwish(op)) return {};
      return {{algorithm::eltwise_hardswish, 1.0F / 6, 0.5F}};
    case PostOpKind::kAdd:
      return {};
  }
  return {};
}

void Append(const Eltwise& eltwise, dnnl::post_ops& ops) {
#if DNNL_VERSION_MAJOR >= 3
  ops.append_eltwise(eltwise.kind, eltwise.alpha, eltwise.beta);
#else
  ops.append_eltwise(1.0F, eltwise.kind, eltwise.alpha, eltwise.beta);
#endif
}

}  // namespace

const dnnl::engine& Engine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::stream& Stream() {
  thread_local dnnl::stream stream(Engine());
  return stream;
}

dnnl::memory::desc Describe(const dnnl::memory::dims& dims, dnnl::memory::format_tag tag) {
  return {dims, dnnl::memory::data_type::f32, tag};
}

dnnl::memory::desc Describe(const dnnl::memory::dims& dims, const dnnl::memory::dims& strides) {
  return {dims, dnnl::memory::data_type::f32, strides};
}

dnnl::memory::dims RowMajor(const dnnl::memory::dims& dims) {
  dnnl::memory::dims strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

bool AppendPostOps(const std::vector<PostOp>& post_ops, dnnl::primitive_attr& attr) {
  dnnl::post_ops ops;
  std::vector<algorithm> used;
  for (const PostOp& op : post_ops) {
    const std::vector<Eltwise> eltwises = EltwisesFor(op);
    if (eltwises.empty()) return false;
    for (const Eltwise& eltwise : eltwises) {
      // Version 2.6 gives the second of two operations of one kind the parameters of the first.
      if (std::find(used.begin(), used.end(), eltwise.kind) != used.end()) return false;
      used.push_back(eltwise.kind);
      Append(eltwise, ops);
    }
  }
  attr.set_post_ops(ops);
  return true;
}

dnnl::primitive_attr AttrWith(const std::vector<PostOp>& post_ops) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  AppendPostOps(post_ops, attr);
  return attr;
}

dnnl::memory Wrap(const dnnl::memory::desc& desc, const void* data) {
  return {desc, Engine(), const_cast<void*>(data)};
}

Reorder::Reorder(const dnnl::memory::desc& from, const dnnl::memory::desc& to)
    : from_(from), to_(to), primitive_(dnnl::reorder::primitive_desc(Engine(), from, Engine(), to)) {}

void Reorder::Run(const void* from, void* to) const {
  primitive_.execute(Stream(), {{DNNL_ARG_FROM, Wrap(from_, from)}, {DNNL_ARG_TO, Wrap(to_, to)}});
}

#if DNNL_VERSION_MAJOR >= 3

dnnl::convolution_forward::primitive_desc ConvolutionFor(const ConvolutionGeometry& g,
                                                         const dnnl::primitive_attr& attr) {
  return {Engine(),
          dnnl::prop_kind::forward_inference,
          algorithm::convolution_auto,
          g.src,
          g.weights,
          g.bias,
          g.dst,
          g.strides,
          g.dilations,
          g.pad_begin,
          g.pad_end,
          attr};
}

dnnl::deconvolution_forward::primitive_desc DeconvolutionFor(const ConvolutionGeometry& g,
                                                             const dnnl::primitive_attr& attr) {
  return {Engine(),
          dnnl::prop_kind::forward_inference,
          algorithm::deconvolution_direct,
          g.src,
          g.weights,
          g.bias,
          g.dst,
          g.strides,
          g.dilations,
          g.pad_begin,
          g.pad_end,
          attr};
}

dnnl::matmul::primitive_desc MatmulFor(const dnnl::memory::desc& a, const dnnl::memory::desc& b,
                                       const dnnl::memory::desc& bias, const dnnl::memory::desc& y,
                                       const dnnl::primitive_attr& attr) {
  return {Engine(), a, b, bias, y, attr};
}

#else

dnnl::convolution_forward::primitive_desc ConvolutionFor(const ConvolutionGeometry& g,
                                                         const dnnl::primitive_attr& attr) {
  return {{dnnl::prop_kind::forward_inference, algorithm::convolution_auto, g.src, g.weights, g.bias, g.dst,
           g.strides, g.dilations, g.pad_begin, g.pad_end},
          attr,
          Engine()};
}

dnnl::deconvolution_forward::primitive_desc DeconvolutionFor(const ConvolutionGeometry& g,
                                                             const dnnl::primitive_attr& attr) {
  return {{dnnl::prop_kind::forward_inference, algorithm::deconvolution_direct, g.src, g.weights, g.bias,
           g.dst, g.strides, g.dilations, g.pad_begin, g.pad_end},
          attr,
          Engine()};
}

dnnl::matmul::primitive_desc MatmulFor(const dnnl::memory::desc& a, const dnnl::memory::desc& b,
                                       const dnnl::memory::desc& bias, const dnnl::memory::desc& y,
                                       const dnnl::primitive_attr& attr) {
  return {{a, b, bias, y}, attr, Engine()};
}

#endif

}  // namespace ge::cpu::kernels::onednn
