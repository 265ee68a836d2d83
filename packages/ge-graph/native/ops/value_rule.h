#pragma once

#include <functional>
#include <initializer_list>
#include <vector>

#include "ops/shape_rule.h"
#include "ops/value.h"

namespace ge::ops {

// What a value rule sees: a node whose shapes are inferred. It gives what can be known of its outputs'
// elements before the graph runs, so that what is computed from shapes is known to later shape rules. Saying
// nothing is always right.
class GE_API ValueContext {
 public:
  // `results` has one value an output, all empty.
  ValueContext(const ir::Node& node, const std::vector<RuleInput>& inputs,
               const std::vector<ir::TensorDesc>& outputs, std::vector<Value>& results);

  const ir::Node& node() const { return node_; }
  int32_t input_count() const { return static_cast<int32_t>(inputs_.size()); }
  bool HasInput(int32_t i) const { return i >= 0 && i < input_count() && inputs_[i].desc != nullptr; }
  // An empty descriptor of no type when there is no such input.
  const ir::TensorDesc& Input(int32_t i) const;
  uint64_t InputNumber(int32_t i) const { return HasInput(i) ? inputs_[i].number : 0; }
  // Null when nothing is known of the elements. An empty tensor's value is known.
  const Value* InputValue(int32_t i) const { return HasInput(i) ? values_[i] : nullptr; }
  // The same where the elements are integers.
  std::optional<IntList> Ints(int32_t i) const;
  int32_t output_count() const { return static_cast<int32_t>(outputs_.size()); }
  const ir::TensorDesc& Output(int32_t i) const { return outputs_[i]; }
  // Elements of the output; -1 when that is not known or more than a value may have.
  int64_t OutputElements(int32_t i) const;

  template <typename T>
  const T& Attr(base::Name name) const {
    static const T kNone{};
    const T* value = node_.Attr<T>(name);
    return value == nullptr ? kNone : *value;
  }

  // Real elements are rounded to the output's type.
  void Set(int32_t i, Value value);

 private:
  const ir::Node& node_;
  const std::vector<RuleInput>& inputs_;
  const std::vector<ir::TensorDesc>& outputs_;
  std::vector<Value>& results_;
  std::vector<const Value*> values_;
  std::vector<Value> read_;
};

using ValueRule = std::function<void(ValueContext&)>;

// Null when the type has none. The pointer stays good.
GE_API const ValueRule* FindValueRule(base::Name type);

// Registers when it is built; a type with two rules ends the process: it is an error of ours.
class GE_API ValueRegistration {
 public:
  ValueRegistration(std::initializer_list<const char*> types, ValueRule rule);
};

}  // namespace ge::ops

// GE_VALUE(Size) { c.Set(0, {...}); }
#define GE_VALUE(type)                                                              \
  static void ValueOf##type(::ge::ops::ValueContext& c);                            \
  static const ::ge::ops::ValueRegistration kValueOf##type({#type}, ValueOf##type); \
  static void ValueOf##type([[maybe_unused]] ::ge::ops::ValueContext& c)
