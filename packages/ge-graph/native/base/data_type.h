#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string_view>

#include "base/api.h"

namespace ge::base {

// Element types; the numbers are those of the public `DataType` enumeration. 5 is not used.
enum class DataType : int32_t {
  kFloat = 0,
  kFloat16 = 1,
  kInt8 = 2,
  kInt32 = 3,
  kUint8 = 4,
  kInt16 = 6,
  kUint16 = 7,
  kUint32 = 8,
  kInt64 = 9,
  kUint64 = 10,
  kDouble = 11,
  kBool = 12,
  kString = 13,
  kDualSubInt8 = 14,
  kDualSubUint8 = 15,
  kComplex64 = 16,
  kComplex128 = 17,
  kQint8 = 18,
  kQint16 = 19,
  kQint32 = 20,
  kQuint8 = 21,
  kQuint16 = 22,
  kResource = 23,
  kStringRef = 24,
  kDual = 25,
  kVariant = 26,
  kBf16 = 27,
  kUndefined = 28,
  kInt4 = 29,
  kUint1 = 30,
  kInt2 = 31,
  kUint2 = 32,
  kComplex32 = 33,
  kHifloat8 = 34,
  kFloat8E5M2 = 35,
  kFloat8E4M3FN = 36,
  kFloat8E8M0 = 37,
  kFloat6E3M2 = 38,
  kFloat6E2M3 = 39,
  kFloat4E2M1 = 40,
  kFloat4E1M2 = 41,
  kHifloat4 = 42,
  kMax = 43,
};

struct DataTypeInfo {
  DataType type;
  int32_t proto;          // number on the wire, in TensorDescriptor.dtype only
  int32_t bits;           // size of one element; 0 when it has no fixed size
  int32_t onnx;           // elem_type in the ONNX-flavoured dump
  std::string_view text;  // `DT_FLOAT`, in dumps
  std::string_view name;  // `float`, in operator definitions
};

// Every data type, in the order of its number.
GE_API const DataTypeInfo* FindDataType(DataType type);
GE_API const DataTypeInfo* FindDataTypeByProto(int32_t proto);
// Accepts the dump form (`DT_FLOAT`, also `DT_FLOAT32` and `RESERVED`).
GE_API std::optional<DataType> DataTypeFromText(std::string_view text);
// Accepts the definition form (`float`).
GE_API std::optional<DataType> DataTypeFromName(std::string_view name);

// `DT_FLOAT`; "UNDEFINED" for a number that is no data type.
GE_API std::string_view DataTypeText(DataType type);
// Bits of one element; 0 when it has no fixed size.
GE_API int32_t DataTypeBits(DataType type);
// Bytes that `count` elements take, sub-byte types packed: ceil(count * bits / 8); -1 when there is no such
// number.
GE_API int64_t DataBytes(DataType type, int64_t count);

GE_API std::ostream& operator<<(std::ostream& out, DataType type);

}  // namespace ge::base
