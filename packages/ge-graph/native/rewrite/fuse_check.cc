#include "rewrite/fuse_check.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "match/node_set.h"

namespace ge::rewrite {
namespace {

using base::InnerError;
using base::Status;
using base::Text;

struct Agreement {
  base::Name attr;
  int levels;  // 0: any text; else a number below it
};

const Agreement kAgreements[] = {
    {"_user_stream_label", 0},   {"_super_kernel_scope", 0}, {"_super_kernel_options", 0},
    {"_op_aicore_num", 0},       {"_op_vectorcore_num", 0},  {"_deterministic", 2},
    {"_deterministic_level", 4},
};

bool IsLevel(const std::string& text, int levels) {
  return text.size() == 1 && text[0] >= '0' && text[0] < static_cast<char>('0' + levels);
}

Status CheckAgreement(const std::vector<ir::Node*>& nodes, const Agreement& agreement) {
  const base::Name name = agreement.attr;
  std::set<std::string> values;
  std::string owners;
  for (const ir::Node* node : nodes) {
    if (!node->attrs().Has(name)) continue;
    const auto* value = node->attrs().Get<std::string>(name);
    if (value == nullptr || (agreement.levels > 0 && !IsLevel(*value, agreement.levels))) {
      return InnerError(Text("attribute ", name, " of node \"", node->name(),
                             "\" has a value that is not allowed",
                             value == nullptr ? "" : ": \"" + *value + "\""));
    }
    values.insert(*value);
    owners += (owners.empty() ? "" : ", ") + node->name();
  }
  if (values.size() <= 1) return {};
  std::string listed;
  for (const std::string& value : values) listed += (listed.empty() ? "" : ", ") + value;
  return InnerError(Text("the nodes have different values of attribute ", name, ": [", listed, "] of nodes [",
                         owners, "]"));
}

template <typename Visit>
void ForEachReader(const ir::Node& node, Visit visit) {
  for (int32_t i = 0; i < node.output_count(); ++i) {
    for (const ir::Link& use : node.uses(i)) visit(use.node);
  }
  for (const ir::Link& use : node.control_outputs()) visit(use.node);
}

}  // namespace

Status CheckAttrsAgree(const std::vector<ir::Node*>& nodes) {
  const bool any = std::any_of(nodes.begin(), nodes.end(), [](auto* node) { return !node->attrs().empty(); });
  if (!any) return {};
  for (const Agreement& agreement : kAgreements) GE_RETURN_IF_ERROR(CheckAgreement(nodes, agreement));
  return {};
}

bool WouldCycle(const std::vector<ir::Node*>& nodes, match::NodeIndex* index) {
  // Nothing behind the last of the nodes can come back to one.
  uint32_t last = std::numeric_limits<uint32_t>::max();
  const bool bounded = index != nullptr && index->Reorder().ok();
  if (bounded) {
    last = 0;
    for (const ir::Node* node : nodes) last = std::max(last, index->Position(*node));
  }
  const match::NodeSet fused(nodes);
  match::NodeSet seen;
  std::vector<const ir::Node*> stack;
  bool comes_back = false;
  const auto visit = [&](const ir::Node* reader) {
    if (fused.Has(reader)) {
      comes_back = true;
    } else if ((!bounded || index->Position(*reader) <= last) && seen.Insert(reader)) {
      stack.push_back(reader);
    }
  };
  for (const ir::Node* node : nodes) {
    ForEachReader(*node, [&](const ir::Node* reader) {
      if (!fused.Has(reader)) visit(reader);
    });
  }
  while (!stack.empty() && !comes_back) {
    const ir::Node* node = stack.back();
    stack.pop_back();
    ForEachReader(*node, visit);
  }
  return comes_back;
}

Status CanFuse(const std::vector<ir::Node*>& nodes) {
  if (nodes.empty()) return InnerError("nodes_before_fuse is empty");
  for (const ir::Node* node : nodes) {
    if (node->graph() == nodes[0]->graph()) continue;
    return InnerError(Text("the nodes belong to different graphs: ", node->name()));
  }
  GE_RETURN_IF_ERROR(CheckAttrsAgree(nodes));
  if (WouldCycle(nodes)) return InnerError("fusing the nodes would make a cycle");
  return {};
}

}  // namespace ge::rewrite
