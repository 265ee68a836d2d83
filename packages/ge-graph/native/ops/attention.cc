#include "ops/dims.h"

namespace ge::ops {
namespace {

// query [batch, heads, rows, width], key [batch, heads, columns, width]. The device chooses how the result is
// laid out; the probabilities have a row a query.
base::Status Scored(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape query, ShapeOfRank(c, 0, 4));
  GE_ASSIGN_OR_RETURN(const ir::Shape key, ShapeOfRank(c, 1, 4));
  const size_t rows = c.Attr<bool>("query_transpose") ? 3 : 2;
  const size_t columns = c.Attr<bool>("key_transpose") ? 3 : 2;
  if (Differ(query[0], key[0]) || Differ(query[1], key[1])) {
    return c.Error("query is ", query, ", key is ", key, ": batch or heads differ");
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, ir::Shape::UnknownRank(), c.Input(0).type));
  return c.SetOutput(1, {MeetDims(query[0], key[0]), MeetDims(query[1], key[1]), query[rows], key[columns]},
                     c.Input(0).type);
}
const ShapeRegistration kScored({"AttentionScore", "SwinAttentionScore"}, Scored);

// query [batch * src_len, channels]; the heads' tensors are kept for the gradient.
GE_SHAPE(MultiHeadAttention) {
  GE_ASSIGN_OR_RETURN(const ir::Shape query, ShapeOfRank(c, 0, 2));
  const int64_t heads = c.Attr<int64_t>("attn_head_num");
  const int64_t width = c.Attr<int64_t>("attn_dim_per_head");
  const int64_t rows = c.Attr<int64_t>("src_len");
  const int64_t columns = c.Attr<int64_t>("tgt_len");
  for (const int64_t size : {heads, width, rows, columns}) {
    if (size < 1 || size > INT32_MAX) return c.Error("a size of the heads is ", size);
  }
  if (query[0] >= 0 && query[0] % rows != 0) return c.Error("query ", query, " has no sequences of ", rows);
  const int64_t batch = DivideDims(query[0], rows);
  const base::DataType type = c.Input(0).type;
  const base::DataType scores = c.Attr<bool>("softmax_use_float") ? base::DataType::kFloat : type;
  const ir::Shape flat{query[0], MulDims(heads, width)};
  const ir::Shape square{batch, heads, rows, columns};
  const int64_t bits = CountDim(square);
  GE_RETURN_IF_ERROR(c.SetOutput(0, flat, type));
  GE_RETURN_IF_ERROR(
      c.SetOutput(1, {MapDim(bits, [](int64_t count) { return count / 8; })}, base::DataType::kUint8));
  GE_RETURN_IF_ERROR(c.SetOutput(2, {batch, heads, rows, width}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(3, {batch, heads, columns, width}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(4, {batch, heads, columns, width}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(5, square, scores));
  GE_RETURN_IF_ERROR(c.SetOutput(6, square, type));
  return c.SetOutput(7, flat, type);
}

}  // namespace
}  // namespace ge::ops
