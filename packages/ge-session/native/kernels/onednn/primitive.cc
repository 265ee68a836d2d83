#include "kernels/onednn/primitive.h"

namespace ge::cpu::kernels::onednn {

using dnnl::algorithm;

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

dnnl::primitive_attr Attr() {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
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
