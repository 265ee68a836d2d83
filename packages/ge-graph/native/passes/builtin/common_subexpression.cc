// before  a = Exp(x); b = Exp(x)
// after   a in the place of b
// unless  the operator does more than compute, or an attribute of the prototype differs

#include <unordered_map>

#include "ir/order.h"
#include "match/attr_equal.h"
#include "match/compatible.h"
#include "passes/builtin.h"
#include "passes/builtin/pure.h"
#include "rewrite/control.h"

namespace ge::passes {
namespace {

size_t Hash(const ir::Node& node) {
  size_t sum = std::hash<base::Name>()(node.type());
  for (int32_t i = 0; i < node.input_count(); ++i) {
    const ir::Endpoint source = node.producer(i);
    sum = sum * 1000003 + std::hash<const void*>()(source.node) + static_cast<size_t>(source.port);
  }
  return sum;
}

bool SameAttrs(const ir::Node& a, const ir::Node& b) {
  for (const ir::AttrSpec& spec : a.schema().attrs) {
    const ir::AttrValue* left = a.AttrOrDefault(spec.name);
    const ir::AttrValue* right = b.AttrOrDefault(spec.name);
    if ((left == nullptr) != (right == nullptr)) return false;
    if (left != nullptr && !match::AttrEquals(*left, *right)) return false;
  }
  return true;
}

// A prototype that is not known, of a file, says nothing of its attributes: then all of them count.
bool SameForeignAttrs(const ir::Node& a, const ir::Node& b) {
  if (!a.schema().attrs.empty()) return true;
  for (const auto& [name, value] : a.attrs()) {
    const std::string& text = name.text();
    if (!text.empty() && text[0] == '_') continue;
    const ir::AttrValue* other = b.attrs().Find(name);
    if (other == nullptr || !match::AttrEquals(value, *other)) return false;
  }
  return true;
}

bool Same(const ir::Node& a, const ir::Node& b) {
  if (a.type() != b.type() || a.input_count() != b.input_count() || a.output_count() != b.output_count())
    return false;
  for (int32_t i = 0; i < a.input_count(); ++i) {
    if (a.producer(i) != b.producer(i)) return false;
  }
  for (int32_t i = 0; i < a.output_count(); ++i) {
    if (a.output_desc(i).type != b.output_desc(i).type || a.output_desc(i).format != b.output_desc(i).format)
      return false;
  }
  return SameAttrs(a, b) && SameForeignAttrs(a, b) && SameForeignAttrs(b, a);
}

base::Result<Outcome> Run(ir::Graph& graph) {
  GE_ASSIGN_OR_RETURN(const std::vector<ir::Node*> order, ir::TopologicalOrder(graph));
  std::unordered_multimap<size_t, ir::Node*> known;
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : order) {
    if (!IsPure(*node) || match::IsConst(*node) || node->input_count() == 0) continue;
    const size_t hash = Hash(*node);
    const auto [first, last] = known.equal_range(hash);
    auto same = first;
    while (same != last && !Same(*same->second, *node)) ++same;
    if (same == last) {
      known.emplace(hash, node);
      continue;
    }
    for (int32_t i = 0; i < node->output_count(); ++i) {
      GE_RETURN_IF_ERROR(graph.ReplaceUses({node, i}, {same->second, i}));
    }
    GE_RETURN_IF_ERROR(rewrite::Prune({node}));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

const BuiltinRegistration kPass{{"CommonSubexpressionEliminationPass", 3, BuiltinSwitch::kNone, &Run}};

}  // namespace
}  // namespace ge::passes
