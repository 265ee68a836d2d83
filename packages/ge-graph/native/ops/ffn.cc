#include "ops/dims.h"

namespace ge::ops {
namespace {

// A product is added to x3, which has x1's shape.
GE_SHAPE(SwinAttentionFFN) { return c.SetOutput(0, c.Input(0)); }

// x [batch, places, channels], a normalised window of `seq_length` places a row: query, key and value by
// head.
GE_SHAPE(SwinTransformerLnQKV) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 3));
  const int64_t heads = c.Attr<int64_t>("head_num");
  const int64_t width = c.Attr<int64_t>("head_dim");
  const int64_t length = c.Attr<int64_t>("seq_length");
  if (heads < 1 || width < 1 || length < 1) {
    return c.Error("head_num is ", heads, ", head_dim is ", width, ", seq_length is ", length);
  }
  const int64_t places = MulDims(x[0], x[1]);
  if (places >= 0 && places % length != 0) return c.Error("x ", x, " has no windows of ", length);
  for (int32_t i = 0; i < c.output_count(); ++i) {
    GE_RETURN_IF_ERROR(c.SetOutput(i, {DivideDims(places, length), heads, length, width}, c.Input(0).type));
  }
  return {};
}

}  // namespace
}  // namespace ge::ops
