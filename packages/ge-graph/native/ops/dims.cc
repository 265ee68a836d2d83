#include "ops/dims.h"

namespace ge::ops {
namespace {

// Of two ends of ranges: what does not fit is open.
int64_t Sum(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? ir::DimRange::kOpen : sum;
}

int64_t Product(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? ir::DimRange::kOpen : product;
}

}  // namespace

base::Result<size_t> AxisOf(const ShapeContext& c, int64_t axis, size_t rank) {
  const auto count = static_cast<int64_t>(rank);
  if (axis >= -count && axis < count) return static_cast<size_t>(axis < 0 ? axis + count : axis);
  return c.Error("axis ", axis, " is not one of ", rank, " dimensions");
}

base::Result<std::vector<bool>> MarkAxes(const ShapeContext& c, const Dims& axes, size_t rank) {
  std::vector<bool> marked(rank);
  for (const int64_t given : axes) {
    GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, given, rank));
    if (marked[axis]) return c.Error("axis ", given, " comes twice");
    marked[axis] = true;
  }
  return marked;
}

std::optional<IntList> IntsOrUnknown(const ShapeContext& c, int32_t i) {
  std::optional<IntList> ints = c.Ints(i);
  if (ints) return ints;
  const int64_t count = c.InputShape(i).Elements();
  if (!c.HasInput(i) || count < 0 || count > kMaxValueElements) return std::nullopt;
  return IntList(Value(static_cast<size_t>(count)));
}

base::Result<ir::Shape> ShapeFromInput(const ShapeContext& c, int32_t i) {
  const std::optional<IntList> ints = IntsOrUnknown(c, i);
  if (!ints) return ir::Shape::UnknownRank();
  Dims dims(ints->size());
  for (size_t k = 0; k < dims.size(); ++k) {
    dims[k] = ints->Dim(k);
    if (ints->Knows(k) && dims[k] < 0) return c.Error(c.InputName(i), " asks for a dimension of ", dims[k]);
  }
  return ir::Shape(dims);
}

base::Status CheckDims(const ShapeContext& c, const Dims& dims) {
  const auto wrong = std::find_if(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; });
  if (wrong == dims.end()) return {};
  return c.Error("asks for a dimension of ", *wrong);
}

ir::Shape UnknownDims(size_t rank) { return ir::Shape(Dims(rank, ir::kUnknownDim)); }

base::Result<ir::Shape> ShapeOfRank(const ShapeContext& c, int32_t i, size_t rank) {
  const ir::Shape& shape = c.InputShape(i);
  if (shape.IsUnknownRank()) return UnknownDims(rank);
  if (shape.size() == rank) return shape;
  return c.Error(c.InputName(i), " is ", shape, ", expected ", rank, " dimensions");
}

int64_t AddDims(int64_t a, int64_t b) {
  const ir::DimRange x = ir::RangeOf(a);
  const ir::DimRange y = ir::RangeOf(b);
  const int64_t max = Sum(x.max, y.max);
  if (a >= 0 && b >= 0) return max == ir::DimRange::kOpen ? ir::kUnknownDim : max;
  return ir::DimOf({Sum(x.min, y.min), max});
}

int64_t MulDims(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  const ir::DimRange x = ir::RangeOf(a);
  const ir::DimRange y = ir::RangeOf(b);
  const int64_t max = Product(x.max, y.max);
  if (a >= 0 && b >= 0) return max == ir::DimRange::kOpen ? ir::kUnknownDim : max;
  return ir::DimOf({Product(x.min, y.min), max});
}

int64_t DivideDims(int64_t a, int64_t by) {
  const ir::DimRange x = ir::RangeOf(a);
  const ir::DimRange y = ir::RangeOf(by);
  const int64_t least = std::max<int64_t>(y.min, 1);
  const int64_t max = x.max == ir::DimRange::kOpen ? x.max : x.max / least;
  const int64_t min =
      y.max == ir::DimRange::kOpen ? (x.min > 0 ? 1 : 0) : x.min / y.max + (x.min % y.max != 0 ? 1 : 0);
  return ir::DimOf({std::min(min, max), max});
}

int64_t MinDims(int64_t a, int64_t b) {
  const ir::DimRange x = ir::RangeOf(a);
  const ir::DimRange y = ir::RangeOf(b);
  return ir::DimOf({std::min(x.min, y.min), std::min(x.max, y.max)});
}

int64_t UpToDim(int64_t dim) { return ir::DimOf({0, ir::RangeOf(dim).max}); }

int64_t CountDim(const ir::Shape& shape) {
  if (shape.IsUnknownRank()) return ir::kUnknownDim;
  int64_t count = 1;
  for (const int64_t dim : shape) count = MulDims(count, dim);
  return count;
}

bool Differ(int64_t a, int64_t b) {
  const ir::DimRange x = ir::RangeOf(a);
  const ir::DimRange y = ir::RangeOf(b);
  return x.max < y.min || y.max < x.min;
}

int64_t MeetDims(int64_t a, int64_t b) {
  const ir::DimRange x = ir::RangeOf(a);
  const ir::DimRange y = ir::RangeOf(b);
  return ir::DimOf({std::max(x.min, y.min), std::min(x.max, y.max)});
}

int64_t JoinDims(int64_t a, int64_t b) {
  const ir::DimRange x = ir::RangeOf(a);
  const ir::DimRange y = ir::RangeOf(b);
  return ir::DimOf({std::min(x.min, y.min), std::max(x.max, y.max)});
}

base::Result<base::DataType> TypeAttr(const ShapeContext& c, base::Name name) {
  const auto type = static_cast<base::DataType>(c.Attr<int64_t>(name));
  if (base::FindDataType(type) != nullptr) return type;
  return c.Error(name, " ", static_cast<int64_t>(type), " is not a data type");
}

}  // namespace ge::ops
