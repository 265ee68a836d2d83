#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "serialize/ge_ir_fields.h"
#include "serialize/model_reader.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {

// An operator's fields as they stand in the message.
struct ModelReader::OpFields {
  std::string_view name;
  std::string_view type;
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> attrs;
  std::vector<std::string_view> input_descs;
  std::vector<std::string_view> output_descs;
  std::vector<std::string_view> subgraphs;
  int64_t id = 0;
  int64_t stream_id = 0;
  ir::NodeDetails details;
};

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

std::string Where(const ir::Node& node) {
  return base::Text("node \"", node.name(), "\" (", node.type(), ")");
}

// `<producer>:<output>`, cut at the last colon.
struct Source {
  std::string_view producer;
  int64_t output = 0;
};

base::Result<Source> ParseSource(std::string_view text, size_t colon) {
  Source source{text.substr(0, colon), 0};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, source.output);
  if (error == std::errc() && rest == end && rest != text.data() + colon + 1) return source;
  return NoSense(base::Text("\"", text, "\" does not end in the number of an output"));
}

// The lists of OpDef that only files use.
bool TakeNumbers(protozero::pbf_reader& reader, ir::NodeDetails& details) {
  std::vector<int64_t>* list = nullptr;
  switch (static_cast<uint32_t>(reader.tag())) {
    case field::kSrcIndex:
      list = &details.src_index;
      break;
    case field::kDstIndex:
      list = &details.dst_index;
      break;
    case field::kInputI:
      list = &details.input_i;
      break;
    case field::kOutputI:
      list = &details.output_i;
      break;
    case field::kWorkspace:
      list = &details.workspace;
      break;
    case field::kWorkspaceBytes:
      list = &details.workspace_bytes;
      break;
    case field::kIsInputConst:
      break;
    default:
      return false;
  }
  if (reader.wire_type() == protozero::pbf_wire_type::varint) {
    const int64_t number = reader.get_int64();
    list != nullptr ? list->push_back(number) : details.is_input_const.push_back(number != 0);
  } else if (reader.wire_type() == protozero::pbf_wire_type::length_delimited) {
    list != nullptr ? AddPacked(reader, *list) : AddPacked(reader, details.is_input_const);
  } else {
    reader.skip();
  }
  return true;
}

}  // namespace

base::Result<ModelReader::OpFields> ModelReader::ReadOpFields(std::string_view message) {
  OpFields op;
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
        op.attrs.push_back(View(reader));
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
  for (const auto* names : {&op.details.input_name, &op.details.src_name, &op.details.dst_name}) {
    for (const std::string& name : *names) GE_RETURN_IF_ERROR(CheckText(name, "the name of a port or node"));
  }
  for (const std::string_view name : op.subgraphs)
    GE_RETURN_IF_ERROR(CheckText(name, "the name of a subgraph"));
  const base::Status status = CheckText(op.type, "its type");
  return status.ok() ? base::Result<OpFields>(std::move(op))
                     : status.In(base::Text("node \"", op.name, "\""));
}

base::Status ModelReader::ReadOpAttrs(const OpFields& fields, PrototypeLists* lists, ir::AttrMap* attrs) {
  std::vector<ir::AttrMap::Entry> entries;
  for (const std::string_view message : fields.attrs) {
    const MapEntry entry = SplitEntry(message);
    std::vector<std::string>* texts = TextsNamed(*lists, entry.key);
    std::vector<int64_t>* ints = IntsNamed(*lists, entry.key);
    if (texts == nullptr && ints == nullptr) {
      GE_RETURN_IF_ERROR(ReadEntry(message, entries));
      continue;
    }
    if (texts != nullptr) texts->clear();
    if (ints != nullptr) ints->clear();
    ReadUntypedList(entry.value, texts, ints);
    if (texts == nullptr) continue;
    for (const std::string& text : *texts) GE_RETURN_IF_ERROR(CheckText(text, "a name of its prototype"));
  }
  attrs->Assign(std::move(entries));
  return {};
}

