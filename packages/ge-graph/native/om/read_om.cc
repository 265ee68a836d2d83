#include <algorithm>

#include "om/layout.h"
#include "om/om.h"

namespace ge::om {
namespace {

// Flow models have that many at most, all others fewer.
constexpr uint32_t kMaxPartitions = 4096;

base::Status Damaged(std::string reason) {
  return {"E10041", "the model file cannot be loaded: " + std::move(reason)};
}

std::string GetText(std::string_view bytes, size_t place, size_t size) {
  const std::string_view field = bytes.substr(place, size);
  return std::string(field.substr(0, field.find('\0')));
}

Header ReadHeader(std::string_view bytes) {
  Header header;
  header.version = GetNumber<uint32_t>(bytes, at::kVersion);
  header.is_encrypted = bytes[at::kIsEncrypt] != 0;
  header.is_unchecked = bytes[at::kIsChecksum] != 0;
  header.type = static_cast<ModelType>(bytes[at::kModelType]);
  header.is_online = bytes[at::kGenMode] != 0;
  header.name = GetText(bytes, at::kName, kNameBytes);
  header.ops = GetNumber<uint32_t>(bytes, at::kOps);
  header.user_info = GetText(bytes, at::kUserInfo, kUserInfoBytes);
  header.om_ir_version = GetNumber<uint32_t>(bytes, at::kOmIrVersion);
  header.platform_version = GetText(bytes, at::kPlatformVersion, kPlatformVersionBytes);
  header.platform_type = static_cast<uint8_t>(bytes[at::kPlatformType]);
  header.needs_same_host = bytes[at::kNeedCheckOsCpu] != 0;
  header.is_unknown_shape = bytes[at::kIsUnknownModel] != 0;
  return header;
}

struct Entry {
  PartitionType type;
  uint64_t offset;
  uint64_t size;
};

struct Table {
  std::vector<Entry> entries;
  size_t end = 0;  // of the table in the file
};

base::Result<Table> ReadTable(std::string_view bytes, size_t begin, bool tiny) {
  const size_t head = tiny ? kTinyTableHeadBytes : kTableHeadBytes;
  const size_t entry_bytes = tiny ? kTinyEntryBytes : kEntryBytes;
  if (bytes.size() < begin || bytes.size() - begin < head) {
    return Damaged(base::Text("it ends at byte ", bytes.size(), ", within the partition table at ", begin));
  }
  const auto count = GetNumber<uint32_t>(bytes, begin);
  if (count == 0 || count > kMaxPartitions) {
    return Damaged(base::Text("the partition table at byte ", begin, " has ", count,
                              " entries, expected 1 to ", kMaxPartitions));
  }
  Table table;
  table.end = begin + head + count * entry_bytes;
  if (table.end > bytes.size()) {
    return Damaged(base::Text("it ends at byte ", bytes.size(), ", within the partition table at ", begin));
  }
  for (size_t place = begin + head; place != table.end; place += entry_bytes) {
    Entry entry{static_cast<PartitionType>(GetNumber<int32_t>(bytes, place)), 0, 0};
    entry.offset = tiny ? GetNumber<uint32_t>(bytes, place + 4) : GetNumber<uint64_t>(bytes, place + 8);
    entry.size = tiny ? GetNumber<uint32_t>(bytes, place + 8) : GetNumber<uint64_t>(bytes, place + 16);
    table.entries.push_back(entry);
  }
  return table;
}

base::Result<Partition> Cut(const std::shared_ptr<base::Buffer>& bytes, const Entry& entry, size_t base) {
  const size_t rest = bytes->size() - base;
  if (entry.offset > rest || entry.size > rest - entry.offset) {
    return Damaged(base::Text("partition of type ", static_cast<int32_t>(entry.type), ", ", entry.size,
                              " bytes from ", entry.offset, " on, lies outside the file"));
  }
  return Partition{entry.type, base::Buffer::Slice(bytes, base + entry.offset, entry.size)};
}

base::Result<OmFile> ReadModels(const std::shared_ptr<base::Buffer>& bytes) {
  const std::string_view view = bytes->view();
  if (GetNumber<uint32_t>(view, at::kMagic) != kMagic)
    return Damaged("it does not begin with the bytes IMOD of an OM file");
  const auto long_length = GetNumber<uint64_t>(view, at::kModelLength);
  const bool tiny = long_length == 0;
  const uint64_t length = tiny ? GetNumber<uint32_t>(view, at::kShortLength) : long_length;
  if (length != view.size() - kHeaderBytes) {
    return Damaged(base::Text("its header tells ", length, " bytes after the header, there are ",
                              view.size() - kHeaderBytes));
  }
  OmFile file;
  file.header = ReadHeader(view);
  const uint32_t models = std::max(GetNumber<uint32_t>(view, at::kModelNum), 1U);
  size_t begin = kHeaderBytes;
  for (uint32_t i = 0; i < models; ++i) {
    GE_ASSIGN_OR_RETURN(const Table table, ReadTable(view, begin, tiny));
    Model& model = file.models.emplace_back();
    begin = table.end;
    for (const Entry& entry : table.entries) {
      GE_ASSIGN_OR_RETURN(Partition partition, Cut(bytes, entry, table.end));
      model.partitions.push_back(std::move(partition));
      begin = std::max<size_t>(begin, table.end + entry.offset + entry.size);
    }
  }
  return file;
}

base::Result<OmFile> ReadBundle(const std::shared_ptr<base::Buffer>& bytes) {
  const std::string_view view = bytes->view();
  const auto length = GetNumber<uint64_t>(view, at::kModelLength);
  if (length != view.size()) {
    return Damaged(
        base::Text("the header of the bundle tells ", length, " bytes in all, there are ", view.size()));
  }
  OmFile file;
  file.header = ReadHeader(view);
  GE_ASSIGN_OR_RETURN(const Table table, ReadTable(view, kHeaderBytes, false));
  for (const Entry& entry : table.entries) {
    GE_ASSIGN_OR_RETURN(const Partition partition, Cut(bytes, entry, kHeaderBytes));
    if (entry.type == PartitionType::kBundleModelVarInfo) {
      if (entry.size != sizeof(uint64_t))
        return Damaged("the size of the bundle's variables is no number of 8 bytes");
      file.variable_bytes = GetNumber<uint64_t>(partition.data->view(), 0);
      continue;
    }
    if (entry.type != PartitionType::kBundleModelInfo) continue;
    if (entry.size < kHeaderBytes)
      return Damaged(base::Text("model ", file.bundled.size(), " of the bundle has no header"));
    // A bundle within a bundle has no magic either, and is refused for that.
    base::Result<OmFile> inner = ReadModels(partition.data);
    if (!inner.ok()) return inner.status().In(base::Text("model ", file.bundled.size(), " of the bundle"));
    file.bundled.push_back(std::move(*inner));
  }
  if (file.bundled.size() != GetNumber<uint32_t>(view, at::kModelNum)) {
    return Damaged(base::Text("the header of the bundle tells ", GetNumber<uint32_t>(view, at::kModelNum),
                              " models, its table has ", file.bundled.size()));
  }
  return file;
}

}  // namespace

std::shared_ptr<base::Buffer> Model::Find(PartitionType type) const {
  const auto found = std::find_if(partitions.begin(), partitions.end(),
                                  [type](const Partition& partition) { return partition.type == type; });
  return found == partitions.end() ? nullptr : found->data;
}

base::Result<OmFile> ReadOm(const std::shared_ptr<base::Buffer>& bytes) {
  if (bytes == nullptr || bytes->size() == 0) return base::Status("E13015", "the model file is empty");
  if (bytes->size() < kHeaderBytes) {
    return Damaged(base::Text("it has ", bytes->size(), " bytes, the header alone has ", kHeaderBytes));
  }
  // Nothing but its type tells a bundle.
  const auto type = static_cast<ModelType>(bytes->view()[at::kModelType]);
  return type == ModelType::kBundle ? ReadBundle(bytes) : ReadModels(bytes);
}

base::Result<OmFile> ReadOmFile(const std::string& path) {
  if (path.empty()) return base::Status("E13000", "the path of the model file is empty");
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<base::Buffer> bytes, base::Buffer::MapFile(path));
  base::Result<OmFile> file = ReadOm(bytes);
  return file.ok() ? std::move(file) : file.status().In(base::Text("\"", path, "\""));
}

}  // namespace ge::om
