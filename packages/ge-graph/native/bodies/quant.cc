// Quantised tensors: x is about (y - offset) * scale, or in the terms of CANN's operators of that name y is
// round(x * scale + offset). All is computed in float; what does not fit an integer type becomes its ends.

#include <algorithm>
#include <cctype>

#include "bodies/body.h"

namespace ge::bodies {
namespace {

using base::DataType;

constexpr int64_t kInt8 = static_cast<int64_t>(DataType::kInt8);

struct Range {
  DataType type;
  double least;
  double most;
};
constexpr Range kSigned = {DataType::kInt8, -128, 127};
constexpr Range kUnsigned = {DataType::kUint8, 0, 255};

Value Clipped(Body& b, Value x, const Range& range) {
  const Value least = b.Scalar(DataType::kFloat, range.least);
  const Value most = b.Scalar(DataType::kFloat, range.most);
  return b.Cast(b.Op("ClipByValue", {x, least, most}), range.type);
}

// The operator that rounds as the attribute round_mode says; `round` is to the nearest, halves to even.
const char* Rounding(Body& b) {
  static constexpr std::pair<const char*, const char*> kModes[] = {
      {"round", "Rint"}, {"floor", "Floor"}, {"ceil", "Ceil"}, {"trunc", "Trunc"}};
  auto mode = b.Attr<std::string>("round_mode");
  std::transform(mode.begin(), mode.end(), mode.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const auto& [name, type] : kModes) {
    if (mode == name) return type;
  }
  b.Refuse("round_mode must be round, floor, ceil or trunc, given ", mode);
  return "Rint";
}

void TakesInt8Only(Body& b) {
  if (b.Attr<int64_t>("dst_type") != kInt8)
    b.Refuse("dst_type must be ", kInt8, " (int8), given ", b.Attr<int64_t>("dst_type"));
}

// The type of the result, one of the two that the numbers stand for.
DataType ResultType(Body& b, const char* attr, DataType one, DataType other) {
  const DataType type = b.TypeAttr(attr);
  if (type != one && type != other) b.Refuse(attr, " must stand for ", one, " or ", other, ", given ", type);
  return type;
}

Value Scaled(Body& b, Value x, Value scale) {
  const Value once = b.Op("Mul", {x, scale});
  return b.Attr<bool>("sqrt_mode") ? b.Op("Mul", {once, scale}) : once;
}

// Input i, a vector along dimension `axis` of x, as it is broadcast with x; in float.
Value Along(Body& b, int32_t i, int64_t axis) {
  const Value v = b.InFloat(b.Input(i));
  if (b.Rank(i) != 1 || axis == -1 || b.Shape(i).Elements() == 1) return v;
  const int64_t rank = b.Rank(0);
  const int64_t behind = axis < 0 ? -axis - 1 : rank - axis - 1;
  if (behind < 0 || behind >= std::max<int64_t>(rank, 1))
    b.Refuse("x ", b.Shape(0), " has no dimension ", axis);
  Ints shape(static_cast<size_t>(std::max<int64_t>(behind, 0)) + 1, 1);
  shape.front() = -1;
  return b.Op("Reshape", {v, b.Ints(shape)});
}

// CANN, aclnnAscendQuant: y = round(x * scale + offset), in sqrt_mode round(x * scale * scale + offset).
void Quantise(Body& b, Value scale, Value offset) {
  TakesInt8Only(b);
  Value x = Scaled(b, b.InFloat(b.Input(0)), scale);
  if (offset.node != nullptr) x = b.Op("Add", {x, offset});
  b.Output(0, Clipped(b, b.Op(Rounding(b), {x}), kSigned));
}

GE_BODY(AscendQuant) {
  const Value scale = b.Scalar(DataType::kFloat, b.Attr<float>("scale"));
  Quantise(b, scale, b.Scalar(DataType::kFloat, b.Attr<float>("offset")));
}

GE_BODY(AscendQuantV2) {
  const auto axis = b.Attr<int64_t>("axis");
  const Value scale = Along(b, 1, axis);
  Quantise(b, scale, b.HasInput(2) ? Along(b, 2, axis) : Value());
}

// CANN, aclnnAscendAntiQuant: y = (x + offset) * scale, in sqrt_mode (x + offset) * scale * scale.
void Dequantise(Body& b, Value scale, Value offset, DataType type) {
  Value x = b.InFloat(b.Input(0));
  if (offset.node != nullptr) x = b.Op("Add", {x, offset});
  b.Output(0, b.Cast(Scaled(b, x, scale), type));
}

GE_BODY(AscendAntiQuant) {
  b.Takes(0, ir::Holding(DataType::kInt8));
  const DataType type = ResultType(b, "dtype", DataType::kFloat, DataType::kFloat16);
  const Value scale = b.Scalar(DataType::kFloat, b.Attr<float>("scale"));
  Dequantise(b, scale, b.Scalar(DataType::kFloat, b.Attr<float>("offset")), type);
}

GE_BODY(AscendAntiQuantV2) {
  b.Takes(0, ir::Holding(DataType::kInt8));
  const DataType type = ResultType(b, "dst_type", DataType::kFloat16, DataType::kBf16);
  const Value scale = Along(b, 1, -1);
  Dequantise(b, scale, b.HasInput(2) ? Along(b, 2, -1) : Value(), type);
}

// CANN, the operator AscendDequant: y = x * scale, in sqrt_mode x * scale * scale; then Relu when asked for.
GE_BODY(AscendDequant) {
  b.Takes(1, ir::Holding(DataType::kFloat16));
  const DataType type = ResultType(b, "dtype", DataType::kFloat, DataType::kFloat16);
  if (b.Shape(1).Elements() != 1 && b.Rank(0) != 2)
    b.Refuse("deq_scale must hold one element unless x is [rows, channels], given ", b.Shape(1), " for ",
             b.Shape(0));
  const Value y = Scaled(b, b.InFloat(b.Input(0)), b.InFloat(b.Input(1)));
  b.Output(0, b.Cast(b.Attr<bool>("relu_flag") ? b.Op("Relu", {y}) : y, type));
}

// torch.quantize_per_channel, for one scale quantize_per_tensor: y = round(x / scale) + zero_point.
GE_BODY(Quantize) {
  const auto type = b.Attr<std::string>("dtype");
  if (type != "torch.qint8" && type != "torch.quint8")
    b.Refuse("dtype must be torch.qint8 or torch.quint8, given ", type);
  const auto axis = b.Attr<int64_t>("axis");
  Value y = b.Op("Rint", {b.Op("RealDiv", {b.InFloat(b.Input(0)), Along(b, 1, axis)})});
  if (b.HasInput(2)) y = b.Op("Add", {y, Along(b, 2, axis)});
  b.Output(0, Clipped(b, y, type == "torch.qint8" ? kSigned : kUnsigned));
}

// x by its smooth_scales, where there are some.
Value Smoothed(Body& b) {
  if (b.HasInput(2)) b.Refuse("group_index is not taken");
  TakesInt8Only(b);
  const Value x = b.InFloat(b.Input(0));
  return b.HasInput(1) ? b.Op("Mul", {x, b.InFloat(b.Input(1))}) : x;
}

Value OfRows(Body& b, const char* reduction, Value x) {
  return b.Op(reduction, {x}, {{"axes", Ints{-1}}, {"keep_dims", true}});
}
Value WithoutLast(Body& b, Value x) { return b.Op("Squeeze", {x}, {{"axis", Ints{-1}}}); }

// CANN, aclnnDynamicQuant: scale = max(|x|) / 127 of each row, y = round(x / scale). A row of zeros gives
// zeros.
GE_BODY(DynamicQuant) {
  const Value x = Smoothed(b);
  const Value largest = OfRows(b, "ReduceMaxD", b.Op("Abs", {x}));
  const Value scale = b.Op("RealDiv", {largest, b.Scalar(DataType::kFloat, kSigned.most)});
  b.Output(0, Clipped(b, b.Op("Rint", {b.Op("DivNoNan", {x, scale})}), kSigned));
  b.Output(1, WithoutLast(b, scale));
}

// CANN, aclnnDynamicQuantV2: scale = (max(x) - min(x)) / 255, offset = 127 - max(x) / scale of each row,
// y = round(x / scale + offset).
GE_BODY(DynamicQuantV2) {
  if (b.Attr<bool>("is_symmetrical")) b.Refuse("is_symmetrical must be false");
  const auto mode = b.Attr<std::string>("quant_mode");
  if (mode != "pertoken") b.Refuse("quant_mode must be pertoken, given ", mode);
  const Value x = Smoothed(b);
  const Value largest = OfRows(b, "ReduceMaxD", x);
  const Value range = b.Op("Sub", {largest, OfRows(b, "ReduceMinD", x)});
  const Value scale = b.Op("RealDiv", {range, b.Scalar(DataType::kFloat, kSigned.most - kSigned.least)});
  const Value most = b.Scalar(DataType::kFloat, kSigned.most);
  const Value offset = b.Op("Sub", {most, b.Op("DivNoNan", {largest, scale})});
  const Value y = b.Op("Add", {b.Op("DivNoNan", {x, scale}), offset});
  b.Output(0, Clipped(b, b.Op("Rint", {y}), kSigned));
  b.Output(1, WithoutLast(b, scale));
  b.Output(2, WithoutLast(b, offset));
}

}  // namespace
}  // namespace ge::bodies
