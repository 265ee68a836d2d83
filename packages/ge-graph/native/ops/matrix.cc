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
  if (keep_diagonal) dims.push_back(rows < 0 || columns < 0 ? ir::kUnknownDim : std::min(rows, columns));
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
