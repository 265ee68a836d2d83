#include "serialize/ge_ir_fields.h"
#include "serialize/model_reader.h"
#include "serialize/text_format.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

namespace attr = ge_ir::attr_def;
namespace list_value = ge_ir::attr_def_list_value;
namespace list_type = ge_ir::attr_def_list_value_type;

constexpr uint32_t kFirstUnknown = 18;  // of AttrDef: kinds of later versions

template <typename T>
std::vector<std::vector<T>> ReadListOfLists(std::string_view message, uint32_t outer_field,
                                            uint32_t inner_field) {
  std::vector<std::vector<T>> lists;
  protozero::pbf_reader outer = Fields(message);
  while (outer.next(outer_field, protozero::pbf_wire_type::length_delimited)) {
    std::vector<T>& list = lists.emplace_back();
    protozero::pbf_reader inner = Fields(View(outer));
    while (inner.next(inner_field)) {
      if (inner.wire_type() == protozero::pbf_wire_type::length_delimited) {
        AddPacked(inner, list);
      } else if (std::is_same_v<T, float> && inner.wire_type() == protozero::pbf_wire_type::fixed32) {
        list.push_back(static_cast<T>(inner.get_float()));
      } else if (!std::is_same_v<T, float> && inner.wire_type() == protozero::pbf_wire_type::varint) {
        list.push_back(static_cast<T>(inner.get_int64()));
      } else {
        inner.skip();
      }
    }
  }
  return lists;
}

template <typename T>
std::vector<T> ReadNumbers(std::string_view message, uint32_t field) {
  std::vector<T> numbers;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    const uint32_t tag = reader.tag_and_type();
    if (tag == Delimited(field)) {
      AddPacked(reader, numbers);
    } else if (tag == Varint(field) && !std::is_same_v<T, float>) {
      numbers.push_back(static_cast<T>(reader.get_int64()));
    } else if (tag == Fixed32(field) && std::is_same_v<T, float>) {
      numbers.push_back(static_cast<T>(reader.get_float()));
    } else {
      reader.skip();
    }
  }
  return numbers;
}

template <typename Add>
base::Status ForEachDelimited(std::string_view message, uint32_t field, Add add) {
  protozero::pbf_reader reader = Fields(message);
  while (reader.next(field, protozero::pbf_wire_type::length_delimited))
    GE_RETURN_IF_ERROR(add(View(reader)));
  return {};
}

// `read` gives a Result for the bytes of one item.
template <typename T, typename Read>
base::Result<std::optional<ir::AttrValue>> ReadItems(std::string_view message, uint32_t field, Read read) {
  std::vector<T> items;
  GE_RETURN_IF_ERROR(ForEachDelimited(message, field, [&](std::string_view item) -> base::Status {
    GE_ASSIGN_OR_RETURN(T value, read(item));
    items.push_back(std::move(value));
    return {};
  }));
  return std::optional<ir::AttrValue>(std::move(items));
}

template <typename T>
base::Result<std::optional<ir::AttrValue>> Some(T value) {
  return std::optional<ir::AttrValue>(ir::AttrValue(std::move(value)));
}

int64_t ListType(std::string_view message) {
  int64_t type = list_type::kVtListNone;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next(list_value::kValType, protozero::pbf_wire_type::varint)) type = reader.get_int64();
  return type;
}

// Counts how deep attributes stand in attributes.
class Deeper {
 public:
  explicit Deeper(int& depth) : depth_(depth) { ++depth_; }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  int& depth_;
};

}  // namespace

base::Result<std::optional<ir::AttrValue>> ModelReader::ReadAttr(std::string_view message) {
  const Deeper deeper(depth_);
  if (depth_ > kMaxNesting)
    return NoSense(base::Text("attributes stand in attributes more than ", kMaxNesting, " deep"));
  std::optional<ir::AttrValue> value;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Varint(attr::kI):
        value = ir::AttrValue(reader.get_int64());
        break;
      case Fixed32(attr::kF):
        value = ir::AttrValue(reader.get_float());
        break;
      case Varint(attr::kB):
        value = ir::AttrValue(reader.get_bool());
        break;
      case Varint(attr::kDt):
        value = ir::AttrValue(static_cast<base::DataType>(reader.get_int64()));
        break;
      case Delimited(attr::kList): {
        GE_ASSIGN_OR_RETURN(value, ReadList(View(reader)));
        break;
      }
      default:
        if (static_cast<uint32_t>(reader.tag()) >= kFirstUnknown) {
          return NoSense(base::Text("the kind of value number ", reader.tag(), " is not known"));
        }
        if (reader.wire_type() != protozero::pbf_wire_type::length_delimited) {
          reader.skip();
          break;
        }
        const auto number = static_cast<uint32_t>(reader.tag());
        GE_ASSIGN_OR_RETURN(value, ReadAttrField(number, View(reader)));
    }
  }
  return value;
}

