#include "ops/dims.h"

namespace ge::ops {
namespace {

// A patch of every region's size, with the image's channels.
base::Status Patches(ShapeContext& c, int64_t height, int64_t width) {
  const ir::Shape& image = c.InputShape(0);
  const ir::Shape& rois = c.InputShape(1);
  if (!image.IsUnknownRank() && image.size() != 4)
    return c.Error("the image is ", image, ", expected 4 dimensions");
  if (!rois.IsUnknownRank() && rois.empty()) return c.Error("rois is a scalar");
  const int64_t count = rois.IsUnknownRank() ? ir::kUnknownDim : rois[0];
  const int64_t channels = image.IsUnknownRank() ? ir::kUnknownDim : image[1];
  return c.SetOutput(0, {count, channels, height, width}, c.Input(0).type);
}

GE_SHAPE(ROIAlign) { return Patches(c, c.Attr<int64_t>("pooled_height"), c.Attr<int64_t>("pooled_width")); }
GE_SHAPE(ROIPooling) { return Patches(c, c.Attr<int64_t>("pooled_h"), c.Attr<int64_t>("pooled_w")); }

// Batch, class and box of each that is kept.
GE_SHAPE(NonMaxSuppressionV6) { return c.SetOutput(0, {ir::kUnknownDim, 3}, base::DataType::kInt32); }

}  // namespace
}  // namespace ge::ops
