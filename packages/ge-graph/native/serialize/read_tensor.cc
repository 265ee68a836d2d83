#include <algorithm>
#include <filesystem>

#include "serialize/ge_ir_fields.h"
#include "serialize/model_reader.h"
#include "serialize/tensor_keys.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

namespace field = ge_ir::tensor_descriptor;

// Smaller ones are copied, so that they do not keep a whole file in memory.
constexpr size_t kCopiedBelow = 4096;
constexpr size_t kLargestAlignment = 8;
// Descriptors' messages that are as short as this are often the same.
constexpr size_t kLongestKept = 1024;

size_t AlignmentOf(base::DataType type) {
  const auto bytes = static_cast<size_t>(base::DataTypeBits(type) / 8);
  size_t alignment = 1;
  while (alignment < kLargestAlignment && bytes % (alignment * 2) == 0 && bytes != 0) alignment *= 2;
  return alignment;
}

// Data types of old that stand in an attribute, with numbers of their own.
std::optional<base::DataType> OldType(int64_t number) {
  switch (number) {
    case 13:
      return base::DataType::kDual;
    case 14:
      return base::DataType::kDualSubInt8;
    case 15:
      return base::DataType::kDualSubUint8;
    case 33:
      return base::DataType::kComplex32;
    default:
      if (number < 16 || number > 22) return std::nullopt;
      return static_cast<base::DataType>(number);  // COMPLEX64 to QUINT16
  }
}

bool ReadRange(const std::vector<std::vector<int64_t>>& lists, ir::DescDetails& details) {
  for (const std::vector<int64_t>& list : lists) {
    if (list.size() != 2) return false;
    details.shape_range.emplace_back(list[0], list[1]);
  }
  return true;
}

bool IsDefault(const ir::DescDetails& d) {
  return d.name.empty() && !d.has_origin_shape && d.origin_format == base::Format::kND &&
         !d.has_origin_format && d.origin_type == base::DataType::kUndefined && d.device_type == "NPU" &&
         d.size == 0 && d.weight_size == 0 && !d.reuse_input && !d.output_tensor && !d.input_tensor &&
         d.real_dim_cnt == 0 && d.reuse_input_index == 0 && d.data_offset == 0 && d.cmps_size == 0 &&
         d.cmps_tab.empty() && d.cmps_tab_offset == 0 && !d.has_out_attr && !d.tells_placement &&
         d.shape_range.empty() && d.attrs.empty() && d.attr_groups.empty();
}

// A path of a file that a model names must stay beside or below the model.
bool StaysBelow(const std::string& location) {
  const std::filesystem::path path(location);
  return path.is_relative() &&
         std::none_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
}

}  // namespace

// A descriptor on its way from a message: fields and attributes come in any order, and attributes win.
struct DescFields {
  explicit DescFields(ModelReader& reader) : reader_(reader) { details.device_type.clear(); }

  base::Status Read(std::string_view message) {
    protozero::pbf_reader fields = Fields(message);
    while (fields.next()) {
      switch (fields.wire_type()) {
        case protozero::pbf_wire_type::varint:
          TakeNumber(static_cast<uint32_t>(fields.tag()), fields.get_int64());
          break;
        case protozero::pbf_wire_type::length_delimited: {
          const auto number = static_cast<uint32_t>(fields.tag());
          GE_RETURN_IF_ERROR(TakeBytes(number, View(fields)));
          break;
        }
        default:
          fields.skip();
      }
    }
    return {};
  }

  base::Result<ir::TensorDesc> Finish();

  ir::DescDetails details;

 private:
  void TakeNumber(uint32_t number, int64_t value);
  base::Status TakeBytes(uint32_t number, std::string_view value);
  base::Status TakeAttr(const MapEntry& entry);
  bool TakeStandard(std::string_view key, ir::AttrValue& value);
  bool TakeOverride(std::string_view key, const ir::AttrValue& value);

