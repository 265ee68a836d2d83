#include <cmath>

#include "ops/dims.h"

namespace ge::ops {
namespace {

// Height and width of an image of any of the two layouts; NCHW unless its format says otherwise.
base::Status SetImage(ShapeContext& c, const IntList& size, base::DataType type) {
  const bool last = base::PrimaryFormat(c.Input(0).format) == base::Format::kNhwc;
  ir::Shape shape = c.InputShape(0).IsUnknownRank() ? UnknownDims(4) : c.InputShape(0);
  if (shape.size() != 4) return c.Error("x is ", shape, ", expected 4 dimensions");
  if (size.size() != 2) return c.Error("size has ", size.size(), " entries, expected 2");
  for (size_t i = 0; i < 2; ++i) {
    if (size.Knows(i) && size[i] < 0) return c.Error("size asks for a dimension of ", size[i]);
    shape.Set((last ? 1 : 2) + i, size.Dim(i));
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, std::move(shape), type));
  return c.SetFormat(0, c.Input(0).format);
}

base::Status SetImageByInput(ShapeContext& c, base::DataType type) {
  const std::optional<IntList> size = IntsOrUnknown(c, 1);
  return SetImage(c, size ? *size : IntList(Value(2)), type);
}

base::Status SameType(ShapeContext& c) { return SetImageByInput(c, c.Input(0).type); }
const ShapeRegistration kSameType({"ResizeNearestNeighborV2", "ResizeBicubicV2"}, SameType);

base::Status TypeByAttr(ShapeContext& c) { return SetImageByInput(c, c.Attr<base::DataType>("dtype")); }
const ShapeRegistration kTypeByAttr({"ResizeBilinearV2", "ResizeBicubic"}, TypeByAttr);

base::Status SizeByAttr(ShapeContext& c) { return SetImage(c, IntList(c.IntsAttr("size")), c.Input(0).type); }
const ShapeRegistration kSizeByAttr({"ResizeNearestNeighborV2D", "ResizeBilinearV2D"}, SizeByAttr);

// ONNX's: every dimension has a size, or a scale; scaled dimensions are rounded down.
base::Status SetResized(ShapeContext& c, const Dims& dims) {
  return c.SetOutput(0, ir::Shape(dims), c.Input(0).type);
}

base::Status ScaleEach(ShapeContext& c, const std::vector<double>& scales) {
  Dims dims = c.InputShape(0).dims();
  if (scales.size() != dims.size()) {
    return c.Error("has ", scales.size(), " scales for the ", dims.size(), " dimensions of x ",
                   c.InputShape(0));
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!(scales[i] > 0)) return c.Error("a scale is ", scales[i]);
    dims[i] = MapDim(dims[i], [scale = static_cast<float>(scales[i])](int64_t dim) {
      const float scaled = static_cast<float>(dim) * scale;
      return scaled < 9.0e15F ? static_cast<int64_t>(std::floor(scaled)) : ir::kUnknownDim;
    });
  }
  return SetResized(c, dims);
}

GE_SHAPE(Resize) {
  const ir::Shape& x = c.InputShape(0);
  if (c.HasInput(3)) {
    GE_ASSIGN_OR_RETURN(const ir::Shape sizes, ShapeFromInput(c, 3));
    if (!x.IsUnknownRank() && !sizes.IsUnknownRank() && sizes.size() != x.size()) {
      return c.Error("has ", sizes.size(), " sizes for the ", x.size(), " dimensions of x ", x);
    }
    return SetResized(c, sizes.dims());
  }
  if (!c.HasInput(2)) return c.Error("has neither sizes nor scales");
  const std::optional<std::vector<double>> scales = c.KnownReals(2);
  if (x.IsUnknownRank()) return SetResized(c, x.dims());
  return scales ? ScaleEach(c, *scales) : SetResized(c, Dims(x.size(), ir::kUnknownDim));
}

}  // namespace
}  // namespace ge::ops
