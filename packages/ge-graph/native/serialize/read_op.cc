#include <unordered_set>
#include <utility>

#include "serialize/ge_ir_fields.h"
#include "serialize/model_reader.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {

namespace {

namespace field = ge_ir::op_def;

// Null when the list of a prototype does not have this name.
std::vector<std::string>* TextsNamed(PrototypeLists& lists, std::string_view key) {
  if (key == keys::kInputName) return &lists.input_names;
  if (key == keys::kOutputName) return &lists.output_names;
  if (key == keys::kOptionalInputs) return &lists.optional_inputs;
  if (key == keys::kAttrNames) return &lists.attr_names;
  if (key == keys::kInputs) return &lists.inputs;
  return key == keys::kOutputs ? &lists.outputs : nullptr;
}

std::vector<int64_t>* IntsNamed(PrototypeLists& lists, std::string_view key) {
  if (key == keys::kInputPort) return &lists.input_ports;
  if (key == keys::kOutputPort) return &lists.output_ports;
  if (key == keys::kInputKinds) return &lists.input_kinds;
  return key == keys::kOutputKinds ? &lists.output_kinds : nullptr;
}

bool IsPrototypeKey(std::string_view key) {
  static const std::unordered_set<std::string_view> keys{
      keys::kInputName, keys::kOutputName, keys::kOptionalInputs, keys::kAttrNames,  keys::kInputs,
      keys::kOutputs,   keys::kInputPort,  keys::kOutputPort,     keys::kInputKinds, keys::kOutputKinds};
  return !key.empty() && key.front() == '_' && keys.count(key) != 0;
}

// The list inside an AttrDef, which carries no type.
void ReadUntypedList(std::string_view attr, std::vector<std::string>* texts, std::vector<int64_t>* ints) {
  protozero::pbf_reader reader = Fields(attr);
  while (reader.next(ge_ir::attr_def::kList, protozero::pbf_wire_type::length_delimited)) {
    protozero::pbf_reader list = Fields(View(reader));
    while (list.next()) {
      const uint32_t tag = list.tag_and_type();
      if (texts != nullptr && tag == Delimited(ge_ir::attr_def_list_value::kS)) {
        texts->emplace_back(View(list));
      } else if (ints != nullptr && tag == Delimited(ge_ir::attr_def_list_value::kI)) {
        AddPacked(list, *ints);
      } else if (ints != nullptr && tag == Varint(ge_ir::attr_def_list_value::kI)) {
        ints->push_back(list.get_int64());
      } else {
        list.skip();
      }
    }
  }
}

bool IsNeeded(const ir::NodeDetails& d) {
  return !d.has_out_attr || !d.input_names.empty() || !d.output_names.empty() || !d.input_name.empty() ||
         !d.src_name.empty() || !d.src_index.empty() || !d.dst_name.empty() || !d.dst_index.empty() ||
         !d.input_i.empty() || !d.output_i.empty() || !d.workspace.empty() || !d.workspace_bytes.empty() ||
         !d.is_input_const.empty() || !d.attr_groups.empty();
}

// The lists of numbers of OpDef that only files use.
struct NumberList {
  uint32_t field;
  std::vector<int64_t> ir::NodeDetails::*list;
};

constexpr NumberList kNumberLists[] = {
    {field::kSrcIndex, &ir::NodeDetails::src_index},
    {field::kDstIndex, &ir::NodeDetails::dst_index},
    {field::kInputI, &ir::NodeDetails::input_i},
    {field::kOutputI, &ir::NodeDetails::output_i},
    {field::kWorkspace, &ir::NodeDetails::workspace},
    {field::kWorkspaceBytes, &ir::NodeDetails::workspace_bytes},
};

template <typename Numbers>
void AddNumbers(protozero::pbf_reader& reader, Numbers& numbers) {
  if (reader.wire_type() == protozero::pbf_wire_type::varint) {
    numbers.push_back(static_cast<typename Numbers::value_type>(reader.get_int64()));
  } else if (reader.wire_type() == protozero::pbf_wire_type::length_delimited) {
    AddPacked(reader, numbers);
  } else {
    reader.skip();
  }
}

bool TakeNumbers(protozero::pbf_reader& reader, ir::NodeDetails& details) {
  const auto number = static_cast<uint32_t>(reader.tag());
  if (number == field::kIsInputConst) {
    AddNumbers(reader, details.is_input_const);
    return true;
  }
  for (const NumberList& known : kNumberLists) {
    if (known.field != number) continue;
    AddNumbers(reader, details.*known.list);
    return true;
  }
  return false;
}

}  // namespace

