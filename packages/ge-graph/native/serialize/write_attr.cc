#include "serialize/ge_ir_fields.h"
#include "serialize/model_writer.h"

namespace ge::serialize {
namespace {

namespace attr = ge_ir::attr_def;
namespace list_value = ge_ir::attr_def_list_value;
namespace list_type = ge_ir::attr_def_list_value_type;

}  // namespace

// One function a kind of attribute, in the order of the wire format's fields.
class AttrVisitor {
 public:
  AttrVisitor(ModelWriter& writer, Encoded& out) : writer_(writer), out_(out) {}

  void operator()(std::monostate) {}
  void operator()(const std::string& v) { out_.fields().add_bytes(attr::kS, v); }
  void operator()(int64_t v) { out_.fields().add_int64(attr::kI, v); }
  void operator()(float v) { out_.fields().add_float(attr::kF, v); }
  void operator()(bool v) { out_.fields().add_bool(attr::kB, v); }
  void operator()(const ir::Bytes& v) { out_.fields().add_bytes(attr::kBt, v.value); }
  void operator()(const ir::Box<ir::NamedAttrs>& v) {
    PutMessage(out_, attr::kFunc, writer_.NamedAttrsBody(*v));
  }
  void operator()(const ir::Box<ir::TensorDesc>& v) { PutMessage(out_, attr::kTd, writer_.DescBody(*v)); }
  void operator()(const ir::Box<ir::Tensor>& v) { PutMessage(out_, attr::kT, writer_.TensorBody(*v)); }
  void operator()(const std::shared_ptr<ir::Graph>& v) { PutMessage(out_, attr::kG, GraphOf(v)); }
  void operator()(base::DataType v) { out_.fields().add_int64(attr::kDt, static_cast<int32_t>(v)); }
  void operator()(const ir::Expression& v) { out_.fields().add_bytes(attr::kExpression, v.value); }

  void operator()(const std::vector<std::vector<int64_t>>& v) {
    Encoded lists;
    for (const std::vector<int64_t>& inner : v) {
      Encoded list;
      list.fields().add_packed_int64(ge_ir::attr_def_list_list_int_list_int::kListI, inner.begin(),
                                     inner.end());
      PutMessage(lists, ge_ir::attr_def_list_list_int::kListListI, list);
    }
    PutMessage(out_, attr::kListListInt, lists);
  }
  void operator()(const std::vector<std::vector<float>>& v) {
    Encoded lists;
    for (const std::vector<float>& inner : v) {
      Encoded list;
      list.fields().add_packed_float(ge_ir::attr_def_list_list_float_list_float::kListF, inner.begin(),
                                     inner.end());
      PutMessage(lists, ge_ir::attr_def_list_list_float::kListListF, list);
    }
    PutMessage(out_, attr::kListListFloat, lists);
  }

  void operator()(const std::vector<std::string>& v) {
    Encoded list;
    for (const std::string& item : v) list.fields().add_bytes(list_value::kS, item);
    PutList(std::move(list), list_type::kVtListString);
  }
  void operator()(const std::vector<int64_t>& v) {
    Encoded list;
    list.fields().add_packed_int64(list_value::kI, v.begin(), v.end());
    PutList(std::move(list), list_type::kVtListInt);
  }
  void operator()(const std::vector<float>& v) {
    Encoded list;
    list.fields().add_packed_float(list_value::kF, v.begin(), v.end());
    PutList(std::move(list), list_type::kVtListFloat);
  }
  void operator()(const std::vector<bool>& v) {
    Encoded list;
    list.fields().add_packed_bool(list_value::kB, v.begin(), v.end());
    PutList(std::move(list), list_type::kVtListBool);
  }
  void operator()(const std::vector<ir::Bytes>& v) {
    Encoded list;
    for (const ir::Bytes& item : v) list.fields().add_bytes(list_value::kBt, item.value);
    PutList(std::move(list), list_type::kVtListBytes);
  }
  void operator()(const std::vector<base::DataType>& v) {
    std::vector<int64_t> numbers;
    for (const base::DataType item : v) numbers.push_back(static_cast<int32_t>(item));
    Encoded list;
    list.fields().add_packed_int64(list_value::kDt, numbers.begin(), numbers.end());
    PutList(std::move(list), list_type::kVtListDataType);
  }
  void operator()(const std::vector<ir::TensorDesc>& v) {
    Encoded list;
    for (const ir::TensorDesc& item : v) PutMessage(list, list_value::kTd, writer_.DescBody(item));
    PutList(std::move(list), list_type::kVtListTensorDesc);
  }
  void operator()(const std::vector<ir::Tensor>& v) {
    Encoded list;
    for (const ir::Tensor& item : v) PutMessage(list, list_value::kT, writer_.TensorBody(item));
    PutList(std::move(list), list_type::kVtListTensor);
  }
  void operator()(const std::vector<ir::NamedAttrs>& v) {
    Encoded list;
    for (const ir::NamedAttrs& item : v) PutMessage(list, list_value::kNa, writer_.NamedAttrsBody(item));
    PutList(std::move(list), list_type::kVtListNamedAttrs);
  }
  void operator()(const std::vector<std::shared_ptr<ir::Graph>>& v) {
    Encoded list;
    for (const std::shared_ptr<ir::Graph>& item : v) PutMessage(list, list_value::kG, GraphOf(item));
    PutList(std::move(list), list_type::kVtListGraph);
  }

 private:
  void PutList(Encoded list, int32_t type) {
    list.fields().add_enum(list_value::kValType, type);
    PutMessage(out_, attr::kList, list);
  }
  Encoded GraphOf(const std::shared_ptr<ir::Graph>& graph) {
    return graph == nullptr ? Encoded() : writer_.GraphBody(*graph);
  }

  ModelWriter& writer_;
  Encoded& out_;
};

Encoded ModelWriter::AttrBody(const ir::AttrValue& value) {
  Encoded out;
  if (depth_ == kMaxNesting) {
    Fail(base::InnerError(base::Text("an attribute ",
                                     node_ == nullptr ? "of a graph" : "of node \"" + node_->name() + "\"",
                                     " holds attributes more than ", kMaxNesting, " deep")));
  }
  if (!status_.ok()) return out;
  ++depth_;
  std::visit(AttrVisitor(*this, out), value);
  --depth_;
  return out;
}

Encoded ModelWriter::NamedAttrsBody(const ir::NamedAttrs& value) {
  Encoded out;
  if (!value.name.empty()) out.fields().add_string(ge_ir::named_attrs::kName, value.name);
  PutAttrs(out, ge_ir::named_attrs::kAttr, value.attrs);
  return out;
}

void ModelWriter::PutAttrs(Encoded& out, uint32_t field, const ir::AttrMap& attrs) {
  PutAttrs(out, field, attrs, {});
}

void ModelWriter::PutAttrs(Encoded& out, uint32_t field, const ir::AttrMap& attrs,
                           const std::vector<EncodedAttr>& more) {
  auto next = more.begin();
  for (const auto& [name, value] : attrs) {
    const std::string& key = name.text();
    for (; next != more.end() && next->key < key; ++next) PutEntry(out, field, next->key, next->value);
    if (next != more.end() && next->key == key) continue;
    if (value.index() != 0) PutEntry(out, field, key, AttrBody(value));
  }
  for (; next != more.end(); ++next) PutEntry(out, field, next->key, next->value);
}

}  // namespace ge::serialize