  ModelReader& reader_;
  int64_t type_ = 0;
  std::optional<base::DataType> old_type_;
  std::vector<int64_t> dims_;
  std::string_view layout_;
  std::optional<int64_t> format_;
  std::optional<base::Format> origin_format_text_;
  std::optional<int64_t> origin_format_;
  std::optional<std::vector<int64_t>> origin_shape_;
  bool hides_origin_shape_ = false;
  std::vector<ir::AttrMap::Entry> attrs_;
};

void DescFields::TakeNumber(uint32_t number, int64_t value) {
  switch (number) {
    case field::kDtype:
      type_ = value;
      break;
    case field::kHasOutAttr:
      details.has_out_attr = value != 0;
      break;
    case field::kSize:
      details.size = value;
      break;
    case field::kWeightSize:
      details.weight_size = value;
      break;
    case field::kReuseInput:
      details.reuse_input = value != 0;
      break;
    case field::kOutputTensor:
      details.output_tensor = value != 0;
      break;
    case field::kInputTensor:
      details.input_tensor = value != 0;
      break;
    case field::kRealDimCnt:
      details.real_dim_cnt = value;
      break;
    case field::kReuseInputIndex:
      details.reuse_input_index = value;
      break;
    case field::kDataOffset:
      details.data_offset = value;
      break;
    case field::kCmpsSize:
      details.cmps_size = value;
      break;
    case field::kCmpsTabOffset:
      details.cmps_tab_offset = value;
      break;
    default:
      break;
  }
}

base::Status DescFields::TakeBytes(uint32_t number, std::string_view value) {
  switch (number) {
    case field::kName:
      details.name = value;
      return CheckText(value, "the name of a tensor");
    case field::kShape: {
      protozero::pbf_reader shape = Fields(value);
      while (shape.next()) {
        if (shape.tag_and_type() == Delimited(ge_ir::shape_def::kDim)) {
          AddPacked(shape, dims_);
        } else if (shape.tag_and_type() == Varint(ge_ir::shape_def::kDim)) {
          dims_.push_back(shape.get_int64());
        } else {
          shape.skip();
        }
      }
      return {};
    }
    case field::kLayout:
      layout_ = value;
      return CheckText(value, "a format");
    case field::kAttr:
      return TakeAttr(SplitEntry(value));
    case field::kAttrGroups:
      details.attr_groups = value;
      return CheckGroups(value);
    case field::kDeviceType:
      details.device_type = value;
      return CheckText(value, "a device type");
    case field::kCmpsTab:
      details.cmps_tab = value;
      return CheckText(value, "a compression table");
    default:
      return {};
  }
}

base::Status DescFields::TakeAttr(const MapEntry& entry) {
  GE_RETURN_IF_ERROR(CheckText(entry.key, "the name of an attribute of a tensor"));
  base::Result<std::optional<ir::AttrValue>> value = reader_.ReadAttr(entry.value);
  if (!value.ok()) return value.status().In(base::Text("attribute \"", entry.key, "\" of a tensor"));
  if (!*value || TakeStandard(entry.key, **value) || TakeOverride(entry.key, **value)) return {};
  attrs_.emplace_back(entry.key, std::move(**value));
  return {};
}

