#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/api.h"
#include "bodies/registry.h"
#include "ir/schema.h"
#include "ops/graph_builder.h"

namespace ge::bodies {

// A tensor of the body; of no node: one that is left out, or that an error kept from being made.
using Value = ir::Endpoint;
using Values = std::vector<Value>;
using Ints = std::vector<int64_t>;

// An attribute of an operator of the body.
struct Attr {
  Attr(const char* name, bool value) : entry(name, value) {}
  Attr(const char* name, int value) : entry(name, int64_t{value}) {}
  Attr(const char* name, int64_t value) : entry(name, value) {}
  Attr(const char* name, double value) : entry(name, static_cast<float>(value)) {}
  Attr(const char* name, const char* value) : entry(name, std::string(value)) {}
  Attr(const char* name, Ints value) : entry(name, std::move(value)) {}

  ir::AttrMap::Entry entry;
};
using Attrs = std::vector<Attr>;

// What is known of one input of the operator.
struct BodyInput {
  ir::TensorDesc desc;
  const ir::Tensor* tensor = nullptr;  // its elements, when they are constant
  int64_t index = -1;                  // of the body's input that stands for it; -1: not connected
};

// The float types that are computed in, and the two that are computed as float.
inline constexpr ir::DataTypeSet kHalves =
    ir::Holding(base::DataType::kFloat16) | ir::Holding(base::DataType::kBf16);
inline constexpr ir::DataTypeSet kFloats =
    kHalves | ir::Holding(base::DataType::kFloat) | ir::Holding(base::DataType::kDouble);

// One operator while it is said in simpler ones. Inputs and outputs are numbered as ports. The first error is
// kept; what follows it is of no effect, so that a rule need not look. Each operator is inferred when it is
// added, so that the types and shapes of its results are known.
//
// Errors: E10501 for data types that the body does not take, E13014 for all else that a rule refuses.
class GE_API Body {
 public:
  // `node` is read for its prototype and attributes, and must outlive the body.
  Body(const ir::Node& node, std::vector<BodyInput> inputs);

  int32_t input_count() const { return static_cast<int32_t>(inputs_.size()); }
  // For messages: `gamma`.
  std::string InputName(int32_t i) const { return node_.InputName(i); }
  bool HasInput(int32_t i) const;
  // Nothing where an optional input is not connected.
  Value Input(int32_t i) const;
  base::DataType Type(int32_t i) const { return inputs_[static_cast<size_t>(i)].desc.type; }
  const ir::Shape& Shape(int32_t i) const { return inputs_[static_cast<size_t>(i)].desc.shape; }
  base::DataType Type(Value v) const;
  // Dimensions of input i; 0 and a refusal when their number is not known.
  int64_t Rank(int32_t i);
  // The data type whose number an Int attribute holds.
  base::DataType TypeAttr(base::Name name) { return static_cast<base::DataType>(Attr<int64_t>(name)); }

  // As set on the node, else the prototype's default; a refusal when there is neither.
  template <typename T>
  T Attr(base::Name name) {
    const T* value = node_.Attr<T>(name);
    if (value != nullptr) return *value;
    Refuse("attribute ", name, " is missing or of another kind");
    return T{};
  }

  // The only result of an operator. Inputs in the order of its prototype, `Value()` for one that is left out.
  Value Op(const char* type, const Values& inputs, const bodies::Attrs& attrs = {});
  // All results; `count` of an operator whose prototype leaves it open.
  Values Ops(const char* type, const Values& inputs, const bodies::Attrs& attrs = {}, int32_t count = 0);

  // Constants: a scalar of float, double, int32 or int64, and a vector of int64.
  Value Scalar(base::DataType type, double value);
  Value Ints(const bodies::Ints& values);

  // The value itself when it is of the type already.
  Value Cast(Value v, base::DataType type);
  // The 16-bit floats and integers in float; float and double as they are.
  Value InFloat(Value v);
  // Equal parts of dimension `axis`.
  Values Split(Value v, int64_t axis, int32_t parts);
  Value Concat(const Values& parts, int64_t axis);

  void Output(int32_t i, Value v);

  // `RmsNorm "n": gamma has ...`
  template <typename... Parts>
  void Refuse(const Parts&... parts) {
    Fail("E13014", base::Text(parts...));
  }
  // Refuses data types of input i that are not in the set. Before all else, so that what a body takes is
  // found without knowing more of a node.
  void Takes(int32_t i, ir::DataTypeSet types);

  bool ok() const { return status_.ok(); }
  // The graph: its Data of index i stands for what has index i among the inputs, its results for the
  // outputs. Once, at the end.
  base::Result<std::shared_ptr<ir::Graph>> Build();

 private:
  void Fail(std::string_view code, const std::string& text);
  void Keep(const base::Status& status);
  void CheckDeclaredTypes();
  Value AddConst(ir::Shape shape, base::DataType type, const void* elements);
  base::Status Infer(ir::Node& added);

  const ir::Node& node_;
  std::vector<BodyInput> inputs_;
  Values sources_;  // by port
  ops::GraphBuilder builder_;
  base::Status status_;
};

// The node's operator, as its rule says it for these inputs; all is inferred.
GE_API base::Result<std::shared_ptr<ir::Graph>> WriteBody(const BodyRule& rule, const ir::Node& node,
                                                          std::vector<BodyInput> inputs);

}  // namespace ge::bodies

// GE_BODY(SiluMul) { b.Output(0, b.Op("Mul", {b.Op("Swish", {b.Input(0)}), b.Input(1)})); }
#define GE_BODY(type)                                                            \
  static void Write##type(::ge::bodies::Body& b);                                \
  static const ::ge::bodies::BodyRegistration kBodyOf##type(#type, Write##type); \
  static void Write##type([[maybe_unused]] ::ge::bodies::Body& b)
