#include "ops/window.h"

namespace ge::ops {
namespace {

base::Status SetPooled(ShapeContext& c, const Dims& dims) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, ir::Shape(dims), c.Input(0).type));
  return c.SetFormat(0, c.Input(0).format);
}

base::Result<Padding> PaddingNamed(const ShapeContext& c, const std::string& mode) {
  if (mode == "SAME") return Padding::kSame;
  if (mode == "VALID") return Padding::kValid;
  if (mode == "CALCULATED") return Padding::kExplicit;
  return c.Error("padding \"", mode, "\" is not one of SAME, VALID, CALCULATED");
}

base::Status Pool(ShapeContext& c, size_t spatial_count, Padding padding, bool ceil) {
  GE_ASSIGN_OR_RETURN(const ImageLayout layout, LayoutOf(c, spatial_count));
  const ir::Shape x = c.InputShape(0).IsUnknownRank() ? UnknownDims(layout.rank()) : c.InputShape(0);
  if (x.size() != layout.rank()) return c.Error("x is ", x, ", expected ", layout.rank(), " dimensions");
  Dims dims = x.dims();
  const bool global = c.Attr<bool>("global_pooling");
  GE_ASSIGN_OR_RETURN(const Dims kernel, SpatialEntries(c, "ksize", layout, 1));
  GE_ASSIGN_OR_RETURN(std::vector<Window> windows, WindowsOf(c, layout, "dilation"));
  for (size_t i = 0; i < windows.size(); ++i) {
    windows[i].kernel = kernel[i];
    if (global) {
      dims[layout.spatial + i] = 1;
    } else {
      GE_ASSIGN_OR_RETURN(dims[layout.spatial + i],
                          Places(c, x[layout.spatial + i], windows[i], padding, ceil));
    }
  }
  return SetPooled(c, dims);
}

base::Status PoolByMode(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const Padding padding, PaddingNamed(c, c.Attr<std::string>("padding_mode")));
  return Pool(c, 2, padding, c.Attr<bool>("ceil_mode"));
}
const ShapeRegistration kByMode({"MaxPoolV3", "AvgPoolV2"}, PoolByMode);

base::Status PoolByPadding(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const Padding padding, PaddingNamed(c, c.Attr<std::string>("padding")));
  return Pool(c, 2, padding, false);
}
const ShapeRegistration kByPadding({"MaxPool", "AvgPool", "MaxPoolExt2"}, PoolByPadding);

GE_SHAPE(MaxPool3D) {
  GE_ASSIGN_OR_RETURN(const Padding padding, PaddingNamed(c, c.Attr<std::string>("padding")));
  return Pool(c, 3, padding, c.Attr<int64_t>("ceil_mode") != 0);
}

GE_SHAPE(AvgPool3D) { return Pool(c, 3, Padding::kExplicit, c.Attr<bool>("ceil_mode")); }

// The dimensions behind the channels become 1.
base::Status PoolGlobally(ShapeContext& c) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetPooled(c, x.dims());
  if (x.size() < 2) return c.Error("x is ", x, ", expected batch and channels");
  Dims dims(x.size(), 1);
  dims[0] = x[0];
  dims[1] = x[1];
  return SetPooled(c, dims);
}
const ShapeRegistration kGlobally({"GlobalAveragePool", "GlobalLpPool"}, PoolGlobally);

// The last dimensions become those of `output_size`.
base::Result<Dims> Adapted(const ShapeContext& c, size_t count) {
  const Dims& size = c.IntsAttr("output_size");
  Dims dims = c.InputShape(0).dims();
  if (dims.size() < count)
    return c.Error("x is ", c.InputShape(0), ", expected at least ", count, " dimensions");
  if (size.size() != count && size.size() != 1) {
    return c.Error("output_size has ", size.size(), " entries, expected ", count);
  }
  for (size_t i = 0; i < count; ++i) dims[dims.size() - count + i] = size[size.size() == 1 ? 0 : i];
  return dims;
}

GE_SHAPE(AdaptiveAvgPool2d) {
  if (c.InputShape(0).IsUnknownRank()) return SetPooled(c, c.InputShape(0).dims());
  GE_ASSIGN_OR_RETURN(const Dims dims, Adapted(c, 2));
  return SetPooled(c, dims);
}

GE_SHAPE(AdaptiveMaxPool2d) {
  Dims dims = c.InputShape(0).dims();
  if (!c.InputShape(0).IsUnknownRank()) {
    GE_ASSIGN_OR_RETURN(dims, Adapted(c, 2));
  }
  GE_RETURN_IF_ERROR(c.SetOutput(1, ir::Shape(dims), base::DataType::kInt32));
  return SetPooled(c, dims);
}

// Every pixel becomes stride_h times stride_w.
GE_SHAPE(Upsample) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 4));
  const int64_t height = c.Attr<int64_t>("stride_h");
  const int64_t width = c.Attr<int64_t>("stride_w");
  if (height < 1 || width < 1) return c.Error("strides are ", height, " and ", width);
  return SetPooled(c, {x[0], x[1], MulDims(x[2], height), MulDims(x[3], width)});
}

}  // namespace
}  // namespace ge::ops