bool DescFields::TakeStandard(std::string_view key, ir::AttrValue& value) {
  if (auto* number = std::get_if<int64_t>(&value)) {
    if (key == keys::kFormatNumber) return format_ = *number, true;
    if (key == keys::kOriginFormatNumber) return origin_format_ = *number, true;
    if (key == keys::kTypeNumber && OldType(*number)) return old_type_ = OldType(*number), true;
    if (key == keys::kPlacement) return details.placement = *number, details.tells_placement = true;
  } else if (auto* text = std::get_if<std::string>(&value)) {
    if (key == keys::kOriginFormat) return origin_format_text_ = base::FormatFromText(*text), true;
    if (key == keys::kOriginType && base::DataTypeFromText(*text)) {
      return details.origin_type = *base::DataTypeFromText(*text), true;
    }
  } else if (auto* flag = std::get_if<bool>(&value)) {
    if (key == keys::kOriginFormatIsSet) return details.has_origin_format = *flag, true;
    if (key == keys::kOriginShapeInitialized) return hides_origin_shape_ = !*flag, true;
  } else if (auto* dims = std::get_if<std::vector<int64_t>>(&value)) {
    if (key == keys::kOriginShape) return origin_shape_ = std::move(*dims), true;
  } else if (auto* lists = std::get_if<std::vector<std::vector<int64_t>>>(&value)) {
    if (key == keys::kShapeRange && ReadRange(*lists, details)) {
      if (lists->empty()) details.tells_placement = true;  // written for the sake of completeness
      return true;
    }
  }
  return false;
}

// Files of old repeat fields as attributes, and those count.
bool DescFields::TakeOverride(std::string_view key, const ir::AttrValue& value) {
  static constexpr std::pair<std::string_view, uint32_t> kNumbers[] = {
      {"size", field::kSize},
      {"weight_size", field::kWeightSize},
      {"real_dim_cnt", field::kRealDimCnt},
      {"reuse_input_index", field::kReuseInputIndex},
      {"data_offset", field::kDataOffset},
      {"cmps_size", field::kCmpsSize},
      {"cmps_tab_offset", field::kCmpsTabOffset},
      {"reuse_input", field::kReuseInput},
      {"output_tensor", field::kOutputTensor},
      {"input_tensor", field::kInputTensor}};
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (key == "device_type") return details.device_type = *text, true;
    if (key == "cmps_tab") return details.cmps_tab = *text, true;
    return false;
  }
  const auto* number = std::get_if<int64_t>(&value);
  const auto* flag = std::get_if<bool>(&value);
  if (number == nullptr && flag == nullptr) return false;
  const auto* found = std::find_if(std::begin(kNumbers), std::end(kNumbers),
                                   [key](const auto& each) { return each.first == key; });
  if (found == std::end(kNumbers)) return false;
  TakeNumber(found->second, number != nullptr ? *number : static_cast<int64_t>(*flag));
  return true;
}

base::Result<ir::TensorDesc> DescFields::Finish() {
  const base::DataTypeInfo* info =
      type_ >= 0 && type_ <= INT32_MAX ? base::FindDataTypeByProto(static_cast<int32_t>(type_)) : nullptr;
  if (info == nullptr && !old_type_)
    return NoSense(base::Text("the data type number ", type_, " is not known"));
  ir::TensorDesc desc;
  desc.type = old_type_ ? *old_type_ : info->type;
  desc.format = format_ ? static_cast<base::Format>(*format_) : base::FormatFromText(layout_);
  desc.shape = ir::Shape(dims_);
  if (origin_format_) {
    details.origin_format = static_cast<base::Format>(*origin_format_);
  } else if (origin_format_text_) {
    details.origin_format = *origin_format_text_;
  }
  if (origin_shape_ && !hides_origin_shape_) {
    details.origin_shape = ir::Shape(*origin_shape_);
    details.has_origin_shape = true;
  }
  details.attrs.Assign(std::move(attrs_));
  // Compared before the move: most descriptors need no details of their own.
  if (!IsDefault(details)) desc.mutable_details() = std::move(details);
  return desc;
}

base::Result<ir::TensorDesc> ModelReader::ReadDesc(std::string_view message) {
  // Those of ports; in attributes what is kept could get around the limit to nesting.
  const bool may_come_again = depth_ == 0 && message.size() <= kLongestKept;
  if (may_come_again) {
    const auto found = descs_.find(message);
    if (found != descs_.end()) return found->second;
  }
  DescFields fields(*this);
  GE_RETURN_IF_ERROR(fields.Read(message));
  base::Result<ir::TensorDesc> desc = fields.Finish();
  if (desc.ok() && may_come_again && descs_.size() < kMostKept) descs_.emplace(message, *desc);
  return desc;
}

