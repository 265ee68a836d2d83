#include <algorithm>
#include <cmath>
#include <cstring>

#include "compute/cast.h"
#include "compute/element.h"
#include "compute/parallel.h"
#include "compute/simd.h"
#include "kernels/attr.h"
#include "kernels/integers.h"
#include "kernels/move.h"
#include "kernels/refuse.h"
#include "kernels/resample.h"
#include "kernels/view.h"

namespace ge::cpu::kernels {

namespace {

// --- nearest: elements of any type are moved

// By axis and position of the result: the position in x.
using Positions = std::vector<std::vector<int64_t>>;

template <typename Word>
void PickRow(const std::vector<int64_t>& positions, const Word* x, Word* y) {
  const auto count = static_cast<int64_t>(positions.size());
  const int64_t* from = positions.data();
  Vectorised([=] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) y[i] = x[from[i]];
  });
}

template <typename Word>
void PickElements(const Positions& positions, const ir::Shape& x_shape, const Word* x, Word* y) {
  const std::vector<int64_t> strides = RowMajorStrides(x_shape);
  const auto width = static_cast<int64_t>(positions.back().size());
  int64_t rows = 1;
  for (size_t axis = 0; axis + 1 < positions.size(); ++axis)
    rows *= static_cast<int64_t>(positions[axis].size());
  ParallelFor(rows, 16384 / std::max<int64_t>(width, 1) + 1, [&](int64_t begin, int64_t end) {
    int64_t last = -1;
    for (int64_t row = begin; row < end; ++row) {
      int64_t offset = 0;
      int64_t left = row;
      for (size_t axis = positions.size() - 1; axis-- > 0;) {
        const auto count = static_cast<int64_t>(positions[axis].size());
        offset += positions[axis][static_cast<size_t>(left % count)] * strides[axis];
        left /= count;
      }
      // Enlarging, neighbouring rows are mostly the same.
      if (offset == last) {
        std::copy_n(y + (row - 1) * width, width, y + row * width);
      } else {
        PickRow(positions.back(), x + offset, y + row * width);
      }
      last = offset;
    }
  });
}

base::Status Pick(RunContext& c, const Positions& positions) {
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  if (y.desc.shape.Elements() == 0) return {};
  const bool known = VisitWord(base::DataTypeBits(x.desc.type), [&](auto word) {
    using Word = typename decltype(word)::type;
    PickElements(positions, x.desc.shape, x.elements<Word>(), MutableElements<Word>(y));
  });
  return known ? base::Status() : RefuseType(c, 0);
}

// --- weighted: computed in float, axis by axis

base::Status Resample(RunContext& c, const std::vector<AxisTaps>& axes, float outside) {
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  if (y.desc.shape.Elements() == 0) return {};
  std::vector<float> current(static_cast<size_t>(x.desc.shape.Elements()));
  if (!CastElements(x.desc.type, x.elements<void>(), base::DataType::kFloat, current.data(),
                    x.desc.shape.Elements())) {
    return RefuseType(c, 0);
  }
  std::vector<int64_t> dims = x.desc.shape.dims();
  for (size_t axis = axes.size(); axis-- > 0;) {
    if (axes[axis].taps == 0) continue;
    const ir::Shape shape(dims);
    const int64_t outer = ElementsBetween(shape, 0, axis);
    const int64_t inner = ElementsBetween(shape, axis + 1, dims.size());
    std::vector<float> next(static_cast<size_t>(outer * axes[axis].output * inner));
    ResampleAxis(axes[axis], current.data(), next.data(), outer, inner, outside);
    current.swap(next);
    dims[axis] = axes[axis].output;
  }
  if (CastElements(base::DataType::kFloat, current.data(), y.desc.type, MutableElements<void>(y),
                   y.desc.shape.Elements())) {
    return {};
  }
  return Refuse(c, "the result cannot be ", y.desc.type);
}

// --- images, whose size is an input

struct ImageResize {
  size_t height = 2;  // the first of the two axes
  bool align_corners = false;
  bool half_pixels = false;
  float scales[2] = {0, 0};  // 0: the quotient of the sizes
};

