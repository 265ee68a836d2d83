#include <algorithm>

#include "ops/dims.h"
#include "ops/strided.h"
#include "ops/value_rule.h"

namespace ge::ops {
namespace {

base::Status SetMoved(ShapeContext& c, ir::Shape shape) {
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

base::Status Permuted(ShapeContext& c, const Dims& perm) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetMoved(c, UnknownDims(perm.size()));
  if (perm.size() != x.size()) return c.Error("perm has ", perm.size(), " entries, x is ", x);
  GE_RETURN_IF_ERROR(MarkAxes(c, perm, x.size()).status());
  Dims dims;
  for (const int64_t axis : perm) dims.push_back(x[axis < 0 ? axis + x.size() : axis]);
  return SetMoved(c, ir::Shape(dims));
}

GE_SHAPE(Transpose) {
  const std::optional<Dims> perm = c.KnownInts(1);
  if (perm) return Permuted(c, *perm);
  const ir::Shape& x = c.InputShape(0);
  return SetMoved(c, x.IsUnknownRank() ? x : UnknownDims(x.size()));
}
GE_SHAPE(TransposeD) { return Permuted(c, c.IntsAttr("perm")); }
GE_SHAPE(Permute) { return Permuted(c, c.IntsAttr("order")); }
base::Status SameShape(ShapeContext& c) { return c.SetOutput(0, c.Input(0)); }
const ShapeRegistration kSameShape({"InvertPermutation", "ShuffleChannel"}, SameShape);

// --- positions and columns

// Where each pixel of an image [n, c, h, w] comes from, or of a volume [n, c, d, h, w].
GE_SHAPE(AffineGrid) {
  GE_ASSIGN_OR_RETURN(const ir::Shape size, ShapeFromInput(c, 1));
  if (size.IsUnknownRank()) return SetMoved(c, size);
  if (size.size() != 4 && size.size() != 5) return c.Error("output_size has ", size.size(), " entries");
  Dims dims = {size[0]};
  dims.insert(dims.end(), size.begin() + 2, size.end());
  dims.push_back(static_cast<int64_t>(size.size()) - 2);
  return SetMoved(c, ir::Shape(dims));
}

// x [n, channels * kernel, places] back to images.
GE_SHAPE(Col2ImV2) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 3));
  GE_ASSIGN_OR_RETURN(const ir::Shape size, ShapeFromInput(c, 1));
  const std::optional<Dims> kernel = c.KnownInts(2);
  int64_t window = kernel ? 1 : ir::kUnknownDim;
  for (const int64_t dim : kernel.value_or(Dims())) window = MulDims(window, dim);
  if (window == 0 || (window > 0 && x[1] >= 0 && x[1] % window != 0)) {
    return c.Error("x ", x, " has no columns of windows of ", window);
  }
  if (size.IsUnknownRank()) return SetMoved(c, size);
  Dims dims = {x[0], DivideDims(x[1], window)};
  dims.insert(dims.end(), size.begin(), size.end());
  return SetMoved(c, ir::Shape(dims));
}

// x [n, channels, kernel, places] back to images.
GE_SHAPE(Col2im) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 4));
  GE_ASSIGN_OR_RETURN(const ir::Shape size, ShapeFromInput(c, 1));
  if (size.IsUnknownRank()) return SetMoved(c, {x[0], x[1], ir::kUnknownDim, ir::kUnknownDim});
  if (size.size() != 2) return c.Error("output_size has ", size.size(), " entries, expected 2");
  return SetMoved(c, {x[0], x[1], size[0], size[1]});
}

// The device chooses how the bytes are laid out.
GE_SHAPE(TransArgb) { return c.SetOutput(0, ir::Shape::UnknownRank(), base::DataType::kInt16); }

// --- blocks of the image into channels, and back

constexpr int64_t kMaxBlock = 1 << 15;

struct ImageAxes {
  size_t channel;
  size_t height;
  size_t width;
};

base::Result<ImageAxes> ImageOf(const ShapeContext& c) {
  if (c.InputShape(0).size() != 4) return c.Error("x ", c.InputShape(0), " has not four dimensions");
  const int64_t block = c.Attr<int64_t>("block_size");
  if (block < 1 || block > kMaxBlock) return c.Error("block_size is ", block);
  return c.Attr<std::string>("data_format") == "NCHW" ? ImageAxes{1, 2, 3} : ImageAxes{3, 1, 2};
}

base::Result<int64_t> Divided(const ShapeContext& c, int64_t dim, int64_t by) {
  if (dim < 0 || dim % by == 0) return DivideDims(dim, by);
  return c.Error("dimension ", dim, " of x ", c.InputShape(0), " is no multiple of ", by);
}

GE_SHAPE(DepthToSpace) {
  if (c.InputShape(0).IsUnknownRank()) return SetMoved(c, UnknownDims(4));
  GE_ASSIGN_OR_RETURN(const ImageAxes axes, ImageOf(c));
  const int64_t block = c.Attr<int64_t>("block_size");
  ir::Shape shape = c.InputShape(0);
  GE_ASSIGN_OR_RETURN(const int64_t channels, Divided(c, shape[axes.channel], block * block));
  shape.Set(axes.channel, channels);
  shape.Set(axes.height, MulDims(shape[axes.height], block));
  shape.Set(axes.width, MulDims(shape[axes.width], block));
  return SetMoved(c, std::move(shape));
}

GE_SHAPE(SpaceToDepth) {
  if (c.InputShape(0).IsUnknownRank()) return SetMoved(c, UnknownDims(4));
  GE_ASSIGN_OR_RETURN(const ImageAxes axes, ImageOf(c));
  const int64_t block = c.Attr<int64_t>("block_size");
  ir::Shape shape = c.InputShape(0);
  GE_ASSIGN_OR_RETURN(const int64_t height, Divided(c, shape[axes.height], block));
  GE_ASSIGN_OR_RETURN(const int64_t width, Divided(c, shape[axes.width], block));
  shape.Set(axes.channel, MulDims(shape[axes.channel], block * block));
  shape.Set(axes.height, height);
  shape.Set(axes.width, width);
  return SetMoved(c, std::move(shape));
}

// --- values

void TakePermuted(ValueContext& c, const Dims& perm) {
  const Value* x = c.InputValue(0);
  if (x == nullptr) return;
  const ir::Shape& shape = c.Input(0).shape;
  StridedView view;
  for (const int64_t axis : perm) {
    const auto from = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
    view.dims.push_back({shape[from], 0, 1, from});
  }
  c.Set(0, TakeView(*x, shape, view));
}

GE_VALUE(Transpose) {
  const std::optional<IntList> perm = c.Ints(1);
  if (perm && perm->AllKnown()) TakePermuted(c, perm->values());
}
GE_VALUE(TransposeD) { TakePermuted(c, c.Attr<Dims>("perm")); }

}  // namespace
}  // namespace ge::ops
