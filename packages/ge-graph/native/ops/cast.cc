#include <cmath>

#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

GE_SHAPE(Cast) {
  const int64_t type = c.Attr<int64_t>("dst_type");
  if (base::FindDataType(static_cast<base::DataType>(type)) == nullptr) {
    return c.Error("dst_type ", type, " is not a data type");
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetType(0, static_cast<base::DataType>(type));
}

GE_SHAPE(CastLike) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetType(0, c.Input(1).type);
}

// The same bytes: elements of another width make a last dimension, or take it away.
GE_SHAPE(Bitcast) {
  const auto type = c.Attr<base::DataType>("type");
  const int32_t from = base::DataTypeBits(c.Input(0).type);
  const int32_t to = base::DataTypeBits(type);
  if (from == 0 || to == 0) return c.Error("cannot take ", c.Input(0).type, " for ", type);
  Dims dims = c.InputShape(0).dims();
  if (from == to || c.InputShape(0).IsUnknownRank()) return c.SetOutput(0, ir::Shape(dims), type);
  if (from > to) {
    dims.push_back(from / to);
    return c.SetOutput(0, ir::Shape(dims), type);
  }
  if (dims.empty() || (dims.back() >= 0 && dims.back() != to / from)) {
    return c.Error("the last dimension of x ", c.InputShape(0), " is not ", to / from);
  }
  dims.pop_back();
  return c.SetOutput(0, ir::Shape(dims), type);
}

// Formats that name their dimensions, one letter each: NCHW.
bool NamesDimensions(const std::string& format) {
  return !format.empty() && format != "ND" && format.find_first_not_of("NCDHW") == std::string::npos;
}

// The dimensions in another order, or, in blocks, as the device has them.
base::Result<ir::Shape> Reordered(const ShapeContext& c, const std::string& from, const std::string& to) {
  const ir::Shape& src = c.InputShape(0);
  if (from == to || src.IsUnknownRank()) return src;
  if (!NamesDimensions(from) || !NamesDimensions(to)) return ir::Shape::UnknownRank();
  if (src.size() != from.size()) return c.Error("src is ", src, ", but src_format is ", from);
  Dims dims;
  for (const char letter : to) {
    const size_t at = from.find(letter);
    if (at == std::string::npos) return c.Error("src_format ", from, " has other dimensions than ", to);
    dims.push_back(src[at]);
  }
  return ir::Shape(dims);
}

GE_SHAPE(TransData) {
  const std::string& to = c.Attr<std::string>("dst_format");
  GE_ASSIGN_OR_RETURN(ir::Shape shape, Reordered(c, c.Attr<std::string>("src_format"), to));
  GE_RETURN_IF_ERROR(c.SetOutput(0, std::move(shape), c.Input(0).type));
  return c.SetFormat(0, base::FormatFromText(to));
}

GE_SHAPE(AdaCast) { return c.SetOutput(0, c.InputShape(0), base::DataType::kFloat16); }

const ShapeRegistration kSameAsInput({"DataFormatDimMap", "DataFormatVecPermute"}, SameAsInput);

// The integer in the type's range, as a conversion in two's complement gives it.
int64_t Wrapped(int64_t value, base::DataType type) {
  switch (type) {
    case base::DataType::kInt8:
      return static_cast<int8_t>(value);
    case base::DataType::kUint8:
      return static_cast<uint8_t>(value);
    case base::DataType::kInt16:
      return static_cast<int16_t>(value);
    case base::DataType::kUint16:
      return static_cast<uint16_t>(value);
    case base::DataType::kInt32:
      return static_cast<int32_t>(value);
    case base::DataType::kUint32:
      return static_cast<uint32_t>(value);
    default:
      return value;
  }
}

// Truncates; what does not fit an int64 is not known.
Element ToInteger(const Element& x, bool from_real, base::DataType type) {
  if (type == base::DataType::kBool) return Element::Int(from_real ? x.real != 0 : x.integer != 0);
  if (!from_real) return Element::Int(Wrapped(x.integer, type));
  if (!(std::fabs(x.real) < 9.0e18)) return {};
  return Element::Int(Wrapped(static_cast<int64_t>(x.real), type));
}

void ConvertElements(ValueContext& c) {
  const Value* x = c.InputValue(0);
  if (x == nullptr) return;
  const bool from_real = IsReal(c.Input(0).type);
  Value result(x->size());
  for (size_t i = 0; i < result.size(); ++i) {
    const Element& from = (*x)[i];
    const bool keeps =
        c.Output(0).type == base::DataType::kInt64 || c.Output(0).type == base::DataType::kInt32;
    if (!from.known && !from_real && keeps && from.IsDim()) result[i] = from;
    if (!from.known) continue;
    if (IsReal(c.Output(0).type)) {
      result[i] = Element::Real(from_real ? from.real : static_cast<double>(from.integer));
    } else {
      result[i] = ToInteger(from, from_real, c.Output(0).type);
    }
  }
  c.Set(0, std::move(result));
}

const ValueRegistration kConversion({"Cast", "CastLike"}, ConvertElements);

}  // namespace
}  // namespace ge::ops
