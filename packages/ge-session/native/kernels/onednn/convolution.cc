#include "kernels/onednn/convolution.h"

#include <optional>

#include "kernels/onednn/primitive.h"

namespace ge::cpu::kernels::onednn {

using dnnl::memory;

struct Convolution::State {
  memory::desc x, weights, y;                            // as they come
  memory::desc used_x, used_weights, used_bias, used_y;  // as the primitive wants them
  memory::desc scratchpad;
  dnnl::primitive primitive;
  std::optional<Reorder> x_to_used, y_from_used, pack;
};

namespace {

bool IsPointwise(const ConvolutionShape& shape) {
  for (const Window* window : {&shape.windows.height, &shape.windows.width}) {
    if (window->size != 1 || window->stride != 1 || window->pad_begin != 0 || window->pad_end != 0)
      return false;
  }
  return shape.groups == 1;
}

// A product of matrices takes plain tensors as they are; the others are faster in a layout of their own, even
// with the copies there and back.
memory::format_tag TagFor(const ConvolutionShape& shape) {
  if (shape.channels_last) return memory::format_tag::nhwc;
  return IsPointwise(shape) ? memory::format_tag::nchw : memory::format_tag::any;
}

memory::dims WeightDims(const ConvolutionShape& shape) {
  const int64_t out = shape.channels_out / shape.groups;
  const int64_t in = shape.channels_in / shape.groups;
  const int64_t height = shape.windows.height.size;
  const int64_t width = shape.windows.width.size;
  if (shape.groups > 1) return {shape.groups, out, in, height, width};
  return {out, in, height, width};
}

// oneDNN counts output channels first in both directions.
memory::dims WeightStrides(const ConvolutionShape& shape, const memory::dims& dims) {
  if (!shape.transposed) return RowMajor(dims);
  const size_t out = dims.size() - 4;
  memory::dims stored = dims;
  std::swap(stored[out], stored[out + 1]);
  memory::dims strides = RowMajor(stored);
  std::swap(strides[out], strides[out + 1]);
  return strides;
}

ConvolutionGeometry GeometryOf(const ConvolutionShape& shape, memory::format_tag tag) {
  const Window& height = shape.windows.height;
  const Window& width = shape.windows.width;
  const memory::dims small = {height.output, width.output};
  const memory::dims large = {height.input, width.input};
  const memory::dims& in = shape.transposed ? small : large;
  const memory::dims& out = shape.transposed ? large : small;
  ConvolutionGeometry geometry;
  geometry.src = Describe({shape.batch, shape.channels_in, in[0], in[1]}, tag);
  geometry.dst = Describe({shape.batch, shape.channels_out, out[0], out[1]}, tag);
  geometry.weights = Describe(WeightDims(shape), memory::format_tag::any);
  if (shape.has_bias) geometry.bias = Describe({shape.channels_out}, memory::format_tag::x);
  geometry.strides = {height.stride, width.stride};
  geometry.dilations = {height.dilation - 1, width.dilation - 1};
  geometry.pad_begin = {height.pad_begin, width.pad_begin};
  geometry.pad_end = {height.pad_end, width.pad_end};
  return geometry;
}

}  // namespace

Convolution::Convolution(std::unique_ptr<State> state) : state_(std::move(state)) {}
Convolution::~Convolution() = default;

base::Result<std::unique_ptr<Convolution>> Convolution::Make(const ConvolutionShape& shape) {
  auto state = std::make_unique<State>();
  State& s = *state;
  GE_RETURN_IF_ERROR(Guarded([&] {
    const ConvolutionGeometry geometry = GeometryOf(shape, TagFor(shape));
    const auto take = [&](const auto& primitive) {
      const auto description = DescriptionOf(primitive);
      s.used_x = description.src_desc();
      s.used_weights = description.weights_desc();
      s.used_y = description.dst_desc();
      s.scratchpad = description.scratchpad_desc();
      s.primitive = primitive;
    };
    if (shape.transposed) {
      take(dnnl::deconvolution_forward(DeconvolutionFor(geometry, Attr())));
    } else {
      take(dnnl::convolution_forward(ConvolutionFor(geometry, Attr())));
    }
    const auto plain = shape.channels_last ? memory::format_tag::nhwc : memory::format_tag::nchw;
    const memory::dims weight_dims = WeightDims(shape);
    const ConvolutionGeometry given = GeometryOf(shape, plain);
    s.x = given.src;
    s.y = given.dst;
    s.weights = Describe(weight_dims, WeightStrides(shape, weight_dims));
    s.used_bias = geometry.bias;
    s.pack.emplace(s.weights, s.used_weights);
    if (s.used_x != s.x) s.x_to_used.emplace(s.x, s.used_x);
    if (s.used_y != s.y) s.y_from_used.emplace(s.used_y, s.y);
  }));
  return std::unique_ptr<Convolution>(new Convolution(std::move(state)));
}

size_t Convolution::packed_bytes() const { return state_->used_weights.get_size(); }

void Convolution::Pack(const float* weights, void* packed) const { state_->pack->Run(weights, packed); }

bool Convolution::PacksLike(const Convolution& other) const {
  return state_->used_weights == other.state_->used_weights;
}

size_t Convolution::workspace_bytes() const {
  const State& s = *state_;
  size_t bytes = Arena::Padded(s.scratchpad.get_size());
  if (s.x_to_used) bytes += Arena::Padded(s.used_x.get_size());
  if (s.y_from_used) bytes += Arena::Padded(s.used_y.get_size());
  return bytes;
}

base::Status Convolution::Run(const float* x, const void* packed, const float* bias, float* y,
                              void* workspace) const {
  const State& s = *state_;
  return Guarded([&] {
    Arena arena(workspace);
    void* scratchpad = arena.Take(s.scratchpad.get_size());
    const void* used_x = x;
    if (s.x_to_used) {
      void* copy = arena.Take(s.used_x.get_size());
      s.x_to_used->Run(x, copy);
      used_x = copy;
    }
    void* used_y = s.y_from_used ? arena.Take(s.used_y.get_size()) : y;
    std::unordered_map<int, memory> arguments = {{DNNL_ARG_SRC, Wrap(s.used_x, used_x)},
                                                 {DNNL_ARG_WEIGHTS, Wrap(s.used_weights, packed)},
                                                 {DNNL_ARG_DST, Wrap(s.used_y, used_y)},
                                                 {DNNL_ARG_SCRATCHPAD, Wrap(s.scratchpad, scratchpad)}};
    if (bias != nullptr) arguments.emplace(DNNL_ARG_BIAS, Wrap(s.used_bias, bias));
    s.primitive.execute(Stream(), arguments);
    if (s.y_from_used) s.y_from_used->Run(used_y, y);
  });
}

}  // namespace ge::cpu::kernels::onednn
