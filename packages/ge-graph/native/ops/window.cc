#include "ops/window.h"

namespace ge::ops {
namespace {

bool ChannelsLast(base::Format format) {
  return format == base::Format::kNhwc || format == base::Format::kNdhwc;
}

int64_t CeilDivided(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// In a dimension of which a window that is not larger covers all but `room`.
int64_t PlacesIn(int64_t dim, int64_t room, const Window& window, Padding padding, bool ceil) {
  if (!ceil) return room / window.stride + 1;
  const int64_t places = CeilDivided(room, window.stride) + 1;
  const int64_t last_start = (places - 1) * window.stride;
  return last_start >= dim + (padding == Padding::kExplicit ? window.pad_begin : 0) ? places - 1 : places;
}

}  // namespace

base::Result<ImageLayout> LayoutOf(const ShapeContext& c, size_t spatial_count) {
  const std::string& format = c.Attr<std::string>("data_format");
  ImageLayout layout;
  layout.spatial_count = spatial_count;
  if (format == (spatial_count == 3 ? "NCDHW" : "NCHW")) return layout;
  if (format != (spatial_count == 3 ? "NDHWC" : "NHWC")) {
    return c.Error("data_format \"", format, "\" is not known");
  }
  layout.channel = layout.rank() - 1;
  layout.spatial = 1;
  return layout;
}

FilterLayout FilterLayoutOf(const ir::TensorDesc& filter, const ImageLayout& image) {
  const base::Format format = base::PrimaryFormat(filter.format);
  const size_t last = image.rank() - 1;
  if (format == base::Format::kNchw || format == base::Format::kNcdhw) return {};
  if (format == base::Format::kHwcn || format == base::Format::kDhwcn) return {last, last - 1, 0};
  if (ChannelsLast(format)) return {0, last, 1};
  return image.channel == 1 ? FilterLayout() : FilterLayout{last, last - 1, 0};
}

base::Result<std::vector<int64_t>> SpatialEntries(const ShapeContext& c, base::Name attr,
                                                  const ImageLayout& layout, int64_t otherwise) {
  const std::vector<int64_t>& list = c.IntsAttr(attr);
  if (list.empty()) return std::vector<int64_t>(layout.spatial_count, otherwise);
  if (list.size() == 1) return std::vector<int64_t>(layout.spatial_count, list[0]);
  if (list.size() == layout.spatial_count) return list;
  if (list.size() != layout.rank()) {
    return c.Error(attr, " has ", list.size(), " entries, expected ", layout.rank());
  }
  const auto first = list.begin() + static_cast<std::ptrdiff_t>(layout.spatial);
  return std::vector<int64_t>(first, first + static_cast<std::ptrdiff_t>(layout.spatial_count));
}

base::Result<std::vector<Window>> WindowsOf(const ShapeContext& c, const ImageLayout& layout,
                                            base::Name dilations) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> strides, SpatialEntries(c, "strides", layout, 1));
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> spread, SpatialEntries(c, dilations, layout, 1));
  const std::vector<int64_t>& pads = c.IntsAttr("pads");
  if (!pads.empty() && pads.size() != 2 * layout.spatial_count) {
    return c.Error("pads has ", pads.size(), " entries, expected ", 2 * layout.spatial_count);
  }
  std::vector<Window> windows(layout.spatial_count);
  for (size_t i = 0; i < windows.size(); ++i) {
    windows[i].stride = strides[i];
    windows[i].dilation = spread[i];
    if (strides[i] < 1 || strides[i] > kMaxWindow) return c.Error("a stride is ", strides[i]);
    if (spread[i] < 1 || spread[i] > kMaxWindow) return c.Error("a dilation is ", spread[i]);
    if (pads.empty()) continue;
    windows[i].pad_begin = pads[2 * i];
    windows[i].pad_end = pads[2 * i + 1];
    for (const int64_t pad : {windows[i].pad_begin, windows[i].pad_end}) {
      if (pad < -kMaxWindow || pad > kMaxWindow) return c.Error("a padding is ", pad);
    }
  }
  return windows;
}

base::Result<int64_t> Places(const ShapeContext& c, int64_t dim, const Window& window, Padding padding,
                             bool ceil) {
  if (window.kernel == 0 || window.kernel > kMaxWindow) return c.Error("a window's size is ", window.kernel);
  if (dim > INT64_MAX / 2) return ir::kUnknownDim;
  const auto same = [&window](int64_t length) { return CeilDivided(length, window.stride); };
  if (padding == Padding::kSame) return MapDim(dim, same);
  if (window.kernel < 0) return ir::kUnknownDim;
  const bool padded = padding == Padding::kExplicit;
  const int64_t covered = window.reach() - (padded ? window.pad_begin + window.pad_end : 0);
  if (ir::RangeOf(dim).max < covered) {
    return c.Error("a window of ", window.reach(), " is larger than its dimension of ", ir::RangeOf(dim).max,
                   padded ? " with its padding" : "");
  }
  // A dimension that is not known is not too short for the window.
  return MapDim(dim, [&](int64_t length) {
    return PlacesIn(length, std::max<int64_t>(length - covered, 0), window, padding, ceil);
  });
}

}  // namespace ge::ops
