#include "match/compatible.h"

#include <algorithm>

#include "match/attr_equal.h"

namespace ge::match {
namespace {

const ir::Tensor* ValueOf(const ir::Node& node) {
  static const base::Name value("value");
  const auto* tensor = node.attrs().Get<ir::Box<ir::Tensor>>(value);
  return tensor == nullptr ? nullptr : &**tensor;
}

bool SameConst(const ir::Node& pattern, const ir::Node& node) {
  const ir::Tensor* expected = ValueOf(pattern);
  if (expected == nullptr) return true;
  const ir::Tensor* value = ValueOf(node);
  return value != nullptr && SameElements(*expected, *value);
}

// An attribute without any value, on either side, agrees with nothing.
bool SameIrAttrs(const ir::Node& pattern, const ir::Node& node) {
  const auto& specs = pattern.schema().attrs;
  if (specs.size() != node.schema().attrs.size()) return false;
  return std::all_of(specs.begin(), specs.end(), [&](const ir::AttrSpec& spec) {
    const ir::AttrValue* expected = pattern.AttrOrDefault(spec.name);
    const ir::AttrValue* value = node.AttrOrDefault(spec.name);
    return expected != nullptr && value != nullptr && AttrEquals(*expected, *value);
  });
}

}  // namespace

bool IsConst(const ir::Node& node) {
  static const base::Name constant("Const");
  static const base::Name other_constant("Constant");
  return node.type() == constant || node.type() == other_constant;
}

bool IsCompatible(const ir::Node& pattern, const ir::Node& node, const PatternConfig& config) {
  static const base::Name data("Data");
  if (pattern.type() == data) return true;
  if (IsConst(pattern)) return IsConst(node) && (!config.const_values || SameConst(pattern, node));
  return pattern.type() == node.type() && (!config.ir_attrs || SameIrAttrs(pattern, node));
}

}  // namespace ge::match
