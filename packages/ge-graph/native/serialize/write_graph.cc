#include <algorithm>
#include <charconv>
#include <utility>

#include "serialize/data_nodes.h"
#include "serialize/ge_ir_fields.h"
#include "serialize/model_writer.h"
#include "serialize/name_table.h"

namespace ge::serialize {
namespace {

namespace field = ge_ir::op_def;

// A graph's message is cut into pieces of about this size, so that it grows without being moved.
constexpr size_t kPieceBytes = size_t{1} << 18U;

// `<producer>:<output>`
void PutEdge(Encoded& out, uint32_t number, const std::string& producer, int64_t port) {
  char text[24];
  text[0] = ':';
  const char* const end = std::to_chars(text + 1, std::end(text), port).ptr;
  out.fields().add_bytes_vectored(number, producer, std::string_view(text, static_cast<size_t>(end - text)));
}

template <typename Texts>
void PutTexts(Encoded& out, uint32_t number, const Texts& texts) {
  protozero::pbf_writer fields = out.fields();
  for (const std::string& text : texts) fields.add_string(number, text);
}

void PutInts(Encoded& out, uint32_t number, const std::vector<int64_t>& ints) {
  out.fields().add_packed_int64(number, ints.begin(), ints.end());
}

// The producers by name: they must be of the same graph to be found again.
bool PutInputs(Encoded& out, const ir::Node& node) {
  bool all_here = true;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    const ir::Endpoint source = node.producer(i);
    if (source.node == nullptr) {
      out.fields().add_string(field::kInput, "");
      continue;
    }
    PutEdge(out, field::kInput, source.node->name(), source.port);
    all_here &= source.node->graph() == node.graph();
  }
  for (const ir::Link& control : node.control_inputs()) {
    PutEdge(out, field::kInput, control.node->name(), -1);
    all_here &= control.node->graph() == node.graph();
  }
  return all_here;
}

// Model attributes that every AIR file holds.
void AddDefaults(ir::AttrMap& attrs) {
  for (const char* key :
       {"event_num", "label_num", "memory_size", "p2p_memory_size", "stream_num", "weight_size"}) {
    if (!attrs.Has(key)) attrs.Set(key, int64_t{0});
  }
  if (!attrs.Has("target_type")) attrs.Set("target_type", std::string("MINI"));
}

}  // namespace

base::Result<Segments> WriteModel(const ir::Graph& graph, const WriteOptions& options) {
  return ModelWriter(options).Write(graph);
}

base::Result<Segments> ModelWriter::Write(const ir::Graph& graph) {
  namespace model = ge_ir::model_def;
  std::vector<const ir::Graph*> graphs{&graph};
  for (const ir::Graph* subgraph : SubgraphsOf(graph)) graphs.push_back(subgraph);

  Segments segments;
  Encoded head;
  const bool tells_name = !options_.for_dump;
  if (tells_name && !graph.model.name.empty()) head.fields().add_string(model::kName, graph.model.name);
  if (tells_name && graph.model.version != 0) head.fields().add_uint32(model::kVersion, graph.model.version);
  if (tells_name && !graph.model.custom_version.empty()) {
    head.fields().add_string(model::kCustomVersion, graph.model.custom_version);
  }
  AddTo(segments, std::move(head));
  root_ = &graph;
  for (const ir::Graph* each : graphs) {
    std::vector<Encoded> pieces;
    pieces.push_back(GraphBody(*each, &pieces));
    if (!status_.ok()) return status_;
    size_t size = 0;
    for (const Encoded& piece : pieces) size += piece.size();
    segments.Add(MessageHead(model::kGraph, size));
    for (Encoded& piece : pieces) AddTo(segments, std::move(piece));
  }
  Encoded tail;
  ir::AttrMap attrs = graph.model.attrs;
  AddDefaults(attrs);
  PutAttrs(tail, model::kAttr, attrs);
  if (!graph.model.attr_groups.empty())
    tail.fields().add_message(model::kAttrGroups, graph.model.attr_groups);
  AddTo(segments, std::move(tail));
  if (!status_.ok()) return status_;
  return segments;
}

void ModelWriter::CheckNames(const ir::Graph& graph) {
  NameTable names(graph.node_count());
  for (ir::Node* node : graph.nodes()) {
    if (names.Add(node)) continue;
    return Fail({"E13009", base::Text("two nodes of graph \"", graph.name(), "\" have the name \"",
                                      node->name(), "\": a file could not tell them apart")});
  }
}

Encoded ModelWriter::GraphBody(const ir::Graph& graph, std::vector<Encoded>* pieces) {
  namespace field = ge_ir::graph_def;
  CheckNames(graph);
  Encoded out;
  if (!status_.ok()) return out;
  if (!graph.name().empty()) out.fields().add_string(field::kName, graph.name());
  for (const ir::Node* node : graph.nodes()) {
    if (IsGraphInput(*node)) PutEdge(out, field::kInput, node->name(), 0);
  }
  for (const ir::Endpoint& result : graph.Results()) {
    PutEdge(out, field::kOutput, result.node->name(), result.port);
  }
  if (options_.for_dump && depth_ == 0) use_order_ = UseOrder(graph);
  const ir::Node* const outer = node_;
  for (const ir::Node* node : graph.nodes()) {
    node_ = node;
    PutMessage(out, field::kOp, OpBody(*node));
    if (!status_.ok()) return out;
    if (pieces != nullptr && out.bytes.size() >= kPieceBytes) pieces->push_back(std::exchange(out, {}));
  }
  node_ = outer;
  ir::AttrMap attrs = graph.attrs;
  if (&graph == root_) {
    for (const auto& [name, value] : options_.graph_attrs) attrs.Set(name, value);
  }
  PutAttrs(out, field::kAttr, attrs);
  if (!graph.attr_groups.empty()) out.fields().add_message(field::kAttrGroups, graph.attr_groups);
  return out;
}

