#include <algorithm>

#include "ops/window.h"

namespace ge::ops {
namespace {

base::DataType SumType(base::DataType x) { return x == base::DataType::kInt8 ? base::DataType::kInt32 : x; }

base::Status SetImage(ShapeContext& c, const Dims& dims, int32_t x) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, ir::Shape(dims), SumType(c.Input(x).type)));
  return c.SetFormat(0, base::FormatFromText(c.Attr<std::string>("data_format")));
}

// `auto_pad` as ONNX has it, `pad_mode` of the newer prototypes; pads of -1 stand for SAME.
Padding PaddingOf(const ShapeContext& c) {
  const std::string& mode = c.Attr<std::string>("auto_pad");
  const std::string& pad_mode = c.Attr<std::string>("pad_mode");
  if (mode == "VALID" || pad_mode == "VALID") return Padding::kValid;
  if (mode.rfind("SAME", 0) == 0 || pad_mode.rfind("SAME", 0) == 0) return Padding::kSame;
  const Dims& pads = c.IntsAttr("pads");
  const bool open =
      !pads.empty() && std::all_of(pads.begin(), pads.end(), [](int64_t pad) { return pad == -1; });
  return open ? Padding::kSame : Padding::kExplicit;
}

base::Status CheckRank(const ShapeContext& c, int32_t i, size_t rank) {
  if (c.InputShape(i).IsUnknownRank() || c.InputShape(i).size() == rank) return {};
  return c.Error(c.InputName(i), " is ", c.InputShape(i), ", expected ", rank, " dimensions");
}

ir::Shape RankedInput(const ShapeContext& c, int32_t i, size_t rank) {
  return c.InputShape(i).IsUnknownRank() ? UnknownDims(rank) : c.InputShape(i);
}

base::Status ChannelsDiffer(const ShapeContext& c, int32_t x, int64_t groups) {
  return c.Error("channels differ: x is ", c.InputShape(x), ", filter is ", c.InputShape(x + 1),
                 ", groups is ", groups);
}

base::Status CheckBias(const ShapeContext& c, int32_t i, int64_t channels) {
  if (!c.HasInput(i) || channels < 0) return {};
  const int64_t count = c.InputShape(i).Elements();
  if (count < 0 || count == channels) return {};
  return c.Error("bias is ", c.InputShape(i), ", the filter has ", channels, " output channels");
}

// --- convolution

base::Status Convolve(ShapeContext& c, size_t spatial_count, bool depthwise, int32_t bias = 2) {
  GE_ASSIGN_OR_RETURN(const ImageLayout layout, LayoutOf(c, spatial_count));
  GE_RETURN_IF_ERROR(CheckRank(c, 0, layout.rank()));
  GE_RETURN_IF_ERROR(CheckRank(c, 1, layout.rank()));
  const ir::Shape x = RankedInput(c, 0, layout.rank());
  const ir::Shape filter = RankedInput(c, 1, layout.rank());
  const FilterLayout places = FilterLayoutOf(c.Input(1), layout);
  const int64_t groups = depthwise ? 1 : c.Attr<int64_t>("groups");
  if (groups < 1) return c.Error("groups is ", groups);
  const int64_t expected = MulDims(filter[places.inner], groups);
  if (expected >= 0 && x[layout.channel] >= 0 && x[layout.channel] != expected)
    return ChannelsDiffer(c, 0, groups);
  const int64_t channels =
      depthwise ? MulDims(filter[places.outer], filter[places.inner]) : filter[places.outer];
  if (!depthwise && channels >= 0 && channels % groups != 0) return ChannelsDiffer(c, 0, groups);
  GE_RETURN_IF_ERROR(CheckBias(c, bias, channels));
  GE_ASSIGN_OR_RETURN(std::vector<Window> windows, WindowsOf(c, layout, "dilations"));
  Dims dims(layout.rank(), x[0]);
  dims[layout.channel] = channels;
  for (size_t i = 0; i < windows.size(); ++i) {
    windows[i].kernel = filter[places.spatial + i];
    GE_ASSIGN_OR_RETURN(dims[layout.spatial + i],
                        Places(c, x[layout.spatial + i], windows[i], PaddingOf(c), false));
  }
  return SetImage(c, dims, 0);
}

base::Status Convolve2D(ShapeContext& c) { return Convolve(c, 2, false); }
base::Status Convolve3D(ShapeContext& c) { return Convolve(c, 3, false); }
const ShapeRegistration k2D({"Conv2D", "Conv2DV2"}, Convolve2D);
const ShapeRegistration k3D({"Conv3D", "Conv3DV2"}, Convolve3D);
GE_SHAPE(DepthwiseConv2D) { return Convolve(c, 2, true); }

// --- its transpose: from the output of a convolution to its input

int64_t Spread(int64_t dim, const Window& window, int64_t output_padding, Padding padding) {
  constexpr int64_t kMaxDim = int64_t{1} << 32;
  const bool known = dim <= kMaxDim && window.kernel >= 0 && window.kernel <= kMaxWindow;
  if (!known) return ir::kUnknownDim;
  if (padding == Padding::kSame) return MulDims(dim, window.stride);
  const int64_t pads = padding == Padding::kExplicit ? window.pad_begin + window.pad_end : 0;
  const int64_t more = window.reach() + output_padding - pads;
  return MapDim(dim, [&](int64_t length) { return (length - 1) * window.stride + more; });
}