base::Result<ImageResize> ImageResizeOf(RunContext& c) {
  const ir::TensorDesc& x = c.Input(0).desc;
  if (x.shape.size() != 4) return Refuse(c, "x must have 4 dimensions, given ", x.shape);
  if (x.shape.Elements() == 0 && c.Output(0).desc.shape.Elements() != 0)
    return Refuse(c, "x has no elements: ", x.shape);
  ImageResize resize;
  resize.height = base::PrimaryFormat(x.format) == base::Format::kNhwc ? 1 : 2;
  GE_ASSIGN_OR_RETURN(resize.align_corners, AttrOf<bool>(c, "align_corners"));
  GE_ASSIGN_OR_RETURN(resize.half_pixels, AttrOf<bool>(c, "half_pixel_centers"));
  const auto* scales = c.Attr<std::vector<float>>("scales");
  if (scales != nullptr && scales->size() == 2) std::copy_n(scales->data(), 2, resize.scales);
  return resize;
}

// Whole numbers throughout, where no scale is given: the place never falls on the wrong side of a position.
int64_t NearestPosition(const ImageResize& resize, float scale, int64_t at, int64_t input, int64_t output) {
  int64_t position = 0;
  if (resize.align_corners) {
    position = output == 1 ? 0 : (2 * at * (input - 1) + output - 1) / (2 * (output - 1));
  } else if (scale > 0) {
    const float place = (static_cast<float>(at) + (resize.half_pixels ? 0.5F : 0.0F)) / scale;
    position = static_cast<int64_t>(std::floor(place));
  } else {
    position = resize.half_pixels ? (2 * at + 1) * input / (2 * output) : at * input / output;
  }
  return std::min(position, input - 1);
}

Coordinates CoordinatesOf(const ImageResize& resize) {
  if (resize.align_corners) return Coordinates::kAlignCorners;
  return resize.half_pixels ? Coordinates::kHalfPixel : Coordinates::kAsymmetric;
}

// --- ONNX's Resize

base::Result<Coordinates> CoordinatesNamed(const RunContext& c) {
  GE_ASSIGN_OR_RETURN(const std::string name, AttrOf<std::string>(c, "coordinate_transformation_mode"));
  if (name == "half_pixel") return Coordinates::kHalfPixel;
  if (name == "half_pixel_symmetric") return Coordinates::kHalfPixelSymmetric;
  if (name == "pytorch_half_pixel") return Coordinates::kPytorchHalfPixel;
  if (name == "align_corners") return Coordinates::kAlignCorners;
  if (name == "asymmetric") return Coordinates::kAsymmetric;
  if (name == "tf_crop_and_resize") return Coordinates::kCropAndResize;
  return Refuse(c, "coordinate_transformation_mode \"", name, "\" is not known");
}

base::Result<Rounding> RoundingNamed(const RunContext& c) {
  GE_ASSIGN_OR_RETURN(const std::string name, AttrOf<std::string>(c, "nearest_mode"));
  if (name == "floor") return Rounding::kFloor;
  if (name == "ceil") return Rounding::kCeil;
  if (name == "round_prefer_floor") return Rounding::kPreferFloor;
  if (name == "round_prefer_ceil") return Rounding::kPreferCeil;
  return Refuse(c, "nearest_mode \"", name, "\" is not known");
}

// The floats of an optional input; empty when it is not connected or has none.
base::Result<std::vector<float>> Floats(const RunContext& c, int32_t i) {
  std::vector<float> values;
  if (!c.HasInput(i)) return values;
  const ir::Tensor& tensor = c.Input(i);
  values.resize(static_cast<size_t>(tensor.desc.shape.Elements()));
  const bool known = CastElements(tensor.desc.type, tensor.elements<void>(), base::DataType::kFloat,
                                  values.data(), tensor.desc.shape.Elements());
  if (!known) return RefuseType(c, i);
  return values;
}

base::Result<std::vector<AxisScale>> AxisScales(RunContext& c) {
  const ir::Shape& x = c.Input(0).desc.shape;
  const ir::Shape& y = c.Output(0).desc.shape;
  GE_ASSIGN_OR_RETURN(const std::vector<float> roi, Floats(c, 1));
  GE_ASSIGN_OR_RETURN(const std::vector<float> scales, Floats(c, 2));
  const bool by_scale = !c.HasInput(3) || c.Input(3).desc.shape.Elements() == 0;
  if (by_scale && scales.size() != x.size()) {
    return Refuse(c, "scales must have ", x.size(), " elements for x of shape ", x, ", given ",
                  scales.size());
  }
  std::vector<AxisScale> axes;
  for (size_t i = 0; i < x.size(); ++i) {
    AxisScale axis;
    axis.input = x[i];
    axis.output = y[i];
    axis.scale = by_scale ? scales[i] : static_cast<float>(y[i]) / static_cast<float>(x[i]);
    if (axis.input == 0 && axis.output != 0) return Refuse(c, "x has no elements: ", x);
    if (roi.size() == 2 * x.size()) {
      axis.roi_begin = roi[i];
      axis.roi_end = roi[x.size() + i];
    }
    axes.push_back(axis);
  }
  return axes;
}

