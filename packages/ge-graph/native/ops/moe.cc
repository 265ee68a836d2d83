#include <algorithm>

#include "ops/dims.h"

namespace ge::ops {
namespace {

// The k best experts of each row, and where each pair of row and expert goes.
GE_SHAPE(MoeGatingTopKSoftmax) {
  ir::Shape shape = c.InputShape(0);
  if (!shape.IsUnknownRank()) {
    const int64_t k = c.Attr<int64_t>("k");
    if (shape.empty()) return c.Error("x is a scalar");
    if (k < 1 || (shape.back() >= 0 && k > shape.back())) return c.Error("k is ", k, ", x is ", shape);
    shape.Set(shape.size() - 1, k);
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, shape, c.Input(0).type));
  GE_RETURN_IF_ERROR(c.SetOutput(1, shape, base::DataType::kInt32));
  return c.SetOutput(2, std::move(shape), base::DataType::kInt32);
}

// How many rows the experts up to each one have.
GE_SHAPE(MoeComputeExpertTokens) {
  const int64_t experts = c.Attr<int64_t>("num_experts");
  if (experts < 1) return c.Error("num_experts is ", experts);
  return c.SetOutput(0, {experts}, base::DataType::kInt32);
}

// x [rows, width] once for each of the k experts of a row, of the first `active_num` rows.
GE_SHAPE(MoeInitRouting) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 2));
  GE_ASSIGN_OR_RETURN(const ir::Shape experts, ShapeOfRank(c, 2, 2));
  const int64_t active = c.Attr<int64_t>("active_num");
  if (active < 0) return c.Error("active_num is ", active);
  const int64_t rows = MinDims(x[0], active);
  const int64_t expanded = MulDims(rows, experts[1]);
  GE_RETURN_IF_ERROR(c.SetOutput(0, {expanded, x[1]}, c.Input(0).type));
  GE_RETURN_IF_ERROR(c.SetOutput(1, {MulDims(x[0], experts[1])}, base::DataType::kInt32));
  return c.SetOutput(2, {expanded}, base::DataType::kInt32);
}

// What the experts made of the rows, added up row by row.
GE_SHAPE(MoeFinalizeRouting) { return c.SetOutput(0, c.InputShape(1), c.Input(0).type); }

GE_SHAPE(MoeFinalizeRoutingV2) {
  constexpr int32_t kSkip = 2;
  constexpr int32_t kScales = 5;
  const ir::Shape& expanded = c.InputShape(0);
  const bool ranked = !expanded.IsUnknownRank() && !expanded.empty();
  int64_t rows = ir::kUnknownDim;
  for (const int32_t input : {kSkip, kScales}) {
    if (rows >= 0 || !c.HasInput(input)) continue;
    GE_ASSIGN_OR_RETURN(const ir::Shape by_row, ShapeOfRank(c, input, 2));
    rows = by_row[0];
  }
  return c.SetOutput(0, {rows, ranked ? expanded.back() : ir::kUnknownDim}, c.Input(0).type);
}

}  // namespace
}  // namespace ge::ops
