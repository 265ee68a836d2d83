#include "serialize/onnx_attrs.h"

#include <cstdio>
#include <protozero/pbf_writer.hpp>
#include <variant>

#include "serialize/ge_onnx_fields.h"

namespace ge::serialize {
namespace {

namespace field = ge_onnx::attribute_proto;
namespace type = ge_onnx::attribute_proto_attribute_type;

// From so many descriptors on, each stands in one attribute, as JSON.
constexpr int32_t kFoldedFrom = 20;

using FieldValue = std::variant<int64_t, std::string, std::vector<int64_t>>;
using DescFields = std::vector<std::pair<std::string, FieldValue>>;

DescFields FieldsOf(const ir::TensorDesc& desc) {
  const ir::DescDetails& d = desc.details();
  DescFields fields{{"dtype", std::string(base::DataTypeText(desc.type))},
                    {"shape", desc.shape.dims()},
                    {"layout", base::FormatText(desc.format)},
                    {"origin_layout", base::FormatText(desc.origin_format())},
                    {"size", d.size},
                    {"weight_size", d.weight_size},
                    {"reuse_input", int64_t{d.reuse_input}},
                    {"output_tensor", int64_t{d.output_tensor}},
                    {"device_type", d.device_type},
                    {"input_tensor", int64_t{d.input_tensor}},
                    {"real_dim_cnt", d.real_dim_cnt},
                    {"data_offset", d.data_offset},
                    {"cmps_size", d.cmps_size},
                    {"cmps_tab", d.cmps_tab},
                    {"cmps_tab_offset", d.cmps_tab_offset}};
  if (d.origin_type != base::DataType::kUndefined) {
    fields.emplace_back("origin_dtype", std::string(base::DataTypeText(d.origin_type)));
  }
  if (desc.has_origin_shape()) fields.emplace_back("origin_shape", desc.origin_shape().dims());
  for (const auto& [name, value] : d.attrs) {
    if (const auto* number = std::get_if<int64_t>(&value))
      fields.emplace_back("attr_" + name.text(), *number);
    if (const auto* flag = std::get_if<bool>(&value))
      fields.emplace_back("attr_" + name.text(), int64_t{*flag});
    if (const auto* text = std::get_if<std::string>(&value))
      fields.emplace_back("attr_" + name.text(), *text);
    if (const auto* list = std::get_if<std::vector<int64_t>>(&value))
      fields.emplace_back("attr_" + name.text(), *list);
  }
  return fields;
}

std::string JsonText(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      quoted += c;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    quoted += escape;
  }
  return quoted + "\"";
}

struct JsonValue {
  std::string operator()(int64_t v) const { return std::to_string(v); }
  std::string operator()(const std::string& v) const { return JsonText(v); }
  std::string operator()(const std::vector<int64_t>& v) const {
    std::string items;
    for (const int64_t item : v) items += (items.empty() ? "" : ",") + std::to_string(item);
    return "[" + items + "]";
  }
};

std::string Folded(const DescFields& fields) {
  std::string members;
  for (const auto& [name, value] : fields) {
    members += (members.empty() ? "" : ",") + JsonText(name) + ":" + std::visit(JsonValue(), value);
  }
  return "{" + members + "}";
}

std::string Message(const std::string& name) {
  std::string message;
  protozero::pbf_writer(message).add_string(field::kName, name);
  return message;
}

}  // namespace

// One function a kind of attribute; kinds that hold other attributes are left out.
struct OnnxAttrVisitor {
  void operator()(int64_t v) { attrs.AddInt(name, v); }
  void operator()(bool v) { attrs.AddInt(name, v ? 1 : 0); }
  void operator()(float v) { attrs.AddFloat(name, v); }
  void operator()(base::DataType v) { attrs.AddInt(name, static_cast<int32_t>(v)); }
  void operator()(const std::string& v) {
    if (attrs.ShowsTexts()) attrs.AddText(name, v);
  }
  void operator()(const ir::Bytes& v) {
    if (attrs.ShowsTexts()) attrs.AddText(name, v.value);
  }
  void operator()(const ir::Expression& v) {
    if (attrs.ShowsTexts()) attrs.AddText(name, v.value);
  }
  void operator()(const std::vector<int64_t>& v) { attrs.AddInts(name, v); }
  void operator()(const std::vector<float>& v) { attrs.AddFloats(name, v); }
  void operator()(const std::vector<bool>& v) { attrs.AddInts(name, {v.begin(), v.end()}); }
  void operator()(const std::vector<base::DataType>& v) {
    std::vector<int64_t> numbers;
    for (const base::DataType item : v) numbers.push_back(static_cast<int32_t>(item));
    attrs.AddInts(name, numbers);
  }
  void operator()(const std::vector<std::string>& v) {
    if (attrs.ShowsTexts()) attrs.AddTexts(name, v);
  }
  void operator()(const std::vector<std::vector<int64_t>>& v) {
    for (size_t i = 0; i < v.size(); ++i) attrs.AddInts(name + "_" + std::to_string(i), v[i]);
  }
  void operator()(const std::vector<std::vector<float>>& v) {
    for (size_t i = 0; i < v.size(); ++i) attrs.AddFloats(name + "_" + std::to_string(i), v[i]);
  }
  void operator()(const ir::Box<ir::Tensor>& v) { attrs.AddTensor(name, *v); }
  void operator()(const std::vector<ir::Tensor>& v) {
    for (size_t i = 0; i < v.size(); ++i) attrs.AddTensor(name + "_" + std::to_string(i), v[i]);
  }
  template <typename Other>
  void operator()(const Other&) {}

