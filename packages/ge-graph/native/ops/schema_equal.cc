#include "ops/schema_equal.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/status.h"

namespace ge::ops {
namespace {

bool SameFloat(float a, float b) {
  return a == b || std::fabs(a - b) <= 1e-6F * std::max(std::fabs(a), std::fabs(b));
}

bool Same(const ir::InputSpec& a, const ir::InputSpec& b) {
  return a.name == b.name && a.kind == b.kind && a.types == b.types && a.symbol == b.symbol;
}

bool Same(const ir::OutputSpec& a, const ir::OutputSpec& b) {
  return a.name == b.name && a.kind == b.kind && a.types == b.types && a.symbol == b.symbol;
}

bool HasOnlyEmptyDefault(ir::AttrKind kind) {
  return kind == ir::AttrKind::kTensor || kind >= ir::AttrKind::kNamedAttrs;
}

bool Same(const ir::AttrSpec& a, const ir::AttrSpec& b) {
  if (a.name != b.name || a.kind != b.kind || a.required != b.required) return false;
  if (a.required || HasOnlyEmptyDefault(a.kind)) return true;
  return EqualsDefault(a.fallback, b.fallback);
}

bool Same(const ir::SubgraphSpec& a, const ir::SubgraphSpec& b) {
  return a.name == b.name && a.kind == b.kind;
}

template <typename Specs>
std::string Difference(const char* what, const Specs& known, const Specs& given) {
  for (size_t i = 0; i < std::min(known.size(), given.size()); ++i) {
    if (!Same(known[i], given[i]))
      return base::Text(what, " ", i, " (\"", given[i].name, "\") is not the same");
  }
  if (known.size() == given.size()) return "";
  return base::Text("it has ", known.size(), " ", what, "s, here ", given.size());
}

}  // namespace

bool EqualsDefault(const ir::AttrValue& value, const ir::AttrValue& fallback) {
  if (value.index() != fallback.index()) return false;
  return std::visit(
      [&fallback](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        const T& f = std::get<T>(fallback);
        if constexpr (std::is_same_v<T, float>) {
          return SameFloat(v, f);
        } else if constexpr (std::is_same_v<T, std::vector<float>>) {
          return std::equal(v.begin(), v.end(), f.begin(), f.end(), SameFloat);
        } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, bool> ||
                             std::is_same_v<T, int64_t> || std::is_same_v<T, base::DataType> ||
                             std::is_same_v<T, std::vector<std::string>> ||
                             std::is_same_v<T, std::vector<bool>> ||
                             std::is_same_v<T, std::vector<int64_t>> ||
                             std::is_same_v<T, std::vector<base::DataType>> ||
                             std::is_same_v<T, std::vector<std::vector<int64_t>>>) {
          return v == f;
        } else {
          return false;
        }
      },
      value);
}

std::string FirstDifference(const ir::OpSchema& known, const ir::OpSchema& given) {
  std::string difference = Difference("input", known.inputs, given.inputs);
  if (difference.empty()) difference = Difference("output", known.outputs, given.outputs);
  if (difference.empty()) difference = Difference("attribute", known.attrs, given.attrs);
  if (difference.empty()) difference = Difference("subgraph", known.subgraphs, given.subgraphs);
  return difference;
}

}  // namespace ge::ops
