#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/api.h"
#include "base/buffer.h"
#include "base/status.h"
#include "serialize/segments.h"

// OM files: a header of 256 bytes, then for each model a table of partitions and the partitions themselves.
// What stands in a partition is not looked at here. All numbers are little endian.
namespace ge::om {

enum class PartitionType : int32_t {
  kModelDef = 0,  // a serialize::WriteModel message
  kWeightsData = 1,
  kTaskInfo = 2,
  kTbeKernels = 3,
  kCustAicpuKernels = 4,
  kSoBins = 5,
  kFlowModel = 6,
  kFlowSubmodel = 7,
  kModelInoutInfo = 8,
  kStaticTaskDesc = 9,
  kDynamicTaskDesc = 10,
  kTaskParam = 11,
  kTilingData = 12,
  kPreModelDesc = 20,
  kPreModelSqe = 21,
  kPreKernelArgs = 22,
  kPreModelDescExtend = 23,
  kBundleModelInfo = 24,
  kBundleModelVarInfo = 25,
  kCustomOps = 26,
};

enum class ModelType : uint8_t { kIr = 0, kStandard = 1, kTiny = 2, kFlow = 3, kLite = 4, kBundle = 5 };

inline constexpr size_t kHeaderBytes = 256;
inline constexpr uint32_t kMagic = 0x444F4D49;
inline constexpr uint32_t kVersion = 0x20000000;
inline constexpr size_t kMaxNameBytes = 31;
// Where weights begin in files that we write, so that tensors can be used where they lie.
inline constexpr size_t kWeightsAlignment = 64;

struct Header {
  uint32_t version = kVersion;
  bool is_encrypted = false;
  bool is_unchecked = true;  // nobody computes the checksum
  ModelType type = ModelType::kIr;
  bool is_online = false;
  std::string name;  // longer ones are cut
  uint32_t ops = 0;
  std::string user_info;  // at most 32 bytes
  uint32_t om_ir_version = 0;
  std::string platform_version;  // at most 20 bytes
  uint8_t platform_type = 0;
  bool needs_same_host = false;   // the model carries libraries for one OS and CPU
  bool is_unknown_shape = false;  // shapes that are known only when it runs
};

struct Partition {
  PartitionType type = PartitionType::kModelDef;
  std::shared_ptr<base::Buffer> data;  // a part of the file's buffer
};

// One table. A model whose shapes are not known has one for each of its graphs.
struct Model {
  std::vector<Partition> partitions;

  // The first of this type; null when there is none.
  GE_API std::shared_ptr<base::Buffer> Find(PartitionType type) const;
};

struct OmFile {
  Header header;
  std::vector<Model> models;

  // A bundle has no models of its own, but whole files.
  std::vector<OmFile> bundled;
  uint64_t variable_bytes = 0;
};

// Errors: E13015 no bytes; E10041 not an OM, damaged or cut off.
GE_API base::Result<OmFile> ReadOm(const std::shared_ptr<base::Buffer>& bytes);
// The file is mapped: weights are read when they are touched.
// Errors: also E13000 the path is empty; E13001, E13003 the file cannot be read.
GE_API base::Result<OmFile> ReadOmFile(const std::string& path);

struct PartitionBytes {
  PartitionType type = PartitionType::kModelDef;
  serialize::Segments bytes;
};

// One list of partitions a table; they are put in the order that the format asks for. A MODEL_DEF before
// WEIGHTS_DATA is padded, by a field that readers skip, so that the weights are aligned in the file.
GE_API serialize::Segments WriteOm(const Header& header, std::vector<std::vector<PartitionBytes>> models);

// Several whole files in one.
GE_API serialize::Segments WriteBundle(uint64_t variable_bytes, std::vector<serialize::Segments> files);

}  // namespace ge::om