void ModelReader::OpFields::Clear() {
  name = type = {};
  for (auto* views : {&inputs, &attr_messages, &input_descs, &output_descs, &subgraphs}) views->clear();
  prototype.clear();
  use_order.clear();
  attrs = {};
  id = stream_id = 0;
  if (IsNeeded(details)) details = {};
}

base::Status ModelReader::ReadOpFields(std::string_view message, OpFields& op) {
  op.details.has_out_attr = false;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Delimited(field::kName):
        op.name = View(reader);
        break;
      case Delimited(field::kType):
        op.type = View(reader);
        break;
      case Delimited(field::kInput):
        op.inputs.push_back(View(reader));
        break;
      case Delimited(field::kAttr):
        op.attr_messages.push_back(View(reader));
        break;
      case Delimited(field::kAttrGroups):
        op.details.attr_groups = View(reader);
        break;
      case Varint(field::kHasOutAttr):
        op.details.has_out_attr = reader.get_bool();
        break;
      case Varint(field::kId):
        op.id = reader.get_int64();
        break;
      case Varint(field::kStreamId):
        op.stream_id = reader.get_int64();
        break;
      case Delimited(field::kInputName):
        op.details.input_name.emplace_back(View(reader));
        break;
      case Delimited(field::kSrcName):
        op.details.src_name.emplace_back(View(reader));
        break;
      case Delimited(field::kDstName):
        op.details.dst_name.emplace_back(View(reader));
        break;
      case Delimited(field::kInputDesc):
        op.input_descs.push_back(View(reader));
        break;
      case Delimited(field::kOutputDesc):
        op.output_descs.push_back(View(reader));
        break;
      case Delimited(field::kSubgraphName):
        op.subgraphs.push_back(View(reader));
        break;
      default:
        if (!TakeNumbers(reader, op.details)) reader.skip();
    }
  }
  GE_RETURN_IF_ERROR(CheckText(op.name, "the name of a node"));
  GE_RETURN_IF_ERROR(CheckGroups(op.details.attr_groups));
  for (const auto* names : {&op.details.input_name, &op.details.src_name, &op.details.dst_name}) {
    for (const std::string& name : *names) GE_RETURN_IF_ERROR(CheckText(name, "the name of a port or node"));
  }
  for (const std::string_view name : op.subgraphs)
    GE_RETURN_IF_ERROR(CheckText(name, "the name of a subgraph"));
  const base::Status status = CheckText(op.type, "its type");
  return status.ok() ? status : status.In(base::Text("node \"", op.name, "\""));
}

base::Status ModelReader::ReadOpAttrs(OpFields& op) {
  std::vector<ir::AttrMap::Entry> entries;
  for (const std::string_view message : op.attr_messages) {
    const MapEntry entry = SplitEntry(message);
    if (IsPrototypeKey(entry.key)) {
      op.prototype.push_back({message, entry});
    } else if (entry.key == keys::kUseOrder) {
      ReadUntypedList(entry.value, nullptr, &op.use_order);
    } else {
      GE_RETURN_IF_ERROR(ReadEntry(message, entries));
      // How many ports a dynamic input has, is a part of what is told of the prototype.
      if (entry.key.substr(0, keys::kDynamic.size()) == keys::kDynamic) op.prototype.push_back({message, {}});
    }
  }
  op.attrs.Assign(std::move(entries));
  return {};
}

