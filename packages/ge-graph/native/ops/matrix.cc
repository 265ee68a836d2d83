#include <algorithm>
#include <utility>

#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"Tril", "Triu", "Trilu", "MatrixInverse", "Cholesky", "MatrixBandPart",
                                      "MatrixSetDiag", "MatrixSetDiagV2", "MatrixSetDiagV3",
                                      "MatrixSquareRoot"},
                                     SameAsInput);

base::Status SetLike(ShapeContext& c, const Dims& dims) {
  return c.SetOutput(0, ir::Shape(dims), c.Input(0).type);
}

base::Status CheckMatrices(const ShapeContext& c) {
  if (c.InputShape(0).size() >= 2) return {};
  return c.Error("x ", c.InputShape(0), " has no rows and columns");
}

// The last two dimensions become one number, or the diagonal.
base::Status FoldMatrices(ShapeContext& c, bool keep_diagonal) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetLike(c, x.dims());
  GE_RETURN_IF_ERROR(CheckMatrices(c));
  const int64_t rows = x[x.size() - 2];
  const int64_t columns = x.back();
  Dims dims(x.begin(), x.end() - 2);
  if (keep_diagonal) dims.push_back(MinDims(rows, columns));
  return SetLike(c, dims);
}
GE_SHAPE(MatrixDeterminant) { return FoldMatrices(c, false); }
GE_SHAPE(MatrixDiagPart) { return FoldMatrices(c, true); }

// Vectors become the diagonals of matrices.
GE_SHAPE(MatrixDiag) {
  Dims dims = c.InputShape(0).dims();
  if (dims.empty()) return c.Error("x is a scalar");
  if (!c.InputShape(0).IsUnknownRank()) dims.push_back(dims.back());
  return SetLike(c, dims);
}

// Rows and columns of a matrix whose diagonals are those from `low` to `high`, the longest of this length: as
// many as asked for, or, for -1, as few as fit.
std::pair<int64_t, int64_t> ExtentOf(int64_t length, int64_t low, int64_t high, int64_t rows,
                                     int64_t columns) {
  const int64_t least_rows = AddDims(length, std::max<int64_t>(-high, 0));
  const int64_t least_columns = AddDims(length, std::max<int64_t>(low, 0));
  if (rows >= 0 || columns >= 0) {
    return {rows < 0 ? least_rows : rows, columns < 0 ? least_columns : columns};
  }
  const int64_t square = std::max(least_rows, least_columns);
  return {square, square};
}

GE_SHAPE(MatrixDiagV2) {
  constexpr int64_t kFarthest = int64_t{1} << 40;
  const ir::Shape& diagonal = c.InputShape(0);
  const std::optional<Dims> k = c.KnownInts(1);
  if (diagonal.IsUnknownRank() || !k) return SetLike(c, {ir::kUnknownRank});
  const bool fits = k->size() == 1 || (k->size() == 2 && k->front() <= k->back());
  if (!fits || k->front() < -kFarthest || k->back() > kFarthest) {
    return c.Error("k must be a diagonal, or the first and the last one");
  }
  const size_t own = k->front() == k->back() ? 1 : 2;
  if (diagonal.size() < own)
    return c.Error("diagonal is ", diagonal, ", expected at least ", own, " dimensions");
  const std::optional<int64_t> rows = c.KnownInt(2);
  const std::optional<int64_t> columns = c.KnownInt(3);
  std::pair<int64_t, int64_t> extent(rows.value_or(ir::kUnknownDim), columns.value_or(ir::kUnknownDim));
  if (rows && columns) extent = ExtentOf(diagonal.back(), k->front(), k->back(), *rows, *columns);
  Dims dims(diagonal.begin(), diagonal.end() - own);
  dims.push_back(extent.first);
  dims.push_back(extent.second);
  return SetLike(c, dims);
}

// Twice the dimensions, and half of them.
GE_SHAPE(Diag) {
  Dims dims = c.InputShape(0).dims();
  if (c.InputShape(0).IsUnknownRank()) return SetLike(c, dims);
  const Dims once = dims;
  dims.insert(dims.end(), once.begin(), once.end());
  return SetLike(c, dims);
}
GE_SHAPE(DiagPart) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetLike(c, x.dims());
  if (x.size() % 2 != 0) return c.Error("x ", x, " has an odd number of dimensions");
  return SetLike(c, Dims(x.begin(), x.begin() + x.size() / 2));
}

}  // namespace
}  // namespace ge::ops
