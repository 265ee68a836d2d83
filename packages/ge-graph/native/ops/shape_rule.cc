#include "ops/shape_rule.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "ir/dim_range.h"
#include "ops/graph_builder.h"
#include "ops/rule_source.h"

namespace ge::ops {
namespace {

std::atomic<RuleSource> rule_source{nullptr};

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<base::Name, ShapeRule> rules;  // never erased from: pointers into it stay good
};

Registry& Rules() {
  static auto* const registry = new Registry;  // rules register while other static objects are built
  return *registry;
}

// The only type of the set, or none.
base::DataType OnlyTypeOf(ir::DataTypeSet types) {
  if (types == 0 || (types & (types - 1)) != 0) return base::DataType::kUndefined;
  return static_cast<base::DataType>(__builtin_ctzll(types));
}

// The type of the first connected input whose prototype carries the symbol.
base::DataType TypeOfSymbol(const ShapeContext& c, base::Name symbol) {
  const std::vector<ir::InputSpec>& specs = c.node().schema().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].symbol != symbol) continue;
    const ir::PortRange range = c.node().InputRange(i);
    for (int32_t port = range.first; port < range.first + range.count; ++port) {
      if (c.HasInput(port)) return c.Input(port).type;
    }
  }
  return base::DataType::kUndefined;
}

// Some prototypes list only a part of the types that their operator takes (bf16 for Erf's x and y), so a
// single type that the first input lists as well says nothing.
base::DataType DefaultType(const ShapeContext& c, const ir::OutputSpec& spec) {
  const std::vector<ir::InputSpec>& inputs = c.node().schema().inputs;
  const base::DataType only = OnlyTypeOf(spec.types);
  if (only != base::DataType::kUndefined && (inputs.empty() || inputs[0].types != spec.types)) return only;
  if (!spec.symbol.empty()) {
    const base::DataType type = TypeOfSymbol(c, spec.symbol);
    if (type != base::DataType::kUndefined) return type;
  }
  for (int32_t i = 0; i < c.input_count(); ++i) {
    if (c.HasInput(i)) return c.Input(i).type;
  }
  return base::DataType::kFloat;
}

}  // namespace

ShapeContext::ShapeContext(const ir::Node& node, const std::vector<RuleInput>& inputs,
                           std::vector<ir::TensorDesc>& outputs)
    : node_(node), inputs_(inputs), outputs_(outputs) {
  SetDefaultTypes();
}

void ShapeContext::SetDefaultTypes() {
  const std::vector<ir::OutputSpec>& specs = node_.schema().outputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    const ir::PortRange range = node_.OutputRange(i);
    const base::DataType type = DefaultType(*this, specs[i]);
    for (int32_t port = range.first; port < std::min(range.first + range.count, output_count()); ++port) {
      outputs_[port].type = type;
    }
  }
}

const ir::TensorDesc& ShapeContext::Input(int32_t i) const {
  static const ir::TensorDesc none = ir::TensorDesc::Unconnected();
  return HasInput(i) ? *inputs_[i].desc : none;
}

std::optional<IntList> ShapeContext::Ints(int32_t i) const {
  if (!HasInput(i) || IsReal(Input(i).type)) return std::nullopt;
  if (inputs_[i].value != nullptr) return IntList(*inputs_[i].value);
  Value value;
  if (inputs_[i].tensor == nullptr || !ReadValue(*inputs_[i].tensor, value)) return std::nullopt;
  return IntList(value);
}

std::optional<std::vector<int64_t>> ShapeContext::KnownInts(int32_t i) const {
  const std::optional<IntList> ints = Ints(i);
  if (!ints || !ints->AllKnown()) return std::nullopt;
  return ints->values();
}

std::optional<int64_t> ShapeContext::KnownInt(int32_t i) const {
  const std::optional<IntList> ints = Ints(i);
  if (!ints || ints->size() != 1 || !ints->AllKnown()) return std::nullopt;
  return (*ints)[0];
}

std::optional<double> ShapeContext::KnownReal(int32_t i) const {
  const std::optional<std::vector<double>> reals = KnownReals(i);
  if (!reals || reals->size() != 1) return std::nullopt;
  return reals->front();
}

