#include "ops/dims.h"

namespace ge::ops {
namespace {

// scores [n, classes, ...], labels [n, ...]: one loss a label, or one in all; and the logarithms of the
// probabilities.
GE_SHAPE(SoftmaxCrossEntropyLoss) {
  const std::string& reduction = c.Attr<std::string>("reduction");
  if (reduction != "none" && reduction != "mean" && reduction != "sum") {
    return c.Error("reduction must be none, mean or sum, given ", reduction);
  }
  const ir::Shape& scores = c.InputShape(0);
  const ir::Shape& labels = c.InputShape(1);
  const bool ranked = !scores.IsUnknownRank() && !labels.IsUnknownRank();
  if (ranked && scores.size() != labels.size() + 1) {
    return c.Error("scores is ", scores, ", labels is ", labels, ": labels lack the classes only");
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, reduction == "none" ? labels : ir::Shape(), c.Input(0).type));
  return c.SetOutput(1, scores, c.Input(0).type);
}

// The best paths, each as indices [found, 2], values [found] and shape [2].
GE_SHAPE(CTCBeamSearchDecoder) {
  GE_ASSIGN_OR_RETURN(const ir::Shape inputs, ShapeOfRank(c, 0, 3));
  const int64_t paths = c.Attr<int64_t>("top_paths");
  if (paths < 1) return c.Error("top_paths is ", paths);
  if (c.output_count() != 3 * paths + 1) {
    return c.Error("top_paths is ", paths, ", but there are ", c.output_count(), " outputs");
  }
  const auto count = static_cast<int32_t>(paths);
  const base::DataType integers = base::DataType::kInt64;
  for (int32_t i = 0; i < count; ++i) {
    GE_RETURN_IF_ERROR(c.SetOutput(i, {ir::kUnknownDim, 2}, integers));
    GE_RETURN_IF_ERROR(c.SetOutput(count + i, {ir::kUnknownDim}, integers));
    GE_RETURN_IF_ERROR(c.SetOutput(2 * count + i, {2}, integers));
  }
  return c.SetOutput(3 * count, {inputs[1], paths}, c.Input(0).type);
}

}  // namespace
}  // namespace ge::ops
