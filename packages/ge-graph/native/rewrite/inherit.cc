#include "rewrite/inherit.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "rewrite/origins.h"

namespace ge::rewrite {
namespace {

using Nodes = std::vector<ir::Node*>;
using Strings = std::vector<std::string>;

const base::Name kSingleValued[] = {
    "_user_stream_label", "_super_kernel_scope", "_super_kernel_options", "_op_aicore_num",
    "_op_vectorcore_num", "_deterministic",      "_deterministic_level",
};
const base::Name kTrueIfAny[] = {"_op_debug_compile", "_recompute", "_optimizer"};
// Highest priority first.
constexpr int64_t kImplModes[] = {0x40, 0x20, 0x4, 0x2, 0x10, 0x8};
constexpr int64_t kNoParallelGroup = 0xFFFFFFFF;

bool IsMatMulLike(const ir::Node& node) {
  static const base::Name kTypes[] = {"QuantBatchMatmul", "BatchMatmulFixpipe", "WeightQuantBatchmatmul",
                                      "MatMul",           "BatchMatMul",        "BatchMatMulV2",
                                      "MatMulV2",         "MatMulV3",           "MatMulV2Compress"};
  return std::find(std::begin(kTypes), std::end(kTypes), node.type()) != std::end(kTypes);
}

void SetWhereAbsent(const Nodes& added, base::Name name, const ir::AttrValue& value) {
  for (ir::Node* node : added) {
    if (!node->attrs().Has(name)) node->mutable_attrs().Set(name, value);
  }
}

// The first original's value that `accept` takes goes to all new nodes without one.
template <typename T, typename Accept>
void InheritFirst(const Nodes& originals, const Nodes& added, base::Name name, Accept accept) {
  for (const ir::Node* node : originals) {
    const T* value = node->attrs().Get<T>(name);
    if (value == nullptr || !accept(*value)) continue;
    SetWhereAbsent(added, name, *value);
    return;
  }
}

bool IsTrue(const ir::Node& node, base::Name name) { return node.attrs().GetOr(name, false); }

bool HasBackwardSource(const ir::Node& node, base::Name backward) {
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (node.IsConnected(i) && IsTrue(*node.producer(i).node, backward)) return true;
  }
  return std::any_of(node.control_inputs().begin(), node.control_inputs().end(),
                     [backward](const ir::Link& link) { return IsTrue(*link.node, backward); });
}

void InheritBackward(const Nodes& originals, const Nodes& added) {
  static const base::Name backward("_backward");
  const bool any = std::any_of(originals.begin(), originals.end(), [](const ir::Node* node) {
    return IsTrue(*node, backward) && HasBackwardSource(*node, backward);
  });
  if (any) SetWhereAbsent(added, backward, true);
}

void InheritParallelGroup(const Nodes& originals, const Nodes& added) {
  static const base::Name group("_parallel_group_id");
  Nodes from;
  Nodes to;
  std::copy_if(originals.begin(), originals.end(), std::back_inserter(from),
               [](auto* n) { return IsMatMulLike(*n); });
  std::copy_if(added.begin(), added.end(), std::back_inserter(to), [](auto* n) { return IsMatMulLike(*n); });
  InheritFirst<int64_t>(from, to, group, [](int64_t value) { return value != kNoParallelGroup; });
}

void InheritImplMode(const Nodes& originals, const Nodes& added) {
  static const base::Name mode("_op_custom_impl_mode_enum");
  for (int64_t wanted : kImplModes) {
    const bool any = std::any_of(originals.begin(), originals.end(), [wanted](const ir::Node* node) {
      return node->attrs().GetOr<int64_t>(mode, 0) == wanted;
    });
    if (!any) continue;
    for (ir::Node* node : added) node->mutable_attrs().Set(mode, wanted);
    return;
  }
}

void SetOnAll(const Nodes& added, base::Name name, Strings value) {
  if (added.empty()) return;
  for (size_t i = 0; i + 1 < added.size(); ++i) added[i]->mutable_attrs().Set(name, value);
  added.back()->mutable_attrs().Set(name, std::move(value));
}

// The originals' own lists, or an original's name and type where it has none.
Origins OriginsOf(const Nodes& originals, base::Name names, base::Name types) {
  Origins all;
  for (const ir::Node* node : originals) {
    const Strings* own_names = node->attrs().Get<Strings>(names);
    if (own_names == nullptr || own_names->empty()) {
      all.Add(node->name(), node->type().text());
      continue;
    }
    const Strings* own_types = node->attrs().Get<Strings>(types);
    for (size_t i = 0; i < own_names->size(); ++i) {
      const bool told = own_types != nullptr && i < own_types->size();
      all.Add((*own_names)[i], told ? (*own_types)[i] : node->type().text());
    }
  }
  return all;
}

}  // namespace

void InheritOrigin(const Nodes& originals, const Nodes& added) {
  static const base::Name names("_datadump_original_op_names");
  static const base::Name types("_datadump_original_op_types");
  const Origins all = OriginsOf(originals, names, types);
  SetOnAll(added, names, all.names());
  SetOnAll(added, types, all.types());
}

void Inherit(const Nodes& originals, const Nodes& added) {
  static const base::Name strategy("_op_compile_strategy");
  static const base::Name keep_dtype("_keep_dtype");
  if (added.empty()) return;
  InheritOrigin(originals, added);
  const bool any =
      std::any_of(originals.begin(), originals.end(), [](auto* n) { return !n->attrs().empty(); });
  if (!any) return;
  InheritFirst<std::string>(originals, added, strategy,
                            [](const std::string& text) { return !text.empty(); });
  InheritFirst<int64_t>(originals, added, keep_dtype, [](int64_t value) { return value != 0; });
  for (const base::Name name : kTrueIfAny)
    InheritFirst<bool>(originals, added, name, [](bool value) { return value; });
  InheritBackward(originals, added);
  InheritParallelGroup(originals, added);
  InheritImplMode(originals, added);
  for (const base::Name name : kSingleValued) {
    InheritFirst<std::string>(originals, added, name, [](const std::string&) { return true; });
  }
}

void MarkPass(const Nodes& originals, const Nodes& added, const std::string& pass_name) {
  static const base::Name attr("pass_name");
  if (added.empty()) return;
  Strings passes;
  std::unordered_set<std::string_view> seen = {pass_name};
  for (const ir::Node* node : originals) {
    const Strings* before = node->attrs().Get<Strings>(attr);
    if (before == nullptr) continue;
    std::copy_if(before->begin(), before->end(), std::back_inserter(passes),
                 [&seen](const std::string& pass) { return seen.insert(pass).second; });
  }
  passes.push_back(pass_name);
  SetOnAll(added, attr, std::move(passes));
}

}  // namespace ge::rewrite
