#include "match/compatible.h"

#include <algorithm>

#include "base/log.h"
#include "match/attr_equal.h"
#include "match/numbers.h"
#include "match/pieces.h"

namespace ge::match {
namespace {

const ir::Tensor* ValueOf(const ir::Node& node) {
  static const base::Name value("value");
  const auto* tensor = node.attrs().Get<ir::Box<ir::Tensor>>(value);
  return tensor == nullptr ? nullptr : &**tensor;
}

bool SameConst(const ir::Node& pattern, const ir::Node& node, bool as_numbers) {
  const ir::Tensor* expected = ValueOf(pattern);
  if (expected == nullptr) return true;
  const ir::Tensor* value = ValueOf(node);
  const bool same =
      value != nullptr && (as_numbers ? SameNumbers(*expected, *value) : SameElements(*expected, *value));
  GE_LOG(kDebug, "[Matching][Const] constant \"", node.name(), "\" has ", same ? "the" : "another",
         " value of \"", pattern.name(), "\"");
  return same;
}

// An attribute without any value, on either side, agrees with nothing.
bool SameIrAttrs(const ir::Node& pattern, const ir::Node& node) {
  const auto& specs = pattern.schema().attrs;
  if (specs.size() != node.schema().attrs.size()) {
    GE_LOG(kDebug, "[AttrMiss] node \"", node.name(), "\" (", node.type(), ") has ",
           node.schema().attrs.size(), " attributes, the pattern's \"", pattern.name(), "\" has ",
           specs.size());
    return false;
  }
  return std::all_of(specs.begin(), specs.end(), [&](const ir::AttrSpec& spec) {
    if (CountsInputs(spec.name, pattern)) return true;
    const ir::AttrValue* expected = pattern.AttrOrDefault(spec.name);
    const ir::AttrValue* value = node.AttrOrDefault(spec.name);
    const bool same = expected != nullptr && value != nullptr && AttrEquals(*expected, *value);
    if (!same) {
      GE_LOG(kDebug, "[AttrMiss] attribute ", spec.name, " of node \"", node.name(), "\" (", node.type(),
             ") is not that of the pattern's \"", pattern.name(), "\"");
    }
    return same;
  });
}

}  // namespace

bool CountsInputs(base::Name attr, const ir::Node& pattern) {
  static const base::Name count("N");
  return attr == count && VariadicPlace(pattern) >= 0;
}

bool IsConst(const ir::Node& node) {
  static const base::Name constant("Const");
  static const base::Name other_constant("Constant");
  return node.type() == constant || node.type() == other_constant;
}

bool IsCompatible(const ir::Node& pattern, const ir::Node& node, const PatternConfig& config) {
  static const base::Name data("Data");
  if (pattern.type() == data) return true;
  if (IsConst(pattern))
    return IsConst(node) && (!config.const_values || SameConst(pattern, node, config.const_numbers));
  return pattern.type() == node.type() && (!config.ir_attrs || SameIrAttrs(pattern, node));
}

}  // namespace ge::match
