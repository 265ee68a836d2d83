#pragma once

#include <string_view>
#include <vector>

#include "ops/dims.h"

namespace ge::ops {

// Where an image's dimensions stand: `NCHW`, `NHWC`, `NCDHW`, `NDHWC`.
struct ImageLayout {
  size_t channel = 1;
  size_t spatial = 2;  // the first spatial dimension; the others follow
  size_t spatial_count = 2;

  size_t rank() const { return spatial_count + 2; }
};

// The layout that attribute `data_format` names, for an image of `spatial_count` dimensions.
base::Result<ImageLayout> LayoutOf(const ShapeContext& c, size_t spatial_count);

// A filter's dimensions, `NCHW` or `HWCN` and the like with more spatial ones: as its format says, else as
// goes with the image's layout, N first where the image's channels come first.
struct FilterLayout {
  size_t outer = 0;  // N
  size_t inner = 1;  // C
  size_t spatial = 2;
};
FilterLayout FilterLayoutOf(const ir::TensorDesc& filter, const ImageLayout& image);

enum class Padding {
  kExplicit,
  kSame,   // as many results as steps fit into the dimension
  kValid,  // none
};

// Windows, steps and paddings beyond this are refused, so that what is computed from them fits.
inline constexpr int64_t kMaxWindow = int64_t{1} << 30;

// How a window goes over one dimension.
struct Window {
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad_begin = 0;
  int64_t pad_end = 0;

  // What the window covers.
  int64_t reach() const { return (kernel - 1) * dilation + 1; }
};

// Entry of the spatial dimension in a list that has one for each dimension of the image, or for the spatial
// ones only.
base::Result<std::vector<int64_t>> SpatialEntries(const ShapeContext& c, base::Name attr,
                                                  const ImageLayout& layout, int64_t otherwise);

// Strides, dilations and `pads` (begin and end for each dimension) of the node as windows; kernels are
// left 1.
base::Result<std::vector<Window>> WindowsOf(const ShapeContext& c, const ImageLayout& layout,
                                            base::Name dilations);

// Places of a window in a dimension; -1 when the dimension is not known. With `ceil` a last place that only
// just starts within the dimension counts. Fails when the window is larger than the padded dimension.
base::Result<int64_t> Places(const ShapeContext& c, int64_t dim, const Window& window, Padding padding,
                             bool ceil);

}  // namespace ge::ops
