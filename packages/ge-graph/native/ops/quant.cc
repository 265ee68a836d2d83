#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

// x in the type that an attribute names.
base::Status Converted(ShapeContext& c, base::Name attr) {
  GE_ASSIGN_OR_RETURN(const base::DataType type, TypeAttr(c, attr));
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetType(0, type);
}

base::Status ConvertedTo(ShapeContext& c) { return Converted(c, "dst_type"); }
base::Status ConvertedBack(ShapeContext& c) { return Converted(c, "dtype"); }
const ShapeRegistration kTo({"AscendQuant", "AscendQuantV2", "AscendAntiQuantV2", "GroupQuant",
                             "AscendWeightQuant"},
                            ConvertedTo);
const ShapeRegistration kBack({"AscendDequant", "AscendAntiQuant"}, ConvertedBack);

GE_SHAPE(AscendRequant) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetType(0, base::DataType::kInt8);
}

// A scale, and an offset, for each row of x.
base::Status ByRow(ShapeContext& c) {
  GE_RETURN_IF_ERROR(ConvertedTo(c));
  const ir::Shape& x = c.InputShape(0);
  if (x.empty()) return c.Error("x is a scalar");
  const ir::Shape rows = x.IsUnknownRank() ? x : ir::Shape(x.begin(), x.size() - 1);
  for (int32_t i = 1; i < c.output_count(); ++i)
    GE_RETURN_IF_ERROR(c.SetOutput(i, rows, base::DataType::kFloat));
  return {};
}
const ShapeRegistration kByRow({"DynamicQuant", "DynamicQuantV2"}, ByRow);

base::Status SameShapeAs0(ShapeContext& c) {
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, c.InputShape(0)));
  return {};
}
const ShapeRegistration kWide({"AscendDequantS16", "AscendRequantS16"}, SameShapeAs0);

// The type has the name that PyTorch gives it.
GE_SHAPE(Quantize) {
  const std::string& name = c.Attr<std::string>("dtype");
  const bool known = name == "torch.qint8" || name == "torch.quint8" || name == "torch.qint32";
  if (!known) return c.Error("dtype \"", name, "\" is not one of torch.qint8, torch.quint8, torch.qint32");
  const base::DataType small = name == "torch.qint8" ? base::DataType::kInt8 : base::DataType::kUint8;
  return c.SetOutput(0, c.InputShape(0), name == "torch.qint32" ? base::DataType::kInt32 : small);
}

}  // namespace
}  // namespace ge::ops