  OnnxAttrs& attrs;
  const std::string& name;
};

void OnnxAttrs::AddNode(const ir::Node& node) {
  AddInt("id", node.id);
  AddInt("stream_id", node.stream_id);
  AddDetails(node.details());
  std::vector<std::string> names;
  std::vector<int64_t> ports;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    names.push_back(node.InputName(i));
    ports.push_back(i);
  }
  AddTexts("_input_name_key", names);
  AddInts("_input_name_value", ports);
  AddInt("input_desc_nums", node.input_count());
  AddInt("output_desc_nums", node.output_count());
  for (int32_t i = 0; i < node.input_count(); ++i) {
    AddDesc("input_desc", i, node.input_count() >= kFoldedFrom, node.input_desc(i));
  }
  for (int32_t i = 0; i < node.output_count(); ++i) {
    AddDesc("output_desc", i, node.output_count() >= kFoldedFrom, node.output_desc(i));
  }
  for (const auto& [name, value] : node.attrs()) AddAttr(name.text(), value);
}

void OnnxAttrs::AddDetails(const ir::NodeDetails& details) {
  AddTexts("input_name", details.input_name);
  AddTexts("src_name", details.src_name);
  AddInts("src_index", details.src_index);
  AddTexts("dst_name", details.dst_name);
  AddInts("dst_index", details.dst_index);
  AddInts("input_i", details.input_i);
  AddInts("output_i", details.output_i);
  AddInts("workspace", details.workspace);
  AddInts("workspace_bytes", details.workspace_bytes);
  AddInts("is_input_const", {details.is_input_const.begin(), details.is_input_const.end()});
  if (ShowsTexts() && !details.attr_groups.empty()) AddText("attr_groups", details.attr_groups);
}

void OnnxAttrs::AddDesc(const std::string& prefix, int32_t number, bool folded, const ir::TensorDesc& desc) {
  const DescFields fields = FieldsOf(desc);
  if (folded) return AddText(prefix + "_" + std::to_string(number), Folded(fields));
  for (const auto& [name, value] : fields) {
    const std::string full = prefix + "_" + name + ":" + std::to_string(number);
    if (const auto* text = std::get_if<std::string>(&value)) AddText(full, *text);
    if (const auto* integer = std::get_if<int64_t>(&value)) AddInt(full, *integer);
    if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) AddInts(full, *list);
  }
}

void OnnxAttrs::AddTensor(const std::string& name, const ir::Tensor& tensor) {
  AddText(name + "_desc_dtype", base::DataTypeText(tensor.desc.type));
  AddInts(name + "_desc_shape", tensor.desc.shape.dims());
  AddText(name + "_desc_layout", base::FormatText(tensor.desc.format));
  AddText(name + "_desc_device_type", tensor.desc.details().device_type);
  if (level_ == DumpLevel::kAll && tensor.data != nullptr) AddText(name + "_data", tensor.data->view());
}

void OnnxAttrs::AddAttr(const std::string& name, const ir::AttrValue& value) {
  std::visit(OnnxAttrVisitor{*this, name}, value);
}

void OnnxAttrs::AddInt(const std::string& name, int64_t value) {
  std::string message = Message(name);
  protozero::pbf_writer fields(message);
  fields.add_int64(field::kI, value);
  fields.add_enum(field::kType, type::kInt);
  messages_[name] = std::move(message);
}

void OnnxAttrs::AddInts(const std::string& name, const std::vector<int64_t>& values) {
  std::string message = Message(name);
  protozero::pbf_writer fields(message);
  fields.add_packed_int64(field::kInts, values.begin(), values.end());
  fields.add_enum(field::kType, type::kInts);
  messages_[name] = std::move(message);
}

void OnnxAttrs::AddFloat(const std::string& name, float value) {
  std::string message = Message(name);
  protozero::pbf_writer fields(message);
  fields.add_float(field::kF, value);
  fields.add_enum(field::kType, type::kFloat);
  messages_[name] = std::move(message);
}

void OnnxAttrs::AddFloats(const std::string& name, const std::vector<float>& values) {
  std::string message = Message(name);
  protozero::pbf_writer fields(message);
  fields.add_packed_float(field::kFloats, values.begin(), values.end());
  fields.add_enum(field::kType, type::kFloats);
  messages_[name] = std::move(message);
}

void OnnxAttrs::AddText(const std::string& name, std::string_view value) {
  std::string message = Message(name);
  protozero::pbf_writer fields(message);
  fields.add_bytes(field::kS, value.data(), value.size());
  fields.add_enum(field::kType, type::kString);
  messages_[name] = std::move(message);
}

void OnnxAttrs::AddTexts(const std::string& name, const std::vector<std::string>& values) {
  std::string message = Message(name);
  protozero::pbf_writer fields(message);
  for (const std::string& value : values) fields.add_bytes(field::kStrings, value);
  fields.add_enum(field::kType, type::kStrings);
  messages_[name] = std::move(message);
}

}  // namespace ge::serialize
