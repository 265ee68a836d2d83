#include "ops/matmul_shape.h"

namespace ge::ops {
namespace {

// x [rows, inner] times the matrices [inner, columns] of w, gathered into `output_bs` rows. A w of other than
// 3 dimensions is laid out for the device, which hides its columns.
GE_SHAPE(GroupedMatmulFinalizeRouting) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 2));
  const ir::Shape& w = c.InputShape(1);
  const bool plain = !w.IsUnknownRank() && w.size() == 3;
  const size_t inner = c.Attr<bool>("transpose_w") ? 2 : 1;
  const int64_t x_inner = x[c.Attr<bool>("transpose_x") ? 0 : 1];
  if (plain && Differ(x_inner, w[inner])) return c.Error("inner sizes differ: x is ", x, ", w is ", w);
  const int64_t rows = c.Attr<int64_t>("output_bs");
  if (rows < 0) return c.Error("output_bs is ", rows);
  const int64_t given = x[c.Attr<bool>("transpose_x") ? 1 : 0];
  return c.SetOutput(0, {rows > 0 ? rows : given, plain ? w[3 - inner] : ir::kUnknownDim});
}

// A weight that is laid out for the device hides its columns.
bool IsBlocked(const ir::TensorDesc& weight) {
  return base::PrimaryFormat(weight.format) == base::Format::kFractalNZ;
}

GE_SHAPE(QuantBatchMatmulV3) {
  GE_ASSIGN_OR_RETURN(const base::DataType type, TypeAttr(c, "dtype"));
  if (IsBlocked(c.Input(1))) return c.SetOutput(0, ir::Shape::UnknownRank(), type);
  GE_ASSIGN_OR_RETURN(ir::Shape shape,
                      BatchProductShape(c, c.Attr<bool>("transpose_x1"), c.Attr<bool>("transpose_x2")));
  return c.SetOutput(0, std::move(shape), type);
}

// An int32 of the weight holds eight numbers of 4 bits.
GE_SHAPE(WeightQuantBatchMatmulV2) {
  const bool same = c.Attr<int64_t>("dtype") == -1;
  GE_ASSIGN_OR_RETURN(const base::DataType type, same ? c.Input(0).type : TypeAttr(c, "dtype"));
  if (IsBlocked(c.Input(1)) || c.Input(1).type == base::DataType::kInt32) {
    return c.SetOutput(0, ir::Shape::UnknownRank(), type);
  }
  GE_ASSIGN_OR_RETURN(ir::Shape shape,
                      BatchProductShape(c, c.Attr<bool>("transpose_x"), c.Attr<bool>("transpose_weight")));
  return c.SetOutput(0, std::move(shape), type);
}

}  // namespace
}  // namespace ge::ops
