#include "ops/matmul_shape.h"

#include <utility>

#include "ops/broadcast.h"

namespace ge::ops {
namespace {

// A matrix, or a vector as a row or a column of one, with what stands in front of it.
struct Batched {
  ir::Shape batch;
  int64_t rows = 0;
  int64_t columns = 0;
  bool vector = false;
};

Batched SplitBatch(const ir::Shape& x, bool transposed, bool row) {
  if (x.size() == 1) return row ? Batched{{}, 1, x[0], true} : Batched{{}, x[0], 1, true};
  Batched split{ir::Shape(x.begin(), x.size() - 2), x[x.size() - 2], x[x.size() - 1], false};
  if (transposed) std::swap(split.rows, split.columns);
  return split;
}

}  // namespace

base::Status InnerDiffers(const ShapeContext& c) {
  return c.Error("inner sizes differ: ", c.InputName(0), " is ", c.InputShape(0), ", ", c.InputName(1),
                 " is ", c.InputShape(1));
}

base::Result<ir::Shape> BatchProductShape(const ShapeContext& c, bool transpose_x1, bool transpose_x2) {
  const ir::Shape& x1 = c.InputShape(0);
  const ir::Shape& x2 = c.InputShape(1);
  if (x1.IsUnknownRank() || x2.IsUnknownRank()) return ir::Shape::UnknownRank();
  if (x1.empty()) return c.Error(c.InputName(0), " is a scalar");
  if (x2.empty()) return c.Error(c.InputName(1), " is a scalar");
  const Batched a = SplitBatch(x1, transpose_x1, true);
  const Batched b = SplitBatch(x2, transpose_x2, false);
  if (Differ(a.columns, b.rows)) return InnerDiffers(c);
  const std::optional<ir::Shape> batch = BroadcastShapes(a.batch, b.batch);
  if (!batch) {
    return c.Error("batches do not broadcast: ", c.InputName(0), " is ", x1, ", ", c.InputName(1), " is ",
                   x2);
  }
  Dims dims = batch->dims();
  if (!a.vector) dims.push_back(a.rows);
  if (!b.vector) dims.push_back(b.columns);
  return ir::Shape(dims);
}

}  // namespace ge::ops