// Most operators of a file tell what others told, byte by byte.
base::Result<RestoredPrototype> ModelReader::PrototypeOf(const OpFields& op) {
  const auto inputs = static_cast<int32_t>(op.input_descs.size());
  const auto outputs = static_cast<int32_t>(op.output_descs.size());
  std::string& told = told_;
  told.assign(op.type).push_back('\0');
  told.append(std::to_string(inputs)).append(":").append(std::to_string(outputs));
  for (const auto& each : op.prototype) told.append(each.message).push_back('\n');
  const auto found = restored_.find(told);
  if (found != restored_.end()) return found->second;

  PrototypeLists lists;
  for (const auto& each : op.prototype) {
    std::vector<std::string>* texts = TextsNamed(lists, each.entry.key);
    std::vector<int64_t>* ints = IntsNamed(lists, each.entry.key);
    if (texts != nullptr) texts->clear();
    if (ints != nullptr) ints->clear();
    ReadUntypedList(each.entry.value, texts, ints);
    if (texts == nullptr) continue;
    for (const std::string& text : *texts) GE_RETURN_IF_ERROR(CheckText(text, "a name of its prototype"));
  }
  RestoredPrototype restored = prototypes_.Restore(op.type, std::move(lists), op.attrs, inputs, outputs);
  if (restored_.size() < kMostKept) restored_.emplace(told, restored);
  return restored;
}

base::Status ModelReader::AddOp(ir::Graph& graph, OpFields& op, Named& named) {
  GE_RETURN_IF_ERROR(ReadOpAttrs(op));
  GE_ASSIGN_OR_RETURN(RestoredPrototype prototype, PrototypeOf(op));
  ir::Node* node = graph.AddNode(std::string(op.name), std::move(prototype.schema), prototype.counts);
  while (node->input_count() < static_cast<int32_t>(op.input_descs.size())) graph.AppendInput(node, {});
  while (node->output_count() < static_cast<int32_t>(op.output_descs.size())) graph.AppendOutput(node, {});
  node->id = op.id;
  node->stream_id = op.stream_id;
  node->mutable_attrs() = std::move(op.attrs);
  GE_RETURN_IF_ERROR(ReadPorts(*node, op));
  ir::NodeDetails& details = op.details;
  details.input_names = std::move(prototype.input_names);
  details.output_names = std::move(prototype.output_names);
  if (IsNeeded(details)) node->mutable_details() = std::exchange(details, {});
  named = {node, op.inputs, op.subgraphs, op.use_order};
  return {};
}

base::Result<ModelReader::Named> ModelReader::ReadOp(ir::Graph& graph, std::string_view message) {
  // Taken, not referred to: attributes may hold graphs, whose operators are read meanwhile.
  OpFields op = std::move(op_fields_);
  op.Clear();
  Named named;
  base::Status status = ReadOpFields(message, op);
  if (status.ok()) {
    status = AddOp(graph, op, named);
    if (!status.ok()) status = status.In(base::Text("node \"", op.name, "\" (", op.type, ")"));
  }
  op_fields_ = std::move(op);
  if (!status.ok()) return status;
  return named;
}

base::Status ModelReader::ReadPorts(ir::Node& node, const OpFields& fields) {
  for (size_t i = 0; i < fields.input_descs.size(); ++i) {
    base::Result<ir::TensorDesc> desc = ReadDesc(fields.input_descs[i]);
    if (!desc.ok()) return desc.status().In(base::Text("input ", i));
    node.mutable_input_desc(static_cast<int32_t>(i)) = std::move(*desc);
  }
  for (size_t i = 0; i < fields.output_descs.size(); ++i) {
    base::Result<ir::TensorDesc> desc = ReadDesc(fields.output_descs[i]);
    if (!desc.ok()) return desc.status().In(base::Text("output ", i));
    node.mutable_output_desc(static_cast<int32_t>(i)) = std::move(*desc);
  }
  return {};
}

}  // namespace ge::serialize
