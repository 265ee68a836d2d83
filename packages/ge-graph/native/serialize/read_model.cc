#include <unordered_map>

#include "ops/registry.h"
#include "serialize/ge_ir_fields.h"
#include "serialize/model_reader.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

// No real model comes near; more would make reading slow.
constexpr size_t kMaxSubgraphDepth = 256;
constexpr size_t kMaxBodies = 4096;

// The name of the slot for body number `index`: files tell the bodies only, so it comes from the operator's
// prototype where the process knows it.
std::string SlotName(base::Name type, size_t index, std::string_view instance) {
  const std::shared_ptr<const ir::OpSchema> known = ops::FindSchema(type.text());
  if (known == nullptr) return std::string(instance);
  for (size_t i = 0; i < known->subgraphs.size(); ++i) {
    const ir::SubgraphSpec& spec = known->subgraphs[i];
    if (spec.kind == ir::SubgraphKind::kDynamic) return spec.name.text() + std::to_string(index - i);
    if (i == index) return spec.name.text();
  }
  return std::string(instance);
}

}  // namespace

base::Status NoSense(std::string message) { return {"E10041", std::move(message)}; }

base::Status CheckText(std::string_view text, std::string_view what) {
  if (IsUtf8(text)) return {};
  return {"E13005", base::Text(what, " is no UTF-8 text")};
}

base::Result<std::shared_ptr<ir::Graph>> ReadModel(std::shared_ptr<base::Buffer> bytes,
                                                   const ReadOptions& options) {
  if (bytes == nullptr || bytes->size() == 0) return base::Status("E13005", "the model is empty");
  try {
    return ModelReader(std::move(bytes), options).Read();
  } catch (const protozero::exception& malformed) {
    return base::Status("E13005",
                        base::Text("the model is no ge.proto.ModelDef message: ", malformed.what()));
  }
}

base::Result<std::shared_ptr<ir::Graph>> ModelReader::Read() {
  namespace field = ge_ir::model_def;
  ir::ModelInfo model;
  std::vector<ReadGraphResult> graphs;
  std::vector<ir::AttrMap::Entry> attrs;
  protozero::pbf_reader reader = Fields(bytes_->view());
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Delimited(field::kName):
        model.name = View(reader);
        GE_RETURN_IF_ERROR(CheckText(model.name, "the name of the model"));
        break;
      case Varint(field::kVersion):
        model.version = reader.get_uint32();
        break;
      case Delimited(field::kCustomVersion):
        model.custom_version = View(reader);
        GE_RETURN_IF_ERROR(CheckText(model.custom_version, "the version of the model"));
        break;
      case Delimited(field::kGraph): {
        GE_ASSIGN_OR_RETURN(ReadGraphResult graph, ReadGraph(View(reader)));
        graphs.push_back(std::move(graph));
        break;
      }
      case Delimited(field::kAttr):
        GE_RETURN_IF_ERROR(ReadEntry(View(reader), attrs));
        break;
      case Delimited(field::kAttrGroups):
        model.attr_groups = View(reader);
        GE_RETURN_IF_ERROR(CheckGroups(model.attr_groups));
        break;
      default:
        reader.skip();
    }
  }
  if (graphs.empty()) return NoSense("the model holds no graph");
  model.attrs.Assign(std::move(attrs));
  GE_RETURN_IF_ERROR(AttachAll(graphs));
  graphs.front().graph->model = std::move(model);
  return graphs.front().graph;
}

// Breadth first from the root, so that a body's parent is in the tree before it. Graphs that no node names
// are left out.
base::Status ModelReader::AttachAll(std::vector<ReadGraphResult>& graphs) {
  std::unordered_map<std::string_view, size_t> by_name;
  for (size_t i = 0; i < graphs.size(); ++i) {
    if (by_name.emplace(graphs[i].graph->name(), i).second) continue;
    return NoSense(base::Text("two graphs of the model have the name \"", graphs[i].graph->name(), "\""));
  }
  std::vector<size_t> reached{0};
  size_t level_end = 1;
  size_t depth = 0;
  for (size_t next = 0; next < reached.size(); ++next) {
    if (next == level_end) {
      level_end = reached.size();
      if (++depth > kMaxSubgraphDepth)
        return NoSense(base::Text("subgraphs nest more than ", kMaxSubgraphDepth, " deep"));
    }
    ReadGraphResult& outer = graphs[reached[next]];
    for (const Named& op : outer.operators)
      GE_RETURN_IF_ERROR(Attach(*outer.graph, op, by_name, graphs, reached));
  }
  return {};
}

base::Status ModelReader::Attach(ir::Graph& parent, const Named& op,
                                 const std::unordered_map<std::string_view, size_t>& by_name,
                                 std::vector<ReadGraphResult>& graphs, std::vector<size_t>& reached) {
  if (op.subgraphs.size() > kMaxBodies) {
    return NoSense(base::Text("node \"", op.node->name(), "\" names ", op.subgraphs.size(),
                              " subgraphs, more than ", kMaxBodies));
  }
  for (size_t i = 0; i < op.subgraphs.size(); ++i) {
    const std::string_view name = op.subgraphs[i];
    const std::string slot = SlotName(op.node->type(), i, name);
    const auto body = by_name.find(name);
    // A model of one graph may have been cut out of a larger one.
    if (name.empty() || (body == by_name.end() && graphs.size() == 1)) {
      op.node->mutable_subgraphs().push_back({slot, std::string(name)});
      continue;
    }
    const auto where =
        base::Text("node \"", op.node->name(), "\" (", op.node->type(), ") of graph \"", parent.name(), "\"");
    if (body == by_name.end()) {
      return NoSense(base::Text("subgraph \"", name, "\" of ", where, " is not in the model"));
    }
    const base::Status attached = parent.AttachSubgraph(op.node, slot, graphs[body->second].graph);
    if (!attached.ok()) return NoSense(attached.message()).In(where);
    reached.push_back(body->second);
  }
  return {};
}

}  // namespace ge::serialize
