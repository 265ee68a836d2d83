#include "kernels/conv_shape.h"

#include <array>
#include <utility>

#include "kernels/integers.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// Where a filter's dimensions stand. `outer` is N, `inner` is C.
struct FilterOrder {
  size_t outer = 0;
  size_t inner = 1;
  size_t height = 2;
};

// As its format says, else as goes with the image: N first where the image's channels come first.
FilterOrder OrderOf(const ir::Node& node, const ir::TensorDesc& filter) {
  constexpr FilterOrder kHwcn = {3, 2, 0};
  switch (base::PrimaryFormat(filter.format)) {
    case base::Format::kNchw:
      return {};
    case base::Format::kNhwc:
      return {0, 3, 1};
    case base::Format::kHwcn:
      return kHwcn;
    default:
      break;
  }
  const std::string* image = node.Attr<std::string>("data_format");
  return image != nullptr && *image == "NHWC" ? kHwcn : FilterOrder();
}

Padding PaddingOf(const ir::Node& node) {
  const std::string* mode = node.Attr<std::string>("auto_pad");
  if (mode != nullptr && *mode == "VALID") return Padding::kValid;
  if (mode != nullptr && *mode == "SAME_LOWER") return Padding::kSameLower;
  if (mode != nullptr && mode->rfind("SAME", 0) == 0) return Padding::kSame;
  const std::vector<int64_t>& pads = IntegersAttr(node, "pads");
  const bool open = pads == std::vector<int64_t>(4, -1);
  return open ? Padding::kSame : Padding::kExplicit;
}

// What the padding at the end of a transposed convolution must be for its result to have the size that it
// has. Where the attribute does not agree with that size, both ends follow from it.
void FitToResult(Window& window, bool more_at_end) {
  const int64_t full = (window.output - 1) * window.stride + window.Extent();
  const int64_t beyond = window.input - (full - window.pad_begin - window.pad_end);
  if (beyond < 0 || beyond >= window.stride) {
    const int64_t total = std::max<int64_t>(full - window.input, 0);
    window.pad_begin = more_at_end ? total / 2 : total - total / 2;
  }
  window.pad_end = full - window.input - window.pad_begin;
}

base::Status SetWindows(RunContext& c, ConvKind kind, ConvPorts ports, ImageLayout layout, Windows& windows) {
  const ir::Shape& x = c.Input(ports.x).desc.shape;
  const ir::Shape& y = c.Output(0).desc.shape;
  const ir::TensorDesc& filter = c.Input(ports.filter()).desc;
  const size_t place = OrderOf(c.node(), filter).height;
  const bool transposed = kind == ConvKind::kTransposed;
  const ir::Shape& large = transposed ? y : x;
  const ir::Shape& small = transposed ? x : y;
  windows.height.input = large[layout.height()];
  windows.width.input = large[layout.width()];
  windows.height.output = small[layout.height()];
  windows.width.output = small[layout.width()];
  windows.height.size = filter.shape[place];
  windows.width.size = filter.shape[place + 1];
  if (windows.height.size < 1 || windows.width.size < 1)
    return Refuse(c, "filter has no elements: ", filter.shape);
  GE_RETURN_IF_ERROR(SetSteps(c.node(), layout, PaddingOf(c.node()), windows));
  if (transposed) {
    const std::string* mode = c.Attr<std::string>("auto_pad");
    const bool more_at_end = mode != nullptr && *mode == "SAME_UPPER";
    FitToResult(windows.height, more_at_end);
    FitToResult(windows.width, more_at_end);
  }
  return {};
}

base::Status SetChannels(RunContext& c, ConvKind kind, ConvPorts ports, ImageLayout layout,
                         onednn::ConvolutionShape& shape) {
  const ir::TensorDesc& filter = c.Input(ports.filter()).desc;
  const FilterOrder order = OrderOf(c.node(), filter);
  const int64_t outer = filter.shape[order.outer];
  const int64_t inner = filter.shape[order.inner];
  shape.channels_in = c.Input(ports.x).desc.shape[layout.channel()];
  shape.channels_out = c.Output(0).desc.shape[layout.channel()];
  shape.groups = kind == ConvKind::kDepthwise ? inner : IntegerAttr(c.node(), "groups", 1);
  int64_t in = inner * shape.groups;
  int64_t out = outer;
  if (kind == ConvKind::kDepthwise) {
    in = inner;
    out = outer * inner;
  } else if (kind == ConvKind::kTransposed) {
    in = outer;
    out = inner * shape.groups;
  }
  if (shape.groups < 1 || in != shape.channels_in || out != shape.channels_out || in % shape.groups != 0 ||
      out % shape.groups != 0) {
    return Refuse(c, "channels differ: x is ", c.Input(ports.x).desc.shape, ", filter is ", filter.shape,
                  ", groups is ", shape.groups, ", the result is ", c.Output(0).desc.shape);
  }
  return {};
}

