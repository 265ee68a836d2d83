#include "ops/dims.h"

namespace ge::ops {
namespace {

base::Status SetStatistics(ShapeContext& c, int32_t first, const ir::TensorDesc& like) {
  for (int32_t i = first; i < c.output_count(); ++i) {
    GE_RETURN_IF_ERROR(c.SetOutput(i, like.shape, like.type));
  }
  return {};
}

// x normalised; then statistics, one for each channel as `scale` has one.
base::Status Normalise(ShapeContext& c) {
  const ir::Shape& x = c.InputShape(0);
  const ir::Shape& scale = c.InputShape(1);
  const std::string& format = c.Attr<std::string>("data_format");
  if (!x.IsUnknownRank() && x.size() >= 2 && scale.size() == 1) {
    const int64_t channels = !format.empty() && format.back() == 'C' ? x.back() : x[1];
    if (channels >= 0 && scale[0] >= 0 && channels != scale[0]) {
      return c.Error("x ", x, " has ", channels, " channels, scale is ", scale);
    }
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return SetStatistics(c, 1, c.Input(1));
}
const ShapeRegistration kNormalise({"BatchNorm", "BatchNorm3D", "BatchNormExt2", "FusedBatchNormV2"},
                                   Normalise);

base::Status Apply(ShapeContext& c) { return c.SetOutput(0, c.Input(0)); }
const ShapeRegistration kApply({"BNInfer", "BNInference", "BNInferenceD", "L2Normalize"}, Apply);

// Statistics of each image and channel: spatial dimensions are 1.
GE_SHAPE(InstanceNorm) {
  const ir::Shape& x = c.InputShape(0);
  const std::string& format = c.Attr<std::string>("data_format");
  const bool last = !format.empty() && format.back() == 'C';
  Dims dims(x.size(), 1);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (x.IsUnknownRank() || i == 0 || i == (last ? dims.size() - 1 : 1)) dims[i] = x[i];
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return SetStatistics(c, 1, ir::TensorDesc(ir::Shape(dims), c.Input(0).type));
}

}  // namespace
}  // namespace ge::ops
