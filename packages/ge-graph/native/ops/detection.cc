// Heads and last stages of detectors. How many boxes remain is found by running; where their layout depends
// on the device, the rank stays unknown too.
#include "ops/dims.h"

namespace ge::ops {
namespace {

// Two bytes an element and 32 to spare, in blocks of 32 bytes.
int64_t Aligned(int64_t count) {
  const int64_t bytes = AddDims(MulDims(count, 2), 63);
  return bytes < 0 ? ir::kUnknownDim : bytes / 32 * 32 / 2;
}

// x [n, boxes * (coords + 1 + classes), h, w], taken apart; the places of all boxes stand in one row.
base::Status SplitHead(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 4));
  const int64_t boxes = c.Attr<int64_t>("boxes");
  const int64_t coords = c.Attr<int64_t>("coords");
  const int64_t classes = c.Attr<int64_t>("classes");
  if (boxes < 1 || coords < 1 || classes < 1) {
    return c.Error("boxes is ", boxes, ", coords ", coords, ", classes ", classes);
  }
  const int64_t channels = MulDims(boxes, AddDims(AddDims(coords, 1), classes));
  if (Differ(x[1], channels)) return c.Error("x is ", x, ", expected ", channels, " channels");
  const int64_t places = MulDims(x[2], x[3]);
  const int64_t all = Aligned(MulDims(boxes, places));
  const base::DataType type = c.Input(0).type;
  GE_RETURN_IF_ERROR(c.SetOutput(0, {x[0], MulDims(boxes, coords), Aligned(places)}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(1, {x[0], all}, type));
  return c.SetOutput(2, {x[0], classes, all}, type);
}
const ShapeRegistration kSplitHead({"Yolo", "YoloPreDetection"}, SplitHead);

// Boxes like input 0, and their numbers.
base::Status BoxesAndNumbers(ShapeContext& c) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, ir::Shape::UnknownRank(), c.Input(0).type));
  return c.SetOutput(1, ir::Shape::UnknownRank(), base::DataType::kInt32);
}
const ShapeRegistration kBoxesAndNumbers({"YoloV2DetectionOutput", "YoloV3DetectionOutput",
                                          "YoloV3DetectionOutputV2", "YoloV5DetectionOutput", "Proposal"},
                                         BoxesAndNumbers);

// The same, numbers first.
GE_SHAPE(SSDDetectionOutput) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, ir::Shape::UnknownRank(), base::DataType::kInt32));
  return c.SetOutput(1, ir::Shape::UnknownRank(), c.Input(0).type);
}

// rois [batch, 5, count]: a number of boxes for each image and class.
GE_SHAPE(FSRDetectionOutput) {
  GE_ASSIGN_OR_RETURN(const ir::Shape rois, ShapeOfRank(c, 0, 3));
  GE_RETURN_IF_ERROR(c.SetOutput(0, {rois[0], c.Attr<int64_t>("num_classes")}, base::DataType::kInt32));
  return c.SetOutput(1, ir::Shape::UnknownRank(), c.Input(0).type);
}

// A flag for each anchor of the feature map.
GE_SHAPE(AnchorResponseFlags) {
  const Dims& size = c.IntsAttr("featmap_size");
  if (size.size() != 2) return c.Error("featmap_size has ", size.size(), " entries, expected 2");
  GE_RETURN_IF_ERROR(CheckDims(c, size));
  const int64_t anchors = c.Attr<int64_t>("num_base_anchors");
  if (anchors < 0) return c.Error("num_base_anchors is ", anchors);
  return c.SetOutput(0, {MulDims(MulDims(size[0], size[1]), anchors)}, base::DataType::kUint8);
}

GE_SHAPE(GridAssignPositive) { return c.SetOutput(0, c.Input(0)); }

}  // namespace
}  // namespace ge::ops