Encoded ModelWriter::OpBody(const ir::Node& node) {
  const ir::NodeDetails& details = node.details();
  Encoded out;
  out.bytes.reserve(last_op_bytes_);
  protozero::pbf_writer fields = out.fields();
  if (!node.name().empty()) fields.add_string(field::kName, node.name());
  if (!node.type().empty()) fields.add_string(field::kType, node.type().text());
  if (!PutInputs(out, node)) {
    Fail(base::InnerError(base::Text("node \"", node.name(), "\" of graph \"", node.graph()->name(),
                                     "\" reads a node of another graph, which a file cannot tell")));
  }
  PutOpAttrs(out, node);
  if (!details.attr_groups.empty()) fields.add_message(field::kAttrGroups, details.attr_groups);
  if (details.has_out_attr) fields.add_bool(field::kHasOutAttr, true);
  if (node.id != 0) fields.add_int64(field::kId, node.id);
  if (node.stream_id != 0) fields.add_int64(field::kStreamId, node.stream_id);
  PutTexts(out, field::kInputName, details.input_name);
  PutTexts(out, field::kSrcName, details.src_name);
  PutInts(out, field::kSrcIndex, details.src_index);
  PutTexts(out, field::kDstName, details.dst_name);
  PutInts(out, field::kDstIndex, details.dst_index);
  PutInts(out, field::kInputI, details.input_i);
  PutInts(out, field::kOutputI, details.output_i);
  PutInts(out, field::kWorkspace, details.workspace);
  PutInts(out, field::kWorkspaceBytes, details.workspace_bytes);
  fields.add_packed_bool(field::kIsInputConst, details.is_input_const.begin(), details.is_input_const.end());
  for (int32_t i = 0; i < node.input_count(); ++i) PutPortDesc(out, field::kInputDesc, node.input_desc(i));
  for (int32_t i = 0; i < node.output_count(); ++i) PutPortDesc(out, field::kOutputDesc, node.output_desc(i));
  for (const ir::SubgraphSlot& slot : node.subgraphs())
    fields.add_string(field::kSubgraphName, slot.instance);
  last_op_bytes_ = out.bytes.size();
  return out;
}

void ModelWriter::PutOpAttrs(Encoded& out, const ir::Node& node) {
  const EncodedPrototype& prototype = PrototypeOf(node);
  // What text dumps change, they change in the model's own graphs, not in those that attributes hold.
  if (depth_ != 0 || (!options_.for_dump && !options_.without_weights)) {
    if (!node.attrs().empty()) return PutAttrs(out, field::kAttr, node.attrs(), prototype.attrs);
    out.bytes += prototype.fields;
    return;
  }
  std::vector<EncodedAttr> attrs = prototype.attrs;
  if (options_.for_dump) PutUseOrder(attrs, node);
  std::vector<ir::AttrMap::Entry> shown;
  for (const ir::AttrMap::Entry& entry : node.attrs()) {
    if (IsShown(node, entry.first)) shown.push_back(entry);
  }
  ir::AttrMap map;
  map.Assign(std::move(shown));
  PutAttrs(out, field::kAttr, map, attrs);
}

bool ModelWriter::IsShown(const ir::Node& node, base::Name attr) const {
  static const base::Name value("value");
  static const base::Name definitions[] = {"node_def", "op_def", "func_def"};
  if (!options_.without_weights) return true;
  if (attr == value && IsConstant(node)) return false;
  return std::find(std::begin(definitions), std::end(definitions), attr) == std::end(definitions);
}

ModelWriter::EncodedPrototype ModelWriter::Encode(const ir::Node& node) {
  Encoded fields;
  std::vector<EncodedAttr> attrs = EncodePrototype(node);
  for (const EncodedAttr& attr : attrs) PutEntry(fields, field::kAttr, attr.key, attr.value);
  return {node.port_counts(), std::move(attrs), std::move(fields.bytes)};
}

const ModelWriter::EncodedPrototype& ModelWriter::PrototypeOf(const ir::Node& node) {
  if (!node.details().input_names.empty() || !node.details().output_names.empty()) {
    return own_prototype_ = Encode(node);
  }
  // In a deque: it stays where it is while an attribute's graph adds others.
  std::deque<EncodedPrototype>& known = prototypes_[&node.schema()];
  const ir::PortCounts& counts = node.port_counts();
  const auto found = std::find_if(known.begin(), known.end(), [&counts](const EncodedPrototype& each) {
    return each.counts.dynamic_inputs == counts.dynamic_inputs &&
           each.counts.dynamic_outputs == counts.dynamic_outputs;
  });
  if (found != known.end()) return *found;
  constexpr size_t kKept = 64;  // a type with ever other numbers of ports is not worth the search
  if (known.size() < kKept) return known.emplace_back(Encode(node));
  return own_prototype_ = Encode(node);
}

void ModelWriter::PutUseOrder(std::vector<EncodedAttr>& attrs, const ir::Node& node) {
  const std::vector<int64_t>& order = use_order_[&node];
  std::string list;
  protozero::pbf_writer(list).add_packed_int64(ge_ir::attr_def_list_value::kI, order.begin(), order.end());
  EncodedAttr attr{std::string(keys::kUseOrder), ""};
  if (!order.empty()) protozero::pbf_writer(attr.value).add_message(ge_ir::attr_def::kList, list);
  const auto at =
      std::find_if(attrs.begin(), attrs.end(), [&](const EncodedAttr& each) { return each.key > attr.key; });
  attrs.insert(at, std::move(attr));
}

}  // namespace ge::serialize