// `size` has the result's dimensions where they are asked for; 0 leaves one to the formula. `x` is the port.
base::Status Deconvolve(ShapeContext& c, size_t spatial_count, int32_t x_port,
                        const std::optional<IntList>& size) {
  GE_ASSIGN_OR_RETURN(const ImageLayout layout, LayoutOf(c, spatial_count));
  GE_RETURN_IF_ERROR(CheckRank(c, x_port, layout.rank()));
  GE_RETURN_IF_ERROR(CheckRank(c, x_port + 1, layout.rank()));
  const ir::Shape x = RankedInput(c, x_port, layout.rank());
  const ir::Shape filter = RankedInput(c, x_port + 1, layout.rank());
  const FilterLayout places = FilterLayoutOf(c.Input(x_port + 1), layout);
  const int64_t groups = c.Attr<int64_t>("groups");
  if (groups < 1) return c.Error("groups is ", groups);
  const int64_t taken = filter[places.outer];
  if (taken >= 0 && x[layout.channel] >= 0 && x[layout.channel] != taken)
    return ChannelsDiffer(c, x_port, groups);
  if (taken >= 0 && taken % groups != 0) return ChannelsDiffer(c, x_port, groups);
  const int64_t channels = MulDims(filter[places.inner], groups);
  GE_RETURN_IF_ERROR(CheckBias(c, x_port + 2, channels));
  GE_ASSIGN_OR_RETURN(std::vector<Window> windows, WindowsOf(c, layout, "dilations"));
  GE_ASSIGN_OR_RETURN(const Dims output_padding, SpatialEntries(c, "output_padding", layout, 0));
  for (const int64_t extra : output_padding) {
    if (extra < 0 || extra > kMaxWindow) return c.Error("an output padding is ", extra);
  }
  Dims dims(layout.rank(), x[0]);
  dims[layout.channel] = channels;
  for (size_t i = 0; i < windows.size(); ++i) {
    const size_t place = layout.spatial + i;
    windows[i].kernel = filter[places.spatial + i];
    dims[place] = Spread(x[place], windows[i], output_padding[i], PaddingOf(c));
    if (!size) dims[place] = ir::kUnknownDim;
    if (size && size->size() == layout.rank() && size->Or(place, -1) != 0) dims[place] = size->Dim(place);
    if (dims[place] < -1 && !ir::HasRange(dims[place]))
      return c.Error("dimension ", place, " of the result would be ", dims[place]);
  }
  return SetImage(c, dims, x_port);
}

base::Status Deconvolve2D(ShapeContext& c) { return Deconvolve(c, 2, 1, IntsOrUnknown(c, 0)); }
base::Status Deconvolve3D(ShapeContext& c) { return Deconvolve(c, 3, 1, IntsOrUnknown(c, 0)); }
const ShapeRegistration kTransposed2D({"Conv2DTranspose", "Conv2DTransposeV2"}, Deconvolve2D);
const ShapeRegistration kTransposed3D({"Conv3DTranspose", "Conv3DTransposeV2"}, Deconvolve3D);
GE_SHAPE(Conv2DTransposeD) { return Deconvolve(c, 2, 0, IntList(c.IntsAttr("input_size"))); }
GE_SHAPE(Conv3DTransposeD) { return Deconvolve(c, 3, 0, IntList(c.IntsAttr("input_size"))); }
GE_SHAPE(Deconvolution) { return Deconvolve(c, 2, 0, IntList()); }

// --- windows whose places are moved

GE_SHAPE(DeformableConv2D) {
  GE_ASSIGN_OR_RETURN(const ImageLayout layout, LayoutOf(c, 2));
  GE_RETURN_IF_ERROR(CheckRank(c, 2, layout.rank()));
  return Convolve(c, 2, false, 3);
}

// Every place's window, one beside the other.
GE_SHAPE(DeformableOffsets) {
  GE_ASSIGN_OR_RETURN(const ImageLayout layout, LayoutOf(c, 2));
  GE_RETURN_IF_ERROR(CheckRank(c, 0, layout.rank()));
  const Dims& kernel = c.IntsAttr("ksize");
  if (kernel.size() != 2) return c.Error("ksize has ", kernel.size(), " entries, expected 2");
  const ir::Shape x = RankedInput(c, 0, layout.rank());
  GE_ASSIGN_OR_RETURN(std::vector<Window> windows, WindowsOf(c, layout, "dilations"));
  Dims dims = x.dims();
  for (size_t i = 0; i < windows.size(); ++i) {
    int64_t& dim = dims[layout.spatial + i];
    windows[i].kernel = kernel[i];
    GE_ASSIGN_OR_RETURN(const int64_t places, Places(c, dim, windows[i], PaddingOf(c), false));
    dim = MulDims(places, kernel[i]);
  }
  return SetImage(c, dims, 0);
}

}  // namespace
}  // namespace ge::ops
