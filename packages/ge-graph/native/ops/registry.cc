#include "ops/registry.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ops/schema_equal.h"
#include "ops/schema_rows.h"

namespace ge::ops {
namespace {

using SharedSchema = std::shared_ptr<const ir::OpSchema>;

// Schemas are built from their rows when first asked for.
struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<base::Name, SharedSchema> schemas;
  std::unordered_map<base::Name, std::string> origins;  // of those that users registered
};

Registry& TheRegistry() {
  static auto* const registry =
      new Registry;  // lives as long as the process: graphs may outlive static objects
  return *registry;
}

// Never freed, so that sharing it needs no counting.
SharedSchema Keep(ir::OpSchema schema) {
  return {std::shared_ptr<const ir::OpSchema>(), new ir::OpSchema(std::move(schema))};
}

const OpRow* FindRow(std::string_view type) {
  const OpRow* end = kOps + kOpCount;
  const OpRow* row =
      std::lower_bound(kOps, end, type, [](const OpRow& op, std::string_view t) { return op.type < t; });
  return row != end && row->type == type ? row : nullptr;
}

ir::OpSchema FromRow(const OpRow& op) {
  ir::OpSchema schema;
  schema.type = op.type;
  const PortRow* port = kPorts + op.first_port;
  for (uint16_t i = 0; i < op.inputs; ++i, ++port) {
    schema.inputs.push_back({port->name, static_cast<ir::InputKind>(port->kind), port->types, port->symbol});
  }
  for (uint16_t i = 0; i < op.outputs; ++i, ++port) {
    schema.outputs.push_back(
        {port->name, static_cast<ir::OutputKind>(port->kind), port->types, port->symbol});
  }
  for (const AttrRow* attr = kAttrs + op.first_attr; attr != kAttrs + op.first_attr + op.attrs; ++attr) {
    const bool required = attr->fallback < 0;
    schema.attrs.push_back(
        {attr->name, attr->kind, required, required ? ir::AttrValue{} : DefaultValue(attr->fallback)});
  }
  for (uint16_t i = 0; i < op.subgraphs; ++i) {
    const SubgraphRow& graph = kSubgraphs[op.first_subgraph + i];
    schema.subgraphs.push_back({graph.name, graph.kind});
  }
  return schema;
}

template <typename Specs>
base::Status RefuseTwice(const ir::OpSchema& schema, const char* what, const Specs& specs) {
  std::unordered_set<base::Name> seen;
  for (const auto& spec : specs) {
    if (spec.name.empty())
      return base::InvalidArgument(base::Text("operator ", schema.type, ": ", what, " without a name"));
    if (!seen.insert(spec.name).second) {
      return base::InvalidArgument(
          base::Text("operator ", schema.type, ": ", what, " \"", spec.name, "\" stands twice"));
    }
  }
  return {};
}

base::Status Check(const ir::OpSchema& schema) {
  if (schema.type.empty()) return base::InvalidArgument("an operator needs a type");
  GE_RETURN_IF_ERROR(RefuseTwice(schema, "input", schema.inputs));
  GE_RETURN_IF_ERROR(RefuseTwice(schema, "output", schema.outputs));
  GE_RETURN_IF_ERROR(RefuseTwice(schema, "attribute", schema.attrs));
  GE_RETURN_IF_ERROR(RefuseTwice(schema, "subgraph", schema.subgraphs));
  for (const ir::AttrSpec& attr : schema.attrs) {
    if (attr.kind == ir::AttrKind::kUnknown) {
      return base::InvalidArgument(
          base::Text("operator ", schema.type, ": attribute \"", attr.name, "\" has no kind"));
    }
  }
  return {};
}

}  // namespace

std::shared_ptr<const ir::OpSchema> FindSchema(std::string_view type) {
  Registry& registry = TheRegistry();
  const OpRow* row = FindRow(type);
  const base::Name name(type);
  {
    const std::shared_lock lock(registry.mutex);
    const auto found = registry.schemas.find(name);
    if (found != registry.schemas.end()) return found->second;
  }
  if (row == nullptr) return nullptr;
  const std::unique_lock lock(registry.mutex);
  SharedSchema& schema = registry.schemas[name];
  if (schema == nullptr) schema = Keep(FromRow(*row));
  return schema;
}

base::Status RegisterSchema(ir::OpSchema schema, std::string origin) {
  GE_RETURN_IF_ERROR(Check(schema));
  Registry& registry = TheRegistry();
  const SharedSchema known = FindSchema(schema.type.text());
  const std::unique_lock lock(registry.mutex);
  const auto found = registry.schemas.find(schema.type);
  const SharedSchema& other = found != registry.schemas.end() ? found->second : known;
  if (other == nullptr) {
    registry.origins.emplace(schema.type, std::move(origin));
    registry.schemas.emplace(schema.type, Keep(std::move(schema)));
    return {};
  }
  if (const std::string difference = FirstDifference(*other, schema); !difference.empty()) {
    const auto known_from = registry.origins.find(schema.type);
    return base::InvalidArgument(base::Text(
        "operator ", schema.type, " is already known with another prototype: ", difference, "; known from ",
        known_from == registry.origins.end() ? "the definitions of ge-graph" : known_from->second,
        ", given by ", origin));
  }
  return {};
}

std::vector<std::string> RegisteredTypes() {
  std::vector<std::string> types;
  types.reserve(kOpCount);
  for (size_t i = 0; i < kOpCount; ++i) types.emplace_back(kOps[i].type);
  Registry& registry = TheRegistry();
  {
    const std::shared_lock lock(registry.mutex);
    for (const auto& entry : registry.origins) types.push_back(entry.first.text());
  }
  std::sort(types.begin(), types.end());
  return types;
}

}  // namespace ge::ops
