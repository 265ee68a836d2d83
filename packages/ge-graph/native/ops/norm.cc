#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"LRN", "MVN", "MVNV2", "Normalize", "NormalizeBatch", "GroupNormRelu"},
                                     SameAsInput);

// Statistics of each image and group.
base::Status Grouped(ShapeContext& c) {
  const ir::Shape& x = c.InputShape(0);
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  if (x.empty()) return c.Error("x is a scalar");
  const int64_t batch = x.IsUnknownRank() ? ir::kUnknownDim : x[0];
  for (int32_t i = 1; i < c.output_count(); ++i) {
    GE_RETURN_IF_ERROR(c.SetOutput(i, {batch, c.Attr<int64_t>("num_groups")}, c.Input(0).type));
  }
  return {};
}
const ShapeRegistration kGrouped({"GroupNormSilu", "GroupNormSwish", "GroupNormV2"}, Grouped);

}  // namespace
}  // namespace ge::ops
