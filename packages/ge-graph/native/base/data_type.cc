#include "base/data_type.h"

#include <limits>

namespace ge::base {
namespace {

constexpr DataTypeInfo kDataTypes[] = {
    {DataType::kFloat, 1, 32, 1, "DT_FLOAT", "float"},
    {DataType::kFloat16, 2, 16, 10, "DT_FLOAT16", "float16"},
    {DataType::kInt8, 3, 8, 3, "DT_INT8", "int8"},
    {DataType::kInt32, 7, 32, 6, "DT_INT32", "int32"},
    {DataType::kUint8, 4, 8, 2, "DT_UINT8", "uint8"},
    {DataType::kInt16, 5, 16, 5, "DT_INT16", "int16"},
    {DataType::kUint16, 6, 16, 4, "DT_UINT16", "uint16"},
    {DataType::kUint32, 9, 32, 12, "DT_UINT32", "uint32"},
    {DataType::kInt64, 8, 64, 7, "DT_INT64", "int64"},
    {DataType::kUint64, 10, 64, 13, "DT_UINT64", "uint64"},
    {DataType::kDouble, 12, 64, 11, "DT_DOUBLE", "double"},
    {DataType::kBool, 11, 8, 9, "DT_BOOL", "bool"},
    {DataType::kString, 13, 0, 0, "DT_STRING", "string"},
    {DataType::kDualSubInt8, 14, 8, 0, "DT_DUAL_SUB_INT8", "dual_sub_int8"},
    {DataType::kDualSubUint8, 15, 8, 0, "DT_DUAL_SUB_UINT8", "dual_sub_uint8"},
    {DataType::kComplex64, 16, 64, 0, "DT_COMPLEX64", "complex64"},
    {DataType::kComplex128, 17, 128, 0, "DT_COMPLEX128", "complex128"},
    {DataType::kQint8, 18, 8, 0, "DT_QINT8", "qint8"},
    {DataType::kQint16, 19, 16, 0, "DT_QINT16", "qint16"},
    {DataType::kQint32, 20, 32, 0, "DT_QINT32", "qint32"},
    {DataType::kQuint8, 21, 8, 0, "DT_QUINT8", "quint8"},
    {DataType::kQuint16, 22, 16, 0, "DT_QUINT16", "quint16"},
    {DataType::kResource, 23, 64, 0, "DT_RESOURCE", "resource"},
    {DataType::kStringRef, 24, 0, 0, "DT_STRING_REF", "string_ref"},
    {DataType::kDual, 25, 40, 0, "DT_DUAL", "dual"},
    {DataType::kVariant, 26, 64, 0, "DT_VARIANT", "variant"},
    {DataType::kBf16, 27, 16, 0, "DT_BFLOAT16", "bf16"},
    {DataType::kUndefined, 0, 0, 0, "DT_UNDEFINED", "undefined"},
    {DataType::kInt4, 28, 4, 0, "DT_INT4", "int4"},
    {DataType::kUint1, 29, 1, 0, "DT_UINT1", "uint1"},
    {DataType::kInt2, 30, 2, 0, "DT_INT2", "int2"},
    {DataType::kUint2, 31, 2, 0, "DT_UINT2", "uint2"},
    {DataType::kComplex32, 32, 32, 0, "DT_COMPLEX32", "complex32"},
    {DataType::kHifloat8, 33, 8, 0, "DT_HIFLOAT8", "hifloat8"},
    {DataType::kFloat8E5M2, 34, 8, 19, "DT_FLOAT8_E5M2", "float8_e5m2"},
    {DataType::kFloat8E4M3FN, 35, 8, 17, "DT_FLOAT8_E4M3FN", "float8_e4m3fn"},
    {DataType::kFloat8E8M0, 36, 8, 0, "DT_FLOAT8_E8M0", "float8_e8m0"},
    {DataType::kFloat6E3M2, 37, 6, 0, "DT_FLOAT6_E3M2", "float6_e3m2"},
    {DataType::kFloat6E2M3, 38, 6, 0, "DT_FLOAT6_E2M3", "float6_e2m3"},
    {DataType::kFloat4E2M1, 39, 4, 0, "DT_FLOAT4_E2M1", "float4_e2m1"},
    {DataType::kFloat4E1M2, 40, 4, 0, "DT_FLOAT4_E1M2", "float4_e1m2"},
    {DataType::kHifloat4, 41, 4, 0, "DT_HIFLOAT4", "hifloat4"},
};

template <typename Predicate>
const DataTypeInfo* Find(Predicate matches) {
  for (const DataTypeInfo& info : kDataTypes) {
    if (matches(info)) return &info;
  }
  return nullptr;
}

std::optional<DataType> TypeOf(const DataTypeInfo* info) {
  if (info == nullptr) return std::nullopt;
  return info->type;
}

}  // namespace

const DataTypeInfo* FindDataType(DataType type) {
  // Rows follow the numbers; from 6 on they stand one place earlier because 5 is not used.
  const auto number = static_cast<int32_t>(type);
  if (number < 0 || number == 5 || number >= static_cast<int32_t>(DataType::kMax)) return nullptr;
  return &kDataTypes[number < 5 ? number : number - 1];
}

const DataTypeInfo* FindDataTypeByProto(int32_t proto) {
  return Find([proto](const DataTypeInfo& info) { return info.proto == proto; });
}

std::optional<DataType> DataTypeFromText(std::string_view text) {
  if (text == "DT_FLOAT32") return DataType::kFloat;
  if (text == "RESERVED") return DataType::kUndefined;
  return TypeOf(Find([text](const DataTypeInfo& info) { return info.text == text; }));
}

std::optional<DataType> DataTypeFromName(std::string_view name) {
  return TypeOf(Find([name](const DataTypeInfo& info) { return info.name == name; }));
}

std::string_view DataTypeText(DataType type) {
  const DataTypeInfo* info = FindDataType(type);
  return info == nullptr ? "UNDEFINED" : info->text;
}

int32_t DataTypeBits(DataType type) {
  const DataTypeInfo* info = FindDataType(type);
  return info == nullptr ? 0 : info->bits;
}

int64_t DataBytes(DataType type, int64_t count) {
  const int64_t bits = DataTypeBits(type);
  if (bits == 0 || count < 0 || count > (std::numeric_limits<int64_t>::max() - 7) / bits) return -1;
  return (count * bits + 7) / 8;
}

std::ostream& operator<<(std::ostream& out, DataType type) { return out << DataTypeText(type); }

}  // namespace ge::base