std::optional<std::vector<double>> ShapeContext::KnownReals(int32_t i) const {
  if (!HasInput(i)) return std::nullopt;
  Value read;
  const Value* value = inputs_[i].value;
  if (value == nullptr) {
    if (inputs_[i].tensor == nullptr || !ReadValue(*inputs_[i].tensor, read)) return std::nullopt;
    value = &read;
  }
  std::vector<double> reals;
  reals.reserve(value->size());
  for (const Element& element : *value) {
    if (!element.known) return std::nullopt;
    reals.push_back(IsReal(Input(i).type) ? element.real : static_cast<double>(element.integer));
  }
  return reals;
}

base::Status ShapeContext::SetOutput(int32_t i, const ir::TensorDesc& desc) {
  GE_RETURN_IF_ERROR(CheckOutput(i));
  outputs_[i].shape = desc.shape;
  outputs_[i].type = desc.type;
  outputs_[i].format = desc.format;
  return {};
}

base::Status ShapeContext::SetOutput(int32_t i, ir::Shape shape) {
  GE_RETURN_IF_ERROR(CheckOutput(i));
  const bool sound = shape.IsUnknownRank() || std::all_of(shape.begin(), shape.end(), [](int64_t dim) {
                       return dim >= -1 || ir::HasRange(dim);
                     });
  if (!sound) return Error("output ", node_.OutputName(i), " would be ", shape);
  outputs_[i].shape = std::move(shape);
  outputs_[i].format = base::Format::kND;
  return {};
}

base::Status ShapeContext::SetOutput(int32_t i, ir::Shape shape, base::DataType type) {
  GE_RETURN_IF_ERROR(SetOutput(i, std::move(shape)));
  return SetType(i, type);
}

base::Status ShapeContext::SetType(int32_t i, base::DataType type) {
  GE_RETURN_IF_ERROR(CheckOutput(i));
  outputs_[i].type = type;
  return {};
}

base::Status ShapeContext::SetFormat(int32_t i, base::Format format) {
  GE_RETURN_IF_ERROR(CheckOutput(i));
  outputs_[i].format = format;
  return {};
}

base::Status ShapeContext::CheckOutput(int32_t i) const {
  if (i >= 0 && i < output_count()) return {};
  return Error("has ", output_count(), " outputs, its rule sets output ", i);
}

base::Status ShapeContext::MakeError(std::string text) const {
  static const base::Name line(kSourceLine);
  const auto* made_at = node_.attrs().Get<std::string>(line);
  return {kBadOperator, base::Text(node_.type(), " \"", node_.name(), "\": ", text,
                                   made_at == nullptr ? "" : base::Text(" (made at ", *made_at, ")"))};
}

const ShapeRule* FindShapeRule(base::Name type) {
  {
    Registry& registry = Rules();
    const std::shared_lock lock(registry.mutex);
    const auto found = registry.rules.find(type);
    if (found != registry.rules.end()) return &found->second;
  }
  const RuleSource source = rule_source.load();
  return source == nullptr ? nullptr : source(type);
}

void SetRuleSource(RuleSource source) { rule_source.store(source); }

base::Status RegisterShapeRule(base::Name type, ShapeRule rule) {
  Registry& registry = Rules();
  const std::unique_lock lock(registry.mutex);
  if (registry.rules.emplace(type, std::move(rule)).second) return {};
  return base::InvalidArgument(base::Text("operator type ", type, " has a shape rule already"));
}

std::vector<base::Name> TypesWithShapeRule() {
  Registry& registry = Rules();
  const std::shared_lock lock(registry.mutex);
  std::vector<base::Name> types;
  for (const auto& [type, rule] : registry.rules) types.push_back(type);
  std::sort(types.begin(), types.end());
  return types;
}

base::Status NoShapeRule(const ir::Node& node) {
  return {kNoShapeRule,
          base::Text("no shape rule for operator type ", node.type(), " (node \"", node.name(), "\")")};
}

ShapeRegistration::ShapeRegistration(std::initializer_list<const char*> types,
                                     base::Status (*rule)(ShapeContext&)) {
  for (const char* type : types) {
    const base::Status status = RegisterShapeRule(type, rule);
    if (status.ok()) continue;
    std::cerr << status.ToString() << std::endl;
    std::abort();
  }
}

}  // namespace ge::ops