base::Result<ir::Tensor> ModelReader::ReadTensor(std::string_view message) {
  ir::Tensor tensor;
  std::string_view data;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Delimited(ge_ir::tensor_def::kDesc): {
        GE_ASSIGN_OR_RETURN(tensor.desc, ReadDesc(View(reader)));
        break;
      }
      case Delimited(ge_ir::tensor_def::kData):
        data = View(reader);
        break;
      default:
        reader.skip();
    }
  }
  if (data.empty()) {
    GE_RETURN_IF_ERROR(FetchData(tensor));
  } else {
    tensor.data = Share(data, bytes_, tensor.desc.type);
  }
  if (tensor.data == nullptr) return tensor;
  const int64_t expected = base::DataBytes(tensor.desc.type, tensor.desc.shape.Elements());
  if (expected >= 0 && static_cast<size_t>(expected) != tensor.size_bytes())
    return NoSense(tensor.Check().message());
  return tensor;
}

base::Status ModelReader::FetchData(ir::Tensor& tensor) {
  const auto* location = tensor.desc.attrs().Get<std::string>(keys::kLocation);
  const auto* length = tensor.desc.attrs().Get<int64_t>(keys::kLength);
  int64_t offset = tensor.desc.details().data_offset;
  int64_t size = tensor.desc.details().weight_size;
  std::shared_ptr<base::Buffer> whole = options_.weights;
  if (location != nullptr && length != nullptr) {
    offset = 0;
    size = *length;
    GE_ASSIGN_OR_RETURN(whole, FileOf(*location));
  }
  if (whole == nullptr || size == 0) return {};
  if (offset < 0 || size < 0 || static_cast<size_t>(offset) > whole->size() ||
      static_cast<size_t>(size) > whole->size() - static_cast<size_t>(offset)) {
    return NoSense(base::Text("the elements of a tensor, ", size, " bytes from ", offset,
                              " on, lie outside the weights of ", whole->size(), " bytes"));
  }
  tensor.data = Share(whole->view().substr(static_cast<size_t>(offset), static_cast<size_t>(size)), whole,
                      tensor.desc.type);
  ir::DescDetails& details = tensor.desc.mutable_details();
  if (length != nullptr && location != nullptr) {
    details.attrs.Remove(keys::kLocation);
    details.attrs.Remove(keys::kLength);
  } else {
    details.data_offset = 0;
    details.weight_size = 0;
  }
  return {};
}

base::Result<std::shared_ptr<base::Buffer>> ModelReader::FileOf(const std::string& location) {
  GE_RETURN_IF_ERROR(CheckText(location, "the place of weights"));
  if (options_.directory.empty()) {
    return NoSense(
        base::Text("weights stand in the file \"", location, "\", but the model was read from memory"));
  }
  if (!StaysBelow(location)) {
    return NoSense(
        base::Text("weights stand in the file \"", location, "\", which is not beside or below the model's"));
  }
  std::shared_ptr<base::Buffer>& file = files_[location];
  if (file != nullptr) return file;
  GE_ASSIGN_OR_RETURN(file,
                      base::Buffer::MapFile((std::filesystem::path(options_.directory) / location).string()));
  return file;
}

std::shared_ptr<base::Buffer> ModelReader::Share(std::string_view data,
                                                 const std::shared_ptr<base::Buffer>& whole,
                                                 base::DataType type) {
  if (data.size() < kCopiedBelow) return base::Buffer::CopyOf(data.data(), data.size());
  const auto offset = static_cast<size_t>(data.data() - whole->view().data());
  return base::Buffer::AlignedSlice(whole, offset, data.size(), AlignmentOf(type));
}

}  // namespace ge::serialize