// An axis that stays as it is.
bool Stays(Coordinates coordinates, const AxisScale& axis) {
  if (coordinates == Coordinates::kCropAndResize && (axis.roi_begin != 0 || axis.roi_end != 1)) return false;
  return axis.input == axis.output && axis.scale == 1;
}

base::Result<AxisTaps> TapsFor(const RunContext& c, const std::string& mode, Coordinates coordinates,
                               const AxisScale& axis) {
  if (mode == "linear") return LinearTaps(coordinates, axis);
  if (mode == "cubic") {
    const bool exclude = IntegerAttr(c.node(), "exclude_outside", 0) != 0;
    GE_ASSIGN_OR_RETURN(const float a, AttrOf<float>(c, "cubic_coeff_a"));
    return CubicTaps(coordinates, a, exclude, axis);
  }
  if (mode != "nearest") return Refuse(c, "mode must be nearest, linear or cubic, given \"", mode, "\"");
  GE_ASSIGN_OR_RETURN(const Rounding rounding, RoundingNamed(c));
  return NearestTaps(coordinates, rounding, axis);
}

}  // namespace

GE_KERNEL(ResizeNearestNeighborV2, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const ImageResize resize, ImageResizeOf(c));
  const ir::Shape& x = c.Input(0).desc.shape;
  const ir::Shape& y = c.Output(0).desc.shape;
  Positions positions(4);
  for (size_t axis = 0; axis < 4; ++axis) {
    const bool spatial = axis == resize.height || axis == resize.height + 1;
    for (int64_t i = 0; i < y[axis]; ++i) {
      positions[axis].push_back(
          spatial ? NearestPosition(resize, resize.scales[axis - resize.height], i, x[axis], y[axis]) : i);
    }
  }
  return Pick(c, positions);
}

GE_KERNEL(ResizeBilinearV2, kNumbers) {
  GE_ASSIGN_OR_RETURN(const ImageResize resize, ImageResizeOf(c));
  const ir::Shape& x = c.Input(0).desc.shape;
  const ir::Shape& y = c.Output(0).desc.shape;
  std::vector<AxisTaps> axes(4);
  for (AxisTaps& axis : axes) axis.taps = 0;
  for (size_t i = 0; i < 2; ++i) {
    AxisScale axis;
    axis.input = x[resize.height + i];
    axis.output = y[resize.height + i];
    const float scale = static_cast<float>(axis.output) / static_cast<float>(axis.input);
    axis.scale = resize.scales[i] > 0 ? resize.scales[i] : scale;
    axes[resize.height + i] = LinearTaps(CoordinatesOf(resize), axis);
  }
  return Resample(c, axes, 0);
}

GE_KERNEL(Resize, kNumbers) {
  GE_ASSIGN_OR_RETURN(const Coordinates coordinates, CoordinatesNamed(c));
  GE_ASSIGN_OR_RETURN(const std::vector<AxisScale> scales, AxisScales(c));
  GE_ASSIGN_OR_RETURN(const std::string mode, AttrOf<std::string>(c, "mode"));
  GE_ASSIGN_OR_RETURN(const float outside, AttrOf<float>(c, "extrapolation_value"));
  std::vector<AxisTaps> axes;
  for (const AxisScale& axis : scales) {
    axes.emplace_back();
    axes.back().taps = 0;
    if (Stays(coordinates, axis)) continue;
    GE_ASSIGN_OR_RETURN(axes.back(), TapsFor(c, mode, coordinates, axis));
  }
  if (mode != "nearest" || coordinates == Coordinates::kCropAndResize) {
    return Resample(c, axes, outside);
  }
  Positions positions;
  for (size_t i = 0; i < axes.size(); ++i) {
    positions.push_back(std::move(axes[i].positions));
    for (int64_t at = 0; axes[i].taps == 0 && at < scales[i].output; ++at) positions.back().push_back(at);
  }
  return positions.empty() ? Resample(c, axes, 0) : Pick(c, positions);
}

}  // namespace ge::cpu::kernels
