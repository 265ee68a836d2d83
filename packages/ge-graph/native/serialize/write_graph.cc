#include <algorithm>
#include <unordered_set>

#include "serialize/data_nodes.h"
#include "serialize/ge_ir_fields.h"
#include "serialize/model_writer.h"

namespace ge::serialize {
namespace {

namespace field = ge_ir::op_def;

std::string Edge(const std::string& producer, int64_t port) { return producer + ":" + std::to_string(port); }

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
  protozero::pbf_writer fields = out.fields();
  bool all_here = true;
  for (int32_t i = 0; i < node.input_count(); ++i) {
    const ir::Endpoint source = node.producer(i);
    fields.add_string(field::kInput, source.node == nullptr ? "" : Edge(source.node->name(), source.port));
    all_here &= source.node == nullptr || source.node->graph() == node.graph();
  }
  for (const ir::Link& control : node.control_inputs()) {
    fields.add_string(field::kInput, Edge(control.node->name(), -1));
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
    Encoded body;
    PutMessage(body, model::kGraph, GraphBody(*each));
    if (!status_.ok()) return status_;
    AddTo(segments, std::move(body));
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
  std::unordered_set<std::string_view> names;
  names.reserve(graph.node_count());
  for (const ir::Node* node : graph.nodes()) {
    if (names.insert(node->name()).second) continue;
    return Fail({"E13009", base::Text("two nodes of graph \"", graph.name(), "\" have the name \"",
                                      node->name(), "\": a file could not tell them apart")});
  }
}

Encoded ModelWriter::GraphBody(const ir::Graph& graph) {
  namespace field = ge_ir::graph_def;
  CheckNames(graph);
  Encoded out;
  if (!status_.ok()) return out;
  protozero::pbf_writer fields = out.fields();
  if (!graph.name().empty()) fields.add_string(field::kName, graph.name());
  for (const ir::Node* node : graph.nodes()) {
    if (IsGraphInput(*node)) fields.add_string(field::kInput, Edge(node->name(), 0));
  }
  for (const ir::Endpoint& result : graph.Results()) {
    fields.add_string(field::kOutput, Edge(result.node->name(), result.port));
  }
  if (options_.for_dump && depth_ == 0) use_order_ = UseOrder(graph);
  const ir::Node* const outer = node_;
  for (const ir::Node* node : graph.nodes()) {
    node_ = node;
    PutMessage(out, field::kOp, OpBody(*node));
    if (!status_.ok()) return out;
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
  for (int32_t i = 0; i < node.input_count(); ++i)
    PutMessage(out, field::kInputDesc, DescBody(node.input_desc(i)));
  for (int32_t i = 0; i < node.output_count(); ++i)
    PutMessage(out, field::kOutputDesc, DescBody(node.output_desc(i)));
  for (const ir::SubgraphSlot& slot : node.subgraphs())
    fields.add_string(field::kSubgraphName, slot.instance);
  return out;
}

void ModelWriter::PutOpAttrs(Encoded& out, const ir::Node& node) {
  const std::vector<EncodedAttr>& prototype = PrototypeOf(node);
  // What text dumps change, they change in the model's own graphs, not in those that attributes hold.
  if (depth_ != 0 || (!options_.for_dump && !options_.without_weights)) {
    return PutAttrs(out, field::kAttr, node.attrs(), prototype);
  }
  std::vector<EncodedAttr> attrs = prototype;
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

const std::vector<EncodedAttr>& ModelWriter::PrototypeOf(const ir::Node& node) {
  if (!node.details().input_names.empty() || !node.details().output_names.empty()) {
    own_prototype_ = EncodePrototype(node);
    return own_prototype_;
  }
  auto& known = prototypes_[&node.schema()];
  const ir::PortCounts& counts = node.port_counts();
  const auto found = std::find_if(known.begin(), known.end(), [&counts](const auto& entry) {
    return entry.first.dynamic_inputs == counts.dynamic_inputs &&
           entry.first.dynamic_outputs == counts.dynamic_outputs;
  });
  if (found != known.end()) return found->second;
  constexpr size_t kKept = 64;  // a type with ever other numbers of ports is not worth the search
  if (known.size() < kKept) return known.emplace_back(counts, EncodePrototype(node)).second;
  own_prototype_ = EncodePrototype(node);
  return own_prototype_;
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
