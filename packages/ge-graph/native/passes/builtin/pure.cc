#include "passes/builtin/pure.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "match/boundary.h"

namespace ge::passes {
namespace {

constexpr std::array<std::string_view, 14> kImpurePrefixes = {
    "Random", "Stateless", "Dropout", "DropOut", "Multinomial", "Variable", "Assign",
    "Queue",  "Stack",     "Hcom",    "Get",     "Iterator",    "Print",    "Barrier",
};
constexpr std::array<std::string_view, 9> kImpureParts = {
    "Normal", "Uniform", "Bernoulli", "Shuffle", "Gamma", "Poisson", "Resource", "TensorArray", "Lookup",
};

bool HasImpureType(std::string_view type) {
  const auto starts = [type](std::string_view prefix) { return type.substr(0, prefix.size()) == prefix; };
  const auto contains = [type](std::string_view part) { return type.find(part) != std::string_view::npos; };
  return std::any_of(kImpurePrefixes.begin(), kImpurePrefixes.end(), starts) ||
         std::any_of(kImpureParts.begin(), kImpureParts.end(), contains);
}

bool ReadsVariable(const ir::Node& node) {
  static const base::Name kTypes[] = {"Variable", "VariableV2", "VarHandleOp", "RefData"};
  for (int32_t i = 0; i < node.input_count(); ++i) {
    if (!node.IsConnected(i)) continue;
    const base::Name type = node.producer(i).node->type();
    if (std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes)) return true;
  }
  return false;
}

}  // namespace

bool IsPure(const ir::Node& node) {
  return node.output_count() > 0 && node.subgraphs().empty() && node.control_inputs().empty() &&
         node.control_outputs().empty() && !match::IsDataType(node.type()) && !ReadsVariable(node) &&
         !HasImpureType(node.type().text());
}

bool IsRoot(const ir::Node& node) {
  // A variable may be written by whoever reads it.
  return node.output_count() == 0 || match::IsDataType(node.type()) || ReadsVariable(node) ||
         HasImpureType(node.type().text());
}

}  // namespace ge::passes
