#include <algorithm>
#include <cstdlib>

#include "rewrite/inherit.h"
#include "rewrite/origins.h"

namespace ge::rewrite {
namespace {

using Strings = std::vector<std::string>;

// By pass, in the order in which passes are met.
using OriginsByPass = std::vector<std::pair<base::Name, Origins>>;

base::Name MapAttr() {
  static const base::Name name("_original_op_attrs_map");
  return name;
}

Origins& OriginsOf(base::Name pass, OriginsByPass& all) {
  const auto found =
      std::find_if(all.begin(), all.end(), [pass](const auto& entry) { return entry.first == pass; });
  return found == all.end() ? all.emplace_back(pass, Origins()).second : found->second;
}

// Names and types in turn.
Strings Pairs(const Origins& origins) {
  Strings pairs;
  pairs.reserve(2 * origins.names().size());
  for (size_t i = 0; i < origins.names().size(); ++i) {
    pairs.push_back(origins.names()[i]);
    pairs.push_back(origins.types()[i]);
  }
  return pairs;
}

void AddPairs(const Strings& pairs, Origins& origins) {
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) origins.Add(pairs[i], pairs[i + 1]);
}

}  // namespace

std::optional<ir::NamedAttrs> OriginMap(const std::vector<ir::Node*>& originals,
                                        const std::string& pass_name) {
  if (std::getenv("DUMP_GE_GRAPH") == nullptr) return std::nullopt;
  OriginsByPass all;
  for (const ir::Node* node : originals) {
    const auto* earlier = node->attrs().Get<ir::Box<ir::NamedAttrs>>(MapAttr());
    if (earlier == nullptr) continue;
    for (const auto& [pass, pairs] : (*earlier)->attrs) {
      if (const auto* listed = std::get_if<Strings>(&pairs)) AddPairs(*listed, OriginsOf(pass, all));
    }
  }
  Origins& own = OriginsOf(base::Name(pass_name), all);
  for (const ir::Node* node : originals) own.Add(node->name(), node->type().text());
  ir::NamedAttrs map{MapAttr().text(), {}};
  for (const auto& [pass, origins] : all) map.attrs.Set(pass, Pairs(origins));
  return map;
}

void WriteOriginMap(const std::optional<ir::NamedAttrs>& map, const std::vector<ir::Node*>& added) {
  if (!map) return;
  for (ir::Node* node : added) node->mutable_attrs().Set(MapAttr(), ir::Box<ir::NamedAttrs>(*map));
}

}  // namespace ge::rewrite
