// before  a = Const 1; b = Const 1
// after   a in the place of b
// unless  a control edge holds one of them in its place, or their elements, shapes, types or formats differ

#include <string_view>
#include <unordered_map>

#include "match/attr_equal.h"
#include "match/compatible.h"
#include "passes/builtin.h"
#include "rewrite/bypass.h"
#include "rewrite/control.h"

namespace ge::passes {
namespace {

constexpr size_t kSample = 4096;

// Of large constants only the two ends are looked at: equality is checked before anything is merged.
size_t Hash(const ir::Tensor& tensor) {
  const std::string_view bytes = tensor.data == nullptr ? std::string_view() : tensor.data->view();
  const std::hash<std::string_view> hash;
  size_t sum = hash(bytes.substr(0, kSample)) * 31 + bytes.size();
  if (bytes.size() > kSample) sum = sum * 31 + hash(bytes.substr(bytes.size() - kSample));
  return sum * 31 + static_cast<size_t>(tensor.desc.type);
}

bool IsFree(const ir::Node& node) { return node.control_inputs().empty() && node.control_outputs().empty(); }

bool Same(const ir::Node& a, const ir::Node& b) {
  const ir::Tensor& left = *rewrite::ConstantValue(a);
  const ir::Tensor& right = *rewrite::ConstantValue(b);
  return a.type() == b.type() && left.desc.shape == right.desc.shape &&
         a.output_desc(0).format == b.output_desc(0).format && match::SameElements(left, right);
}

base::Result<Outcome> Run(ir::Graph& graph) {
  std::unordered_multimap<size_t, ir::Node*> known;
  Outcome outcome = Outcome::kUnchanged;
  for (ir::Node* node : graph.nodes()) {
    const ir::Tensor* value = rewrite::ConstantValue(*node);
    if (value == nullptr || !IsFree(*node)) continue;
    const size_t hash = Hash(*value);
    const auto [first, last] = known.equal_range(hash);
    auto same = first;
    while (same != last && !Same(*same->second, *node)) ++same;
    if (same == last) {
      known.emplace(hash, node);
      continue;
    }
    GE_RETURN_IF_ERROR(graph.ReplaceUses({node, 0}, {same->second, 0}));
    GE_RETURN_IF_ERROR(rewrite::Prune({node}));
    outcome = Outcome::kChanged;
  }
  return outcome;
}

// The same under two names: before and after the passes of users.
const BuiltinRegistration kPasses[] = {
    BuiltinRegistration({"ConstantFuseSamePass", 3, BuiltinSwitch::kNone, &Run}),
    BuiltinRegistration({"RemoveSameConstPass", 3, BuiltinSwitch::kNone, &Run}),
};

}  // namespace
}  // namespace ge::passes