base::Result<ir::AttrValue> ModelReader::ReadAttrField(uint32_t number, std::string_view message) {
  switch (number) {
    case attr::kS:
      return ir::AttrValue(std::string(message));
    case attr::kBt:
      return ir::AttrValue(ir::Bytes{std::string(message)});
    case attr::kExpression:
      return ir::AttrValue(ir::Expression{std::string(message)});
    case attr::kListListInt:
      return ir::AttrValue(ReadListOfLists<int64_t>(message, ge_ir::attr_def_list_list_int::kListListI,
                                                    ge_ir::attr_def_list_list_int_list_int::kListI));
    case attr::kListListFloat:
      return ir::AttrValue(ReadListOfLists<float>(message, ge_ir::attr_def_list_list_float::kListListF,
                                                  ge_ir::attr_def_list_list_float_list_float::kListF));
    case attr::kFunc: {
      GE_ASSIGN_OR_RETURN(ir::NamedAttrs named, ReadNamedAttrs(message));
      return ir::AttrValue(ir::Box<ir::NamedAttrs>(std::move(named)));
    }
    case attr::kTd: {
      GE_ASSIGN_OR_RETURN(ir::TensorDesc desc, ReadDesc(message));
      return ir::AttrValue(ir::Box<ir::TensorDesc>(std::move(desc)));
    }
    case attr::kT: {
      GE_ASSIGN_OR_RETURN(ir::Tensor tensor, ReadTensor(message));
      return ir::AttrValue(ir::Box<ir::Tensor>(std::move(tensor)));
    }
    case attr::kG: {
      GE_ASSIGN_OR_RETURN(std::shared_ptr<ir::Graph> graph, ReadAttrGraph(message));
      return ir::AttrValue(std::move(graph));
    }
    default:
      return NoSense(base::Text("the kind of value number ", number, " is not known"));
  }
}

base::Result<std::optional<ir::AttrValue>> ModelReader::ReadList(std::string_view message) {
  switch (ListType(message)) {
    case list_type::kVtListNone:
      return std::optional<ir::AttrValue>();
    case list_type::kVtListString:
      return ReadItems<std::string>(message, list_value::kS, [](std::string_view item) {
        return base::Result<std::string>(std::string(item));
      });
    case list_type::kVtListInt:
      return Some(ReadNumbers<int64_t>(message, list_value::kI));
    case list_type::kVtListFloat:
      return Some(ReadNumbers<float>(message, list_value::kF));
    case list_type::kVtListBool:
      return Some(ReadNumbers<bool>(message, list_value::kB));
    case list_type::kVtListDataType:
      return Some(ReadNumbers<base::DataType>(message, list_value::kDt));
    case list_type::kVtListBytes:
      return ReadItems<ir::Bytes>(message, list_value::kBt, [](std::string_view item) {
        return base::Result<ir::Bytes>(ir::Bytes{std::string(item)});
      });
    case list_type::kVtListTensorDesc:
      return ReadItems<ir::TensorDesc>(message, list_value::kTd,
                                       [this](std::string_view item) { return ReadDesc(item); });
    case list_type::kVtListTensor:
      return ReadItems<ir::Tensor>(message, list_value::kT,
                                   [this](std::string_view item) { return ReadTensor(item); });
    case list_type::kVtListNamedAttrs:
      return ReadItems<ir::NamedAttrs>(message, list_value::kNa,
                                       [this](std::string_view item) { return ReadNamedAttrs(item); });
    case list_type::kVtListGraph:
      return ReadItems<std::shared_ptr<ir::Graph>>(
          message, list_value::kG, [this](std::string_view item) { return ReadAttrGraph(item); });
    default:
      return NoSense(base::Text("the kind of list number ", ListType(message), " is not known"));
  }
}

base::Result<ir::NamedAttrs> ModelReader::ReadNamedAttrs(std::string_view message) {
  ir::NamedAttrs named;
  std::vector<ir::AttrMap::Entry> entries;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Delimited(ge_ir::named_attrs::kName):
        named.name = View(reader);
        GE_RETURN_IF_ERROR(CheckText(named.name, "the name of named attributes"));
        break;
      case Delimited(ge_ir::named_attrs::kAttr):
        GE_RETURN_IF_ERROR(ReadEntry(View(reader), entries));
        break;
      default:
        reader.skip();
    }
  }
  named.attrs.Assign(std::move(entries));
  return named;
}

base::Result<std::shared_ptr<ir::Graph>> ModelReader::ReadAttrGraph(std::string_view message) {
  GE_ASSIGN_OR_RETURN(ReadGraphResult read, ReadGraph(message));
  for (const Named& op : read.operators) {
    for (size_t i = 0; i < op.subgraphs.size(); ++i) {
      op.node->mutable_subgraphs().push_back({std::string(op.subgraphs[i]), std::string(op.subgraphs[i])});
    }
  }
  return std::move(read.graph);
}

base::Status CheckGroups(std::string_view groups) {
  if (groups.empty()) return {};
  const base::Result<std::string> text = TextOf(groups, ge_ir::kAttrGroups);
  return text.ok() ? base::Status() : text.status().In("groups of attributes");
}

MapEntry SplitEntry(std::string_view message) {
  MapEntry entry;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Delimited(ge_ir::model_def_attr_entry::kKey):
        entry.key = View(reader);
        break;
      case Delimited(ge_ir::model_def_attr_entry::kValue):
        entry.value = View(reader);
        break;
      default:
        reader.skip();
    }
  }
  return entry;
}

base::Status ModelReader::ReadEntry(std::string_view message, std::vector<ir::AttrMap::Entry>& attrs) {
  const MapEntry entry = SplitEntry(message);
  GE_RETURN_IF_ERROR(CheckText(entry.key, "the name of an attribute"));
  base::Result<std::optional<ir::AttrValue>> value = ReadAttr(entry.value);
  if (!value.ok()) return value.status().In(base::Text("attribute \"", entry.key, "\""));
  if (*value) attrs.emplace_back(entry.key, std::move(**value));
  return {};
}

}  // namespace ge::serialize
