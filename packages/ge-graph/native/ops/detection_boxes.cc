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

// rois [batch, 5, count]: each gives a small image of `output_dim` channels.
base::Status GroupedPatches(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape rois, ShapeOfRank(c, 1, 3));
  if (Differ(rois[1], 5)) return c.Error("rois is ", rois, ", expected 5 numbers for each");
  const int64_t group = c.Attr<int64_t>("group_size");
  const int64_t channels = c.Attr<int64_t>("output_dim");
  if (group < 1 || channels < 1) return c.Error("group_size is ", group, ", output_dim is ", channels);
  return c.SetOutput(0, {MulDims(rois[0], rois[2]), channels, group, group}, c.Input(0).type);
}
const ShapeRegistration kGroupedPatches({"PSROIPooling", "PSROIPoolingV2"}, GroupedPatches);

// Boxes and their variances for every place of x; the device chooses how they are laid out.
GE_SHAPE(PriorBox) { return c.SetOutput(0, ir::Shape::UnknownRank(), c.Input(0).type); }

// Each box as coordinates, or as what moves one into the other.
base::Status LikeBoxes(ShapeContext& c) { return c.SetOutput(0, c.InputShape(0), c.Input(0).type); }
const ShapeRegistration kLikeBoxes({"BoundingBoxDecode", "BoundingBoxEncode", "YoloBoxesEncode"}, LikeBoxes);

// Batch, class and box of each that is kept.
GE_SHAPE(NonMaxSuppressionV6) { return c.SetOutput(0, {ir::kUnknownDim, 3}, base::DataType::kInt32); }

}  // namespace
}  // namespace ge::ops
