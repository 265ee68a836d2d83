#include "kernels/matmul_shape.h"

#include <algorithm>

#include "kernels/integers.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

struct Matrices {
  std::vector<int64_t> batch;
  int64_t rows = 1;
  int64_t columns = 1;
};

Matrices Split(const ir::Shape& shape, bool transposed, bool row) {
  if (shape.size() == 1) return row ? Matrices{{}, 1, shape[0]} : Matrices{{}, shape[0], 1};
  const size_t rank = shape.size();
  Matrices matrices = {{shape.begin(), shape.end() - 2}, shape[rank - 2], shape[rank - 1]};
  if (transposed) std::swap(matrices.rows, matrices.columns);
  return matrices;
}

// The batch to which both stretch; empty optional-like failure is told by false.
bool Stretch(std::vector<int64_t>& a, std::vector<int64_t>& b, std::vector<int64_t>& y) {
  const size_t rank = std::max(a.size(), b.size());
  a.insert(a.begin(), rank - a.size(), 1);
  b.insert(b.begin(), rank - b.size(), 1);
  for (size_t i = 0; i < rank; ++i) {
    if (a[i] != b[i] && a[i] != 1 && b[i] != 1) return false;
    y.push_back(a[i] == 1 ? b[i] : a[i]);
  }
  return true;
}

// One matrix b serves all rows of a: its batch becomes rows. Equal batches become one dimension.
void Simplify(onednn::MatmulShape& shape) {
  const auto is_one = [](int64_t dim) { return dim == 1; };
  const bool single_b = std::all_of(shape.b_batch.begin(), shape.b_batch.end(), is_one);
  int64_t matrices = 1;
  for (const int64_t dim : shape.y_batch) matrices *= dim;
  if (single_b && (!shape.transpose_a || matrices == 1)) {
    shape.rows *= matrices;
    shape.a_batch = shape.b_batch = shape.y_batch = {};
  } else if (shape.a_batch == shape.b_batch) {
    shape.a_batch = shape.b_batch = shape.y_batch = {matrices};
  }
}

}  // namespace

base::Result<onednn::MatmulShape> MatmulShapeOf(const RunContext& c, bool transpose_a, bool transpose_b) {
  const ir::Shape& a_shape = c.Input(0).desc.shape;
  const ir::Shape& b_shape = c.Input(1).desc.shape;
  if (a_shape.empty() || b_shape.empty()) {
    return Refuse(c, "both inputs must have dimensions, given ", a_shape, " and ", b_shape);
  }
  Matrices a = Split(a_shape, transpose_a, true);
  Matrices b = Split(b_shape, transpose_b, false);
  onednn::MatmulShape shape;
  if (a.columns != b.rows || !Stretch(a.batch, b.batch, shape.y_batch)) {
    return Refuse(c, "the inputs cannot be multiplied: ", c.node().InputName(0), " is ", a_shape, ", ",
                  c.node().InputName(1), " is ", b_shape);
  }
  shape.a_batch = std::move(a.batch);
  shape.b_batch = std::move(b.batch);
  shape.rows = a.rows;
  shape.inner = a.columns;
  shape.columns = b.columns;
  shape.transpose_a = transpose_a && a_shape.size() > 1;
  shape.transpose_b = transpose_b && b_shape.size() > 1;
  Simplify(shape);
  return shape;
}

}  // namespace ge::cpu::kernels
