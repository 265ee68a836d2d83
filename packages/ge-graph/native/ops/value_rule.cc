#include "ops/value_rule.h"

#include <cstdlib>
#include <iostream>
#include <unordered_map>

namespace ge::ops {
namespace {

std::unordered_map<base::Name, ValueRule>& Rules() {
  static auto* const rules =
      new std::unordered_map<base::Name, ValueRule>;  // filled before main, then only read
  return *rules;
}

}  // namespace

ValueContext::ValueContext(const ir::Node& node, const std::vector<RuleInput>& inputs,
                           const std::vector<ir::TensorDesc>& outputs, std::vector<Value>& results)
    : node_(node),
      inputs_(inputs),
      outputs_(outputs),
      results_(results),
      values_(inputs.size()),
      read_(inputs.size()) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].desc == nullptr) continue;
    values_[i] = inputs[i].value;
    if (values_[i] == nullptr && inputs[i].tensor != nullptr && ReadValue(*inputs[i].tensor, read_[i])) {
      values_[i] = &read_[i];
    }
    const bool fits =
        values_[i] != nullptr && static_cast<int64_t>(values_[i]->size()) == inputs[i].desc->shape.Elements();
    if (!fits) values_[i] = nullptr;
  }
}

const ir::TensorDesc& ValueContext::Input(int32_t i) const {
  static const ir::TensorDesc none = ir::TensorDesc::Unconnected();
  return HasInput(i) ? *inputs_[i].desc : none;
}

std::optional<IntList> ValueContext::Ints(int32_t i) const {
  if (InputValue(i) == nullptr || IsReal(Input(i).type)) return std::nullopt;
  return IntList(*InputValue(i));
}

int64_t ValueContext::OutputElements(int32_t i) const {
  const int64_t count = outputs_[i].shape.Elements();
  return count > kMaxValueElements ? -1 : count;
}

void ValueContext::Set(int32_t i, Value value) {
  if (i >= output_count() || static_cast<int64_t>(value.size()) != OutputElements(i)) return;
  if (!HasValues(outputs_[i].type)) return;
  if (outputs_[i].type == base::DataType::kFloat) {
    for (Element& element : value) element.real = static_cast<float>(element.real);
  }
  results_[i] = std::move(value);
}

const ValueRule* FindValueRule(base::Name type) {
  const auto found = Rules().find(type);
  return found == Rules().end() ? nullptr : &found->second;
}

ValueRegistration::ValueRegistration(std::initializer_list<const char*> types, ValueRule rule) {
  for (const char* type : types) {
    if (Rules().emplace(type, rule).second) continue;
    std::cerr << "operator type " << type << " has two value rules" << std::endl;
    std::abort();
  }
}

}  // namespace ge::ops
