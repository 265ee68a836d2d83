#pragma once

#include <cstdint>

// The structs of DLPack 1.0, by which array libraries hand each other memory (dmlc.github.io/dlpack): their
// layout is the standard's.
namespace ge::bindings::dlpack {

inline constexpr int32_t kCpu = 1;  // DLDeviceType

// DLDataTypeCode
enum TypeCode : uint8_t {
  kInt = 0,
  kUint = 1,
  kFloat = 2,
  kBfloat = 4,
  kComplex = 5,
  kBool = 6,
  kFloat8E4M3FN = 10,
  kFloat8E5M2 = 12,
  kFloat8E8M0 = 14,
  kFloat6E2M3 = 15,
  kFloat6E3M2 = 16,
  kFloat4E2M1 = 17,
};

struct Device {
  int32_t type;
  int32_t id;
};

struct ElementType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct Array {
  void* data;
  Device device;
  int32_t rank;
  ElementType type;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row by row
  uint64_t byte_offset;
};

// What a capsule named "dltensor" holds.
struct Managed {
  static constexpr const char* kCapsule = "dltensor";
  static constexpr const char* kUsed = "used_dltensor";

  Array array;
  void* context;
  void (*deleter)(Managed*);
};

// What a capsule named "dltensor_versioned" holds.
struct ManagedVersioned {
  static constexpr const char* kCapsule = "dltensor_versioned";
  static constexpr const char* kUsed = "used_dltensor_versioned";
  static constexpr uint32_t kMajor = 1;
  static constexpr uint64_t kReadOnly = 1;
  static constexpr uint64_t kIsCopied = 2;
  static constexpr uint64_t kSubBytesPadded = 4;

  uint32_t major;
  uint32_t minor;
  void* context;
  void (*deleter)(ManagedVersioned*);
  uint64_t flags;
  Array array;
};

}  // namespace ge::bindings::dlpack
