#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "base/api.h"
#include "base/name.h"
#include "base/status.h"
#include "ir/node.h"
#include "ops/value.h"

namespace ge::ops {

// Codes of inference: a node whose inputs or attributes do not fit its operator, and an operator without a
// rule.
inline constexpr std::string_view kBadOperator = "E13014";
inline constexpr std::string_view kNoShapeRule = "E10501";

// What is known of one input of a node.
struct RuleInput {
  const ir::TensorDesc* desc = nullptr;  // null: not connected
  const ir::Tensor* tensor = nullptr;    // its elements, when they are constant or already computed
  const Value* value = nullptr;          // or as much of them as was inferred
  uint64_t number = 0;                   // the tensor's in its graph; 0: not told
};

// What a shape rule sees of its node, and where it puts what it finds. Input and output numbers are ports. A
// rule that says nothing of an output's data type gives it the type that the prototype asks for: the only one
// it lists, that of an input with the same symbol, else that of the first input.
class GE_API ShapeContext {
 public:
  // `outputs` holds one descriptor an output of the node, with shapes that are not read.
  ShapeContext(const ir::Node& node, const std::vector<RuleInput>& inputs,
               std::vector<ir::TensorDesc>& outputs);

  const ir::Node& node() const { return node_; }
  int32_t input_count() const { return static_cast<int32_t>(inputs_.size()); }
  int32_t output_count() const { return static_cast<int32_t>(outputs_.size()); }

  bool HasInput(int32_t i) const { return i >= 0 && i < input_count() && inputs_[i].desc != nullptr; }
  // An empty descriptor of no type when there is no such input.
  const ir::TensorDesc& Input(int32_t i) const;
  // The tensor's number in its graph, 0 when that is not told.
  uint64_t InputNumber(int32_t i) const { return HasInput(i) ? inputs_[i].number : 0; }
  const ir::Shape& InputShape(int32_t i) const { return Input(i).shape; }
  // For messages: `x1`.
  std::string InputName(int32_t i) const { return node_.InputName(i); }

  // The input's elements when all are known and it is constant or computed, else null.
  const ir::Tensor* Tensor(int32_t i) const { return HasInput(i) ? inputs_[i].tensor : nullptr; }
  // The input's elements where they are integers and something is known of them.
  std::optional<IntList> Ints(int32_t i) const;
  // The same when all of them are known.
  std::optional<std::vector<int64_t>> KnownInts(int32_t i) const;
  // The only element, when it is known.
  std::optional<int64_t> KnownInt(int32_t i) const;
  std::optional<double> KnownReal(int32_t i) const;
  // Elements as real numbers, integers too, when all of them are known.
  std::optional<std::vector<double>> KnownReals(int32_t i) const;

  // As set on the node, else the prototype's default, else a T() of its own.
  template <typename T>
  const T& Attr(base::Name name) const {
    static const T kNone{};
    const T* value = node_.Attr<T>(name);
    return value == nullptr ? kNone : *value;
  }
  const std::vector<int64_t>& IntsAttr(base::Name name) const { return Attr<std::vector<int64_t>>(name); }

  // Shape, data type and format of the output.
  base::Status SetOutput(int32_t i, const ir::TensorDesc& desc);
  // The shape; format ND.
  base::Status SetOutput(int32_t i, ir::Shape shape);
  base::Status SetOutput(int32_t i, ir::Shape shape, base::DataType type);
  base::Status SetType(int32_t i, base::DataType type);
  base::Status SetFormat(int32_t i, base::Format format);
  const ir::TensorDesc& Output(int32_t i) const { return outputs_[i]; }

  // `MatMul "fc1": inner sizes differ: ...`
  template <typename... Parts>
  base::Status Error(const Parts&... parts) const {
    return MakeError(base::Text(parts...));
  }

 private:
  base::Status MakeError(std::string text) const;
  base::Status CheckOutput(int32_t i) const;
  void SetDefaultTypes();

  const ir::Node& node_;
  const std::vector<RuleInput>& inputs_;
  std::vector<ir::TensorDesc>& outputs_;
};

using ShapeRule = std::function<base::Status(ShapeContext&)>;

// The rule of an operator type; null when there is none. The pointer stays good.
GE_API const ShapeRule* FindShapeRule(base::Name type);
// Fails (E10001) when the type has a rule already.
GE_API base::Status RegisterShapeRule(base::Name type, ShapeRule rule);
GE_API std::vector<base::Name> TypesWithShapeRule();
// E10501: there is no rule for the node's type.
GE_API base::Status NoShapeRule(const ir::Node& node);

// Registers when it is built; a type with two rules ends the process: it is an error of ours.
class GE_API ShapeRegistration {
 public:
  ShapeRegistration(std::initializer_list<const char*> types, base::Status (*rule)(ShapeContext&));
};

}  // namespace ge::ops

// GE_SHAPE(LeakyRelu) { return c.SetOutput(0, c.Input(0)); }
#define GE_SHAPE(type)                                                            \
  static ::ge::base::Status Infer##type(::ge::ops::ShapeContext& c);              \
  static const ::ge::ops::ShapeRegistration kShapeOf##type({#type}, Infer##type); \
  static ::ge::base::Status Infer##type([[maybe_unused]] ::ge::ops::ShapeContext& c)
