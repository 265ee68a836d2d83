#pragma once

#include <dnnl.hpp>
#include <memory>

#include "base/status.h"

// For the files of this folder only: they alone see oneDNN. Where its versions 2 and 3 differ, the difference
// ends here.
namespace ge::cpu::kernels::onednn {

const dnnl::engine& Engine();
// Of the calling thread. What is put on it is done when the call returns.
dnnl::stream& Stream();

// Runs `body`, and turns what oneDNN throws into an error.
template <typename Body>
base::Status Guarded(const Body& body) {
  try {
    body();
    return {};
  } catch (const dnnl::error& error) {
    return base::InnerError(base::Text("oneDNN: ", error.what()));
  }
}

dnnl::memory::desc Describe(const dnnl::memory::dims& dims, dnnl::memory::format_tag tag);
dnnl::memory::desc Describe(const dnnl::memory::dims& dims, const dnnl::memory::dims& strides);
dnnl::memory::dims RowMajor(const dnnl::memory::dims& dims);

// An attribute with scratch memory from outside, so that a primitive can run on several threads.
dnnl::primitive_attr Attr();

// Memory that already exists. oneDNN takes no pointers to const, but reads sources only.
dnnl::memory Wrap(const dnnl::memory::desc& desc, const void* data);

// What a primitive works on. This is asked of it and not of the description it was made from: oneDNN takes
// descriptions for the same when only strides along axes of one element differ (an image of one pixel, its
// channels first or last), and then gives a primitive that it made for the other, whose layouts may be
// others.
template <typename Primitive>
typename Primitive::primitive_desc DescriptionOf(const Primitive& primitive) {
  // It is copied: only the constructor's type asks for more than a pointer to const.
  auto* const description = const_cast<dnnl_primitive_desc_t>(primitive.get_primitive_desc());
  return typename Primitive::primitive_desc(description);
}

// Copies between layouts.
class Reorder {
 public:
  Reorder(const dnnl::memory::desc& from, const dnnl::memory::desc& to);
  void Run(const void* from, void* to) const;

 private:
  dnnl::memory::desc from_;
  dnnl::memory::desc to_;
  dnnl::reorder primitive_;
};

// Hands out parts of one block of memory, aligned to 64 bytes.
class Arena {
 public:
  explicit Arena(void* memory) : next_(static_cast<char*>(memory)) {}
  static size_t Padded(size_t bytes) { return (bytes + 63) / 64 * 64; }
  void* Take(size_t bytes) {
    void* part = next_;
    next_ += Padded(bytes);
    return part;
  }

 private:
  char* next_;
};

struct ConvolutionGeometry {
  dnnl::memory::desc src, weights, bias, dst;  // `bias` of no dimensions: none
  dnnl::memory::dims strides, dilations, pad_begin, pad_end;
};
// Inference with the algorithm that oneDNN chooses.
dnnl::convolution_forward::primitive_desc ConvolutionFor(const ConvolutionGeometry& geometry,
                                                         const dnnl::primitive_attr& attr);
dnnl::deconvolution_forward::primitive_desc DeconvolutionFor(const ConvolutionGeometry& geometry,
                                                             const dnnl::primitive_attr& attr);
// `bias` of no dimensions: none.
dnnl::matmul::primitive_desc MatmulFor(const dnnl::memory::desc& a, const dnnl::memory::desc& b,
                                       const dnnl::memory::desc& bias, const dnnl::memory::desc& y,
                                       const dnnl::primitive_attr& attr);

}  // namespace ge::cpu::kernels::onednn
