#include <cstdlib>

#include "rewrite/inherit.h"

namespace ge::rewrite {
namespace {

using Strings = std::vector<std::string>;

base::Name MapAttr() {
  static const base::Name name("_original_op_attrs_map");
  return name;
}

void Append(ir::AttrMap& map, base::Name pass, const Strings& more) {
  Strings all = map.GetOr<Strings>(pass, {});
  all.insert(all.end(), more.begin(), more.end());
  map.Set(pass, std::move(all));
}

}  // namespace

std::optional<ir::NamedAttrs> OriginMap(const std::vector<ir::Node*>& originals,
                                        const std::string& pass_name) {
  if (std::getenv("DUMP_GE_GRAPH") == nullptr) return std::nullopt;
  ir::NamedAttrs map{MapAttr().text(), {}};
  Strings own;
  for (const ir::Node* node : originals) {
    own.push_back(node->name());
    own.push_back(node->type().text());
    const auto* earlier = node->attrs().Get<ir::Box<ir::NamedAttrs>>(MapAttr());
    if (earlier == nullptr) continue;
    for (const auto& [pass, pairs] : (*earlier)->attrs) {
      if (const auto* listed = std::get_if<Strings>(&pairs)) Append(map.attrs, pass, *listed);
    }
  }
  Append(map.attrs, base::Name(pass_name), own);
  return map;
}

void WriteOriginMap(const std::optional<ir::NamedAttrs>& map, const std::vector<ir::Node*>& added) {
  if (!map) return;
  for (ir::Node* node : added) node->mutable_attrs().Set(MapAttr(), ir::Box<ir::NamedAttrs>(*map));
}

}  // namespace ge::rewrite
