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
GE_SHAPE(RoiAlignRotated) { return Patches(c, c.Attr<int64_t>("pooled_h"), c.Attr<int64_t>("pooled_w")); }
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

// Priors are decoded to as many boxes as there are offsets.
GE_SHAPE(YoloxBoundingBoxDecode) { return c.SetOutput(0, c.Input(1)); }

// Patches of the feature maps of several scales.
GE_SHAPE(RoiExtractor) {
  const ir::PortRange features = c.node().InputRange(0);
  const ir::Shape& rois = c.InputShape(features.first + features.count);
  GE_ASSIGN_OR_RETURN(const ir::Shape image, ShapeOfRank(c, features.first, 4));
  if (!rois.IsUnknownRank() && rois.empty()) return c.Error("rois is a scalar");
  const int64_t count = rois.IsUnknownRank() ? ir::kUnknownDim : rois[0];
  return c.SetOutput(0, {count, image[1], c.Attr<int64_t>("pooled_height"), c.Attr<int64_t>("pooled_width")},
                     c.Input(features.first).type);
}

// --- which boxes are kept

// box_scores [n, 5]: all boxes in their order, with a number and whether it is kept for each.
GE_SHAPE(NMSWithMask) {
  GE_ASSIGN_OR_RETURN(const ir::Shape boxes, ShapeOfRank(c, 0, 2));
  GE_RETURN_IF_ERROR(c.SetOutput(0, {boxes[0], 5}, c.Input(0).type));
  GE_RETURN_IF_ERROR(c.SetOutput(1, {boxes[0]}, base::DataType::kInt32));
  return c.SetOutput(2, {boxes[0]}, base::DataType::kUint8);
}

GE_SHAPE(RotatedNMS) {
  GE_ASSIGN_OR_RETURN(const ir::Shape boxes, ShapeOfRank(c, 0, 2));
  GE_RETURN_IF_ERROR(c.SetOutput(0, {UpToDim(boxes[0]), ir::kUnknownDim}, c.Input(0).type));
  return c.SetOutput(1, {UpToDim(boxes[0])}, base::DataType::kInt32);
}

GE_SHAPE(NonMaxSuppressionV4) {
  GE_ASSIGN_OR_RETURN(const ir::Shape boxes, ShapeOfRank(c, 0, 2));
  GE_ASSIGN_OR_RETURN(const ir::Shape scores, ShapeOfRank(c, 1, 1));
  if (Differ(boxes[0], scores[0])) return c.Error("boxes is ", boxes, ", scores is ", scores);
  const std::optional<int64_t> most = c.KnownInt(2);
  if (most && *most < 0) return c.Error("max_output_size is ", *most);
  const int64_t size = most.value_or(ir::kUnknownDim);
  const int64_t kept = c.Attr<bool>("pad_to_max_output_size") ? size : UpToDim(MinDims(size, boxes[0]));
  GE_RETURN_IF_ERROR(c.SetOutput(0, {kept}, base::DataType::kInt32));
  return c.SetOutput(1, ir::Shape(), base::DataType::kInt32);
}

// boxes [batch, n, q, 4], scores [batch, n, classes]: `max_total_size` of each batch, and how many count.
GE_SHAPE(BatchMultiClassNonMaxSuppression) {
  const ir::Shape& boxes = c.InputShape(0);
  if (!boxes.IsUnknownRank() && boxes.empty()) return c.Error("boxes is a scalar");
  const int64_t total = c.Attr<int64_t>("max_total_size");
  if (total < 0) return c.Error("max_total_size is ", total);
  const int64_t batch = boxes.IsUnknownRank() ? ir::kUnknownDim : boxes[0];
  const base::DataType type = c.Input(0).type;
  const bool transposed = c.Attr<bool>("transpose_box");
  GE_RETURN_IF_ERROR(
      c.SetOutput(0, transposed ? ir::Shape{batch, 4, total} : ir::Shape{batch, total, 4}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(1, {batch, total}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(2, {batch, total}, type));
  return c.SetOutput(3, {batch}, base::DataType::kInt32);
}

// --- how far boxes cover each other

// Boxes of a matrix of `numbers` rows or columns.
int64_t BoxesOf(const ir::Shape& matrix, size_t first, int64_t numbers) {
  if (matrix[first] == numbers) return matrix[first + 1];
  return matrix[first + 1] == numbers ? matrix[first] : ir::kUnknownDim;
}

// bboxes [4, n], gtboxes [4, m], or the other way round: each with each, or the pairs.
base::Status Overlap(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape boxes, ShapeOfRank(c, 0, 2));
  GE_ASSIGN_OR_RETURN(const ir::Shape truths, ShapeOfRank(c, 1, 2));
  const int64_t count = BoxesOf(boxes, 0, 4);
  const ir::Shape shape{c.Attr<bool>("is_cross") ? BoxesOf(truths, 0, 4) : 1, count};
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, shape, c.Input(0).type));
  return {};
}
const ShapeRegistration kOverlap({"GIoU", "DIoU", "CIoU"}, Overlap);

// bboxes [n, 4], gtboxes [m, 4].
GE_SHAPE(Iou) {
  GE_ASSIGN_OR_RETURN(const ir::Shape boxes, ShapeOfRank(c, 0, 2));
  GE_ASSIGN_OR_RETURN(const ir::Shape truths, ShapeOfRank(c, 1, 2));
  if (Differ(boxes[1], 4)) return c.Error("bboxes is ", boxes, ", expected 4 numbers for each");
  if (Differ(truths[1], 4)) return c.Error("gtboxes is ", truths, ", expected 4 numbers for each");
  const bool pairs = c.Attr<bool>("aligned");
  return c.SetOutput(0, pairs ? ir::Shape::UnknownRank() : ir::Shape{truths[0], boxes[0]}, c.Input(0).type);
}

// boxes [batch, 5, n], query_boxes [batch, 5, k]: five numbers for each, an angle among them.
base::Status RotatedOverlap(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape boxes, ShapeOfRank(c, 0, 3));
  GE_ASSIGN_OR_RETURN(const ir::Shape queries, ShapeOfRank(c, 1, 3));
  if (Differ(boxes[0], queries[0])) return c.Error("boxes is ", boxes, ", query_boxes is ", queries);
  const ir::Shape shape{MeetDims(boxes[0], queries[0]), BoxesOf(boxes, 1, 5), BoxesOf(queries, 1, 5)};
  return c.SetOutput(0, shape, base::DataType::kFloat);
}
GE_SHAPE(RotatedOverlaps) { return RotatedOverlap(c); }
GE_SHAPE(RotatedIou) {
  if (c.Attr<bool>("is_cross")) return RotatedOverlap(c);
  return c.SetOutput(0, ir::Shape::UnknownRank(), base::DataType::kFloat);
}

}  // namespace
}  // namespace ge::ops