base::Result<ModelReader::Named> ModelReader::ReadOp(ir::Graph& graph, std::string_view message) {
  GE_ASSIGN_OR_RETURN(OpFields fields, ReadOpFields(message));
  const auto where = [&fields](const base::Status& status) {
    return status.In(base::Text("node \"", fields.name, "\" (", fields.type, ")"));
  };
  PrototypeLists lists;
  ir::AttrMap attrs;
  const base::Status read = ReadOpAttrs(fields, &lists, &attrs);
  if (!read.ok()) return where(read);

  const auto inputs = static_cast<int32_t>(fields.input_descs.size());
  const auto outputs = static_cast<int32_t>(fields.output_descs.size());
  std::shared_ptr<const ir::OpSchema> schema = prototypes_.Restore(fields.type, lists);
  ir::PortCounts counts;
  if (!CountPorts(*schema, attrs, inputs, outputs, &counts)) {
    lists = {};
    counts = {};
    schema = prototypes_.Restore(fields.type, lists);
  }
  ir::Node* node = graph.AddNode(std::string(fields.name), std::move(schema), counts);
  while (node->input_count() < inputs) graph.AppendInput(node, {});
  while (node->output_count() < outputs) graph.AppendOutput(node, {});
  node->id = fields.id;
  node->stream_id = fields.stream_id;
  node->mutable_attrs() = std::move(attrs);
  const base::Status ports = ReadPorts(*node, fields);
  if (!ports.ok()) return where(ports);
  ir::NodeDetails& details = fields.details;
  details.input_names = OwnInputNames(*node, lists);
  details.output_names = OwnOutputNames(*node, lists);
  const bool needs_details =
      !details.has_out_attr || !details.input_names.empty() || !details.output_names.empty() ||
      !details.input_name.empty() || !details.src_name.empty() || !details.src_index.empty() ||
      !details.dst_name.empty() || !details.dst_index.empty() || !details.input_i.empty() ||
      !details.output_i.empty() || !details.workspace.empty() || !details.workspace_bytes.empty() ||
      !details.is_input_const.empty() || !details.attr_groups.empty();
  if (needs_details) node->mutable_details() = std::move(details);
  return Named{node, std::move(fields.inputs), std::move(fields.subgraphs)};
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

base::Result<ModelReader::ReadGraphResult> ModelReader::ReadGraph(std::string_view message) {
  namespace field = ge_ir::graph_def;
  std::string_view name;
  std::string_view groups;
  std::vector<std::string_view> inputs, outputs, operators, attrs;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Delimited(field::kName):
        name = View(reader);
        break;
      case Delimited(field::kInput):
        inputs.push_back(View(reader));
        break;
      case Delimited(field::kOutput):
        outputs.push_back(View(reader));
        break;
      case Delimited(field::kOp):
        operators.push_back(View(reader));
        break;
      case Delimited(field::kAttr):
        attrs.push_back(View(reader));
        break;
      case Delimited(field::kAttrGroups):
        groups = View(reader);
        break;
      default:
        reader.skip();
    }
  }
  GE_RETURN_IF_ERROR(CheckText(name, "the name of a graph"));
  ReadGraphResult read{ir::Graph::Create(std::string(name)), {}};
  const auto where = [name](const base::Status& status) {
    return status.In(base::Text("graph \"", name, "\""));
  };
  read.graph->attr_groups = groups;
  std::vector<ir::AttrMap::Entry> entries;
  for (const std::string_view attr : attrs) {
    const base::Status status = ReadEntry(attr, entries);
    if (!status.ok()) return where(status);
  }
  read.graph->attrs.Assign(std::move(entries));

  NodesByName nodes;
  nodes.reserve(operators.size());
  for (const std::string_view each : operators) {
    base::Result<Named> op = ReadOp(*read.graph, each);
    if (!op.ok()) return where(op.status());
    if (!nodes.emplace(op->node->name(), op->node).second) {
      return where({"E13009", base::Text("two nodes have the name \"", op->node->name(), "\"")});
    }
    read.operators.push_back(std::move(*op));
  }
  const base::Status connected = Connect(*read.graph, read.operators, nodes);
  if (!connected.ok()) return where(connected);
  const base::Status results = ReadResults(*read.graph, inputs, outputs, nodes);
  if (!results.ok()) return where(results);
  return read;
}

base::Status ModelReader::Connect(ir::Graph& graph, const std::vector<Named>& operators,
                                  const NodesByName& nodes) {
  for (const Named& op : operators) {
    int64_t port = 0;
    for (const std::string_view input : op.inputs) {
      const size_t colon = input.rfind(':');
      if (colon == std::string_view::npos) {
        ++port;
        continue;
      }
      base::Result<Source> source = ParseSource(input, colon);
      if (!source.ok()) return source.status().In(base::Text(Where(*op.node), " has the input"));
      const auto producer = nodes.find(source->producer);
      if (producer == nodes.end()) {
        return NoSense(base::Text(Where(*op.node), " reads \"", input, "\", but there is no node \"",
                                  source->producer, "\""));
      }
      const base::Status added = source->output < 0
                                     ? graph.AddControlEdge(producer->second, op.node)
                                     : graph.AddDataEdge(producer->second, source->output, op.node, port++);
      if (!added.ok()) return NoSense(added.message()).In(base::Text("\"", input, "\""));
    }
  }
  return {};
}

base::Status ModelReader::ReadResults(ir::Graph& graph, const std::vector<std::string_view>& inputs,
                                      const std::vector<std::string_view>& outputs,
                                      const NodesByName& nodes) {
  std::vector<ir::Endpoint> results;
  for (const auto* list : {&inputs, &outputs}) {
    const char* what = list == &inputs ? "an input" : "a result";
    for (const std::string_view text : *list) {
      const size_t colon = text.rfind(':');
      if (colon == std::string_view::npos)
        return NoSense(base::Text(what, " of the graph is \"", text, "\", without an output"));
      base::Result<Source> source = ParseSource(text, colon);
      if (!source.ok()) return source.status().In(base::Text(what, " of the graph is"));
      const auto node = nodes.find(source->producer);
      if (node == nodes.end()) {
        return NoSense(base::Text(what, " of the graph is \"", text, "\", but there is no node \"",
                                  source->producer, "\""));
      }
      if (list == &inputs) continue;
      if (!node->second->HasOutput(source->output)) {
        return NoSense(base::Text(what, " of the graph is output ", source->output, " of ",
                                  Where(*node->second), ", which has ", node->second->output_count()));
      }
      results.push_back({node->second, static_cast<int32_t>(source->output)});
    }
  }
  // NetOutput says the same, and stays true when the graph changes.
  if (graph.net_output() == nullptr) graph.SetOutputs(std::move(results));
  return {};
}

}  // namespace ge::serialize