base::Status CheckInputs(const RunContext& c, ConvPorts ports) {
  for (const int32_t i : {ports.x, ports.filter()}) {
    if (c.Input(i).desc.shape.size() != 4) {
      return Refuse(c, c.node().InputName(i), " must have 4 dimensions, given ", c.Input(i).desc.shape);
    }
  }
  if (c.HasInput(ports.offset()))
    return Refuse(c, "offset_w must not be connected: it is for quantised filters");
  return {};
}

}  // namespace

base::Result<onednn::ConvolutionShape> ConvolutionShapeOf(RunContext& c, ConvKind kind, ConvPorts ports) {
  GE_RETURN_IF_ERROR(CheckInputs(c, ports));
  GE_ASSIGN_OR_RETURN(const ImageLayout layout, LayoutOf(c.node()));
  onednn::ConvolutionShape shape;
  shape.batch = c.Input(ports.x).desc.shape[0];
  shape.channels_last = layout.channels_last;
  shape.transposed = kind == ConvKind::kTransposed;
  GE_RETURN_IF_ERROR(SetChannels(c, kind, ports, layout, shape));
  GE_RETURN_IF_ERROR(SetWindows(c, kind, ports, layout, shape.windows));
  // An image of one column has the same elements as one of one row, along which everything is faster.
  const Window& width = shape.windows.width;
  if (width.input == 1 && width.output == 1 && width.size == 1) {
    std::swap(shape.windows.height, shape.windows.width);
  }
  shape.has_bias = c.HasInput(ports.bias());
  if (shape.has_bias && c.Input(ports.bias()).desc.shape.Elements() != shape.channels_out) {
    return Refuse(c, "bias must have one element a channel, ", shape.channels_out, ", given ",
                  c.Input(ports.bias()).desc.shape);
  }
  return shape;
}

bool IsOrdered(const ir::Node& node, ConvKind kind, const ir::TensorDesc& desc) {
  const FilterOrder order = OrderOf(node, desc);
  const bool first = order.outer == 0 && order.inner == 1;
  return first && (kind != ConvKind::kDepthwise || desc.shape[order.outer] == 1);
}

std::vector<float> OrderedFilter(const ir::Node& node, ConvKind kind, const ir::TensorDesc& desc,
                                 const float* filter) {
  const FilterOrder order = OrderOf(node, desc);
  // Channel c of a depthwise convolution gives the results c * N, c * N + 1, ...
  const bool inner_first = kind == ConvKind::kDepthwise;
  const std::array<size_t, 4> axes = {inner_first ? order.inner : order.outer,
                                      inner_first ? order.outer : order.inner, order.height,
                                      order.height + 1};
  std::array<int64_t, 4> strides = {1, 1, 1, 1};
  for (size_t i = 3; i-- > 0;) strides[i] = strides[i + 1] * desc.shape[i + 1];
  std::vector<float> ordered;
  ordered.reserve(static_cast<size_t>(desc.shape.Elements()));
  std::array<int64_t, 4> at{};
  for (at[0] = 0; at[0] < desc.shape[axes[0]]; ++at[0]) {
    for (at[1] = 0; at[1] < desc.shape[axes[1]]; ++at[1]) {
      for (at[2] = 0; at[2] < desc.shape[axes[2]]; ++at[2]) {
        for (at[3] = 0; at[3] < desc.shape[axes[3]]; ++at[3]) {
          int64_t offset = 0;
          for (size_t i = 0; i < 4; ++i) offset += at[i] * strides[axes[i]];
          ordered.push_back(filter[offset]);
        }
      }
    }
  }
  return ordered;
}

}  // namespace ge::cpu::kernels
