#include <algorithm>

#include "serialize/ge_ir_fields.h"
#include "serialize/model_writer.h"
#include "serialize/tensor_keys.h"

namespace ge::serialize {
namespace {

namespace attr = ge_ir::attr_def;
namespace list_value = ge_ir::attr_def_list_value;
namespace field = ge_ir::tensor_descriptor;

// Copying so little is cheaper than a piece of its own.
constexpr size_t kCopiedBelow = 4096;
// How many messages of descriptors are kept; most descriptors of a graph are like one of few.
constexpr size_t kMostKept = 4096;

std::string EncodeInt(int64_t number) {
  std::string value;
  protozero::pbf_writer(value).add_int64(attr::kI, number);
  return value;
}

std::string EncodeBool(bool flag) {
  std::string value;
  protozero::pbf_writer(value).add_bool(attr::kB, flag);
  return value;
}

std::string EncodeText(std::string_view text) {
  std::string value;
  protozero::pbf_writer(value).add_bytes(attr::kS, text.data(), text.size());
  return value;
}

std::string EncodeShape(const ir::Shape& shape) {
  std::string list;
  protozero::pbf_writer fields(list);
  fields.add_packed_int64(list_value::kI, shape.begin(), shape.end());
  fields.add_enum(list_value::kValType, ge_ir::attr_def_list_value_type::kVtListInt);
  std::string value;
  protozero::pbf_writer(value).add_message(attr::kList, list);
  return value;
}

std::string EncodeRange(const std::vector<std::pair<int64_t, int64_t>>& range) {
  std::string lists;
  for (const auto& [low, high] : range) {
    const int64_t bounds[] = {low, high};
    std::string list;
    protozero::pbf_writer(list).add_packed_int64(ge_ir::attr_def_list_list_int_list_int::kListI, bounds,
                                                 bounds + 2);
    protozero::pbf_writer(lists).add_message(ge_ir::attr_def_list_list_int::kListListI, list);
  }
  std::string value;
  protozero::pbf_writer(value).add_message(attr::kListListInt, lists);
  return value;
}

// The attributes that tell fields of our descriptor, sorted by key.
std::vector<EncodedAttr> StandardAttrs(const ir::TensorDesc& desc, const DataPlace* place,
                                       int64_t data_size) {
  const ir::DescDetails& details = desc.details();
  std::vector<EncodedAttr> attrs;
  const auto put = [&attrs](std::string_view key, std::string value) {
    attrs.push_back({std::string(key), std::move(value)});
  };
  const bool elsewhere = place != nullptr && !place->location.empty();
  put(keys::kFormatNumber, EncodeInt(static_cast<int32_t>(desc.format)));
  if (elsewhere) put(keys::kLength, EncodeInt(data_size));
  if (elsewhere) put(keys::kLocation, EncodeText(place->location));
  if (details.origin_type != base::DataType::kUndefined) {
    put(keys::kOriginType, EncodeText(base::DataTypeText(details.origin_type)));
  }
  put(keys::kOriginFormat, EncodeText(base::FormatText(desc.origin_format())));
  put(keys::kOriginFormatNumber, EncodeInt(static_cast<int32_t>(desc.origin_format())));
  if (details.has_origin_format) put(keys::kOriginFormatIsSet, EncodeBool(true));
  if (desc.has_origin_shape()) put(keys::kOriginShape, EncodeShape(desc.origin_shape()));
  put(keys::kOriginShapeInitialized, EncodeBool(desc.has_origin_shape()));
  if (details.tells_placement) put(keys::kPlacement, EncodeInt(details.placement));
  if (details.tells_placement || !details.shape_range.empty())
    put(keys::kShapeRange, EncodeRange(details.shape_range));
  return attrs;
}

}  // namespace

Encoded ModelWriter::DescBody(const ir::TensorDesc& desc, const DataPlace* place, int64_t data_size) {
  const ir::DescDetails& d = desc.details();
  Encoded out;
  protozero::pbf_writer fields = out.fields();
  const auto put_int = [&fields](uint32_t number, int64_t value) {
    if (value != 0) fields.add_int64(number, value);
  };
  const auto put_bool = [&fields](uint32_t number, bool value) {
    if (value) fields.add_bool(number, true);
  };
  const auto put_text = [&fields](uint32_t number, const std::string& value) {
    if (!value.empty()) fields.add_string(number, value);
  };
  const bool in_container = place != nullptr && place->location.empty();

  put_text(field::kName, d.name);
  const base::DataTypeInfo* type = base::FindDataType(desc.type);
  if (type != nullptr && type->proto != 0) fields.add_enum(field::kDtype, type->proto);
  std::string dims;
  protozero::pbf_writer(dims).add_packed_int64(ge_ir::shape_def::kDim, desc.shape.begin(), desc.shape.end());
  fields.add_message(field::kShape, dims);
  fields.add_string(field::kLayout, base::FormatText(desc.format));
  PutAttrs(out, field::kAttr, d.attrs, StandardAttrs(desc, place, data_size));
  if (!d.attr_groups.empty()) fields.add_message(field::kAttrGroups, d.attr_groups);
  put_bool(field::kHasOutAttr, d.has_out_attr);
  put_int(field::kSize, d.size);
  put_int(field::kWeightSize, in_container ? data_size : d.weight_size);
  put_bool(field::kReuseInput, d.reuse_input);
  put_bool(field::kOutputTensor, d.output_tensor);
  put_text(field::kDeviceType, d.device_type);
  put_bool(field::kInputTensor, d.input_tensor);
  put_int(field::kRealDimCnt, d.real_dim_cnt);
  put_int(field::kReuseInputIndex, d.reuse_input_index);
  put_int(field::kDataOffset, in_container ? place->offset : d.data_offset);
  put_int(field::kCmpsSize, d.cmps_size);
  put_text(field::kCmpsTab, d.cmps_tab);
  put_int(field::kCmpsTabOffset, d.cmps_tab_offset);
  return out;
}

void ModelWriter::PutPortDesc(Encoded& out, uint32_t field, const ir::TensorDesc& desc) {
  // Copies of a descriptor have the same details, and stay alive while the model is written.
  desc_key_.clear();
  const auto add = [this](const auto& part) {
    desc_key_.append(reinterpret_cast<const char*>(&part), sizeof(part));
  };
  add(desc.type);
  add(desc.format);
  add(desc.own_origin());
  add(desc.has_details() ? &desc.details() : nullptr);
  for (const int64_t dim : desc.shape) add(dim);
  const auto found = descs_.find(desc_key_);
  if (found != descs_.end()) return PutBytes(out, field, found->second);
  // Making the message may write others, in graphs that attributes hold.
  const std::string key = desc_key_;
  Encoded body = DescBody(desc);
  PutMessage(out, field, body);
  if (body.inserts.empty() && descs_.size() < kMostKept) descs_.emplace(key, std::move(body.bytes));
}

Encoded ModelWriter::TensorBody(const ir::Tensor& tensor) {
  const size_t size = tensor.size_bytes();
  std::optional<DataPlace> place;
  if (size != 0 && options_.place_data) place = options_.place_data(node_, tensor);
  Encoded out;
  PutMessage(out, ge_ir::tensor_def::kDesc,
             DescBody(tensor.desc, place ? &*place : nullptr, static_cast<int64_t>(size)));
  if (size == 0 || place) return out;
  if (size < kCopiedBelow) {
    const std::string_view data = tensor.data->view();
    out.fields().add_bytes(ge_ir::tensor_def::kData, data.data(), data.size());
  } else {
    PutShared(out, ge_ir::tensor_def::kData, tensor.data);
  }
  return out;
}

}  // namespace ge::serialize
