#include <algorithm>
#include <limits>
#include <numeric>

#include "om/layout.h"
#include "om/om.h"

namespace ge::om {
namespace {

using serialize::Segments;

// What comes first in a table; types that are not named here follow in the order given.
constexpr PartitionType kOrder[] = {
    PartitionType::kSoBins,         PartitionType::kCustomOps,        PartitionType::kTilingData,
    PartitionType::kModelInoutInfo, PartitionType::kModelDef,         PartitionType::kWeightsData,
    PartitionType::kTbeKernels,     PartitionType::kCustAicpuKernels, PartitionType::kTaskInfo};

// Of the message: no description names this field.
constexpr char kPaddingTag = static_cast<char>(15 << 3 | 2);

void PutText(std::string& bytes, size_t place, std::string text, size_t size) {
  if (text.size() > size) {
    // Not within a character.
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
    text.resize(size);
  }
  bytes.replace(place, text.size(), text);
}

std::string HeaderBytes(const Header& header, uint32_t models, uint64_t payload) {
  std::string bytes(kHeaderBytes, '\0');
  PutNumber(bytes, at::kMagic, kMagic);
  PutNumber(bytes, at::kHeaderSize, static_cast<uint32_t>(kHeaderBytes));
  PutNumber(bytes, at::kVersion, header.version);
  const bool fits = payload <= std::numeric_limits<uint32_t>::max();
  PutNumber(bytes, at::kShortLength, static_cast<uint32_t>(fits ? payload : 0));
  bytes[at::kIsEncrypt] = static_cast<char>(header.is_encrypted);
  bytes[at::kIsChecksum] = static_cast<char>(header.is_unchecked);
  bytes[at::kModelType] = static_cast<char>(header.type);
  bytes[at::kGenMode] = static_cast<char>(header.is_online);
  PutText(bytes, at::kName, header.name, kMaxNameBytes);
  PutNumber(bytes, at::kOps, header.ops);
  PutText(bytes, at::kUserInfo, header.user_info, kUserInfoBytes);
  PutNumber(bytes, at::kOmIrVersion, header.om_ir_version);
  PutNumber(bytes, at::kModelNum, models);
  PutText(bytes, at::kPlatformVersion, header.platform_version, kPlatformVersionBytes);
  bytes[at::kPlatformType] = static_cast<char>(header.platform_type);
  PutNumber(bytes, at::kModelLength, payload);
  bytes[at::kNeedCheckOsCpu] = static_cast<char>(header.needs_same_host);
  bytes[at::kIsUnknownModel] = static_cast<char>(header.is_unknown_shape);
  return bytes;
}

void PutEntry(std::string& table, PartitionType type, uint64_t offset, uint64_t size) {
  const size_t place = table.size();
  table.append(kEntryBytes, '\0');
  PutNumber(table, place, static_cast<int32_t>(type));
  PutNumber(table, place + 8, offset);
  PutNumber(table, place + 16, size);
}

std::string TableHead(size_t count) {
  std::string table(kTableHeadBytes, '\0');
  PutNumber(table, 0, static_cast<uint32_t>(count));
  return table;
}

size_t OrderOf(const PartitionBytes& partition) {
  return static_cast<size_t>(std::find(std::begin(kOrder), std::end(kOrder), partition.type) -
                             std::begin(kOrder));
}

// Grows a message so that what follows begins at a multiple of the alignment.
void Pad(Segments& message, size_t end) {
  size_t missing = (kWeightsAlignment - end % kWeightsAlignment) % kWeightsAlignment;
  if (missing == 0) return;
  if (missing < 2) missing += kWeightsAlignment;
  std::string padding(missing, '\0');
  padding[0] = kPaddingTag;
  padding[1] = static_cast<char>(missing - 2);
  message.Add(std::move(padding));
}

// `begin` is where the table stands in the file.
Segments TableBytes(std::vector<PartitionBytes> partitions, size_t begin) {
  std::stable_sort(partitions.begin(), partitions.end(),
                   [](const PartitionBytes& a, const PartitionBytes& b) { return OrderOf(a) < OrderOf(b); });
  size_t end = begin + kTableHeadBytes + partitions.size() * kEntryBytes;
  for (size_t i = 0; i < partitions.size(); ++i) {
    const bool before_weights =
        i + 1 < partitions.size() && partitions[i + 1].type == PartitionType::kWeightsData;
    if (partitions[i].type == PartitionType::kModelDef && before_weights) {
      Pad(partitions[i].bytes, end + partitions[i].bytes.size());
    }
    end += partitions[i].bytes.size();
  }
  std::string table = TableHead(partitions.size());
  uint64_t offset = 0;
  for (const PartitionBytes& partition : partitions) {
    PutEntry(table, partition.type, offset, partition.bytes.size());
    offset += partition.bytes.size();
  }
  Segments all;
  all.Add(std::move(table));
  for (PartitionBytes& partition : partitions) all.Add(std::move(partition.bytes));
  return all;
}

}  // namespace

Segments WriteOm(const Header& header, std::vector<std::vector<PartitionBytes>> models) {
  std::vector<Segments> tables;
  size_t end = kHeaderBytes;
  for (std::vector<PartitionBytes>& partitions : models) {
    end += tables.emplace_back(TableBytes(std::move(partitions), end)).size();
  }
  Segments file;
  file.Add(HeaderBytes(header, static_cast<uint32_t>(models.size()), end - kHeaderBytes));
  for (Segments& table : tables) file.Add(std::move(table));
  return file;
}

Segments WriteBundle(uint64_t variable_bytes, std::vector<Segments> files) {
  const size_t count = files.size() + 1;
  // Unlike in other tables, offsets count from the end of the header.
  uint64_t offset = kTableHeadBytes + count * kEntryBytes;
  std::string table = TableHead(count);
  PutEntry(table, PartitionType::kBundleModelVarInfo, offset, sizeof(variable_bytes));
  offset += sizeof(variable_bytes);
  for (const Segments& file : files) {
    PutEntry(table, PartitionType::kBundleModelInfo, offset, file.size());
    offset += file.size();
  }
  std::string header(kHeaderBytes, '\0');
  header[at::kModelType] = static_cast<char>(ModelType::kBundle);
  PutNumber(header, at::kModelNum, static_cast<uint32_t>(files.size()));
  PutNumber(header, at::kModelLength, kHeaderBytes + offset);
  std::string variables(sizeof(variable_bytes), '\0');
  PutNumber(variables, 0, variable_bytes);

  Segments bundle;
  bundle.Add(std::move(header));
  bundle.Add(std::move(table));
  bundle.Add(std::move(variables));
  for (Segments& file : files) bundle.Add(std::move(file));
  return bundle;
}

}  // namespace ge::om
