// Whatever a file holds, a rule gives shapes or an error: random inputs, values and attributes for every
// rule. The sanitizers see what goes wrong inside. A failure prints the seed that repeats it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ir/graph.h"
#include "ops/registry.h"
#include "ops/value_rule.h"

namespace ge::ops {
namespace {

constexpr int kRoundsPerRule = 200;

class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}

  size_t Below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(engine_); }
  bool Rarely() { return Below(8) == 0; }
  template <typename T>
  T OneOf(std::initializer_list<T> choices) {
    return *(choices.begin() + Below(choices.size()));
  }

  int64_t Int() {
    if (Rarely())
      return OneOf<int64_t>({INT64_MIN, INT64_MAX, INT32_MAX, int64_t{1} << 40, -INT64_MAX, 1000000});
    return static_cast<int64_t>(Below(8)) - 2;
  }
  std::vector<int64_t> Ints() {
    std::vector<int64_t> ints(Below(6));
    for (int64_t& i : ints) i = Int();
    return ints;
  }
  ir::Shape Shape() {
    if (Rarely()) return ir::Shape::UnknownRank();
    std::vector<int64_t> dims(Below(6));
    for (int64_t& dim : dims)
      dim = Rarely()
                ? OneOf<int64_t>({0, int64_t{1} << 40, INT64_MAX})
                : OneOf<int64_t>({-1, 1, 2, 3, 4, 8, ir::DimOf({1, 4}), ir::DimOf({3, ir::DimRange::kOpen})});
    return ir::Shape(dims);
  }
  base::DataType Type() {
    return OneOf({base::DataType::kFloat, base::DataType::kInt32, base::DataType::kInt64,
                  base::DataType::kBool, base::DataType::kFloat16, base::DataType::kInt8,
                  base::DataType::kString});
  }
  ir::AttrValue Attr(ir::AttrKind kind) {
    switch (kind) {
      case ir::AttrKind::kInt:
        return Int();
      case ir::AttrKind::kFloat:
        return static_cast<float>(Int());
      case ir::AttrKind::kBool:
        return Below(2) == 0;
      case ir::AttrKind::kString:
        return OneOf<std::string>({"", "NCHW", "NHWC", "SAME", "VALID", "ij,jk->ik", "->", ","});
      case ir::AttrKind::kDataType:
        return Type();
      case ir::AttrKind::kListInt:
        return Ints();
      case ir::AttrKind::kListListInt:
        return std::vector<std::vector<int64_t>>{Ints(), Ints()};
      default:
        return std::monostate();
    }
  }

 private:
  std::mt19937 engine_;
};

struct Input {
  bool connected = true;
  ir::TensorDesc desc;
  ir::Tensor tensor;
  Value value;
  enum { kNothing, kTensor, kValue } known = kNothing;
};

Input RandomInput(Dice& dice) {
  Input input;
  input.connected = !dice.Rarely();
  input.desc = ir::TensorDesc(
      dice.Below(2) == 0 ? ir::Shape{static_cast<int64_t>(dice.Below(5))} : dice.Shape(), dice.Type());
  const int64_t count = input.desc.shape.Elements();
  if (count < 0 || count > 64 || !HasValues(input.desc.type) || dice.Below(3) == 0) return input;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t number = dice.Int();
    input.value.push_back({!dice.Rarely(), number, static_cast<double>(number)});
  }
  input.known = Input::kValue;
  if (input.desc.type != base::DataType::kInt64) return input;
  std::vector<int64_t> elements;
  for (const Element& element : input.value) elements.push_back(element.integer);
  input.tensor =
      ir::Tensor(input.desc, base::Buffer::CopyOf(elements.data(), elements.size() * sizeof(int64_t)));
  input.known = Input::kTensor;
  return input;
}

ir::Node* RandomNode(Dice& dice, ir::Graph& graph, const std::shared_ptr<const ir::OpSchema>& schema) {
  ir::PortCounts counts;
  for (const ir::InputSpec& spec : schema->inputs) {
    if (spec.kind == ir::InputKind::kDynamic)
      counts.dynamic_inputs.push_back(static_cast<int32_t>(dice.Below(4)));
  }
  for (const ir::OutputSpec& spec : schema->outputs) {
    if (spec.kind == ir::OutputKind::kDynamic)
      counts.dynamic_outputs.push_back(1 + static_cast<int32_t>(dice.Below(3)));
  }
  ir::Node* node = graph.AddNode("n", schema, counts);
  for (const ir::AttrSpec& spec : schema->attrs) {
    if (dice.Below(3) == 0) continue;
    ir::AttrValue value = dice.Attr(dice.Rarely() ? ir::AttrKind::kInt : spec.kind);
    if (value.index() != 0) node->mutable_attrs().Set(spec.name, std::move(value));
  }
  return node;
}

bool IsSound(const ir::Shape& shape) {
  if (shape.IsUnknownRank()) return true;
  return std::all_of(shape.begin(), shape.end(), [](int64_t dim) { return dim >= -1 || ir::HasRange(dim); });
}

void RunOnce(base::Name type, uint32_t seed) {
  SCOPED_TRACE(base::Text(type, ", seed ", seed));
  Dice dice(seed);
  const auto graph = ir::Graph::Create("g");
  const ir::Node* node = RandomNode(dice, *graph, FindSchema(type.text()));
  std::vector<Input> given;
  for (int32_t i = 0; i < node->input_count(); ++i) given.push_back(RandomInput(dice));
  std::vector<RuleInput> inputs(given.size());
  for (size_t i = 0; i < given.size(); ++i) {
    if (!given[i].connected) continue;
    inputs[i].desc = &given[i].desc;
    if (given[i].known == Input::kTensor) inputs[i].tensor = &given[i].tensor;
    if (given[i].known == Input::kValue) inputs[i].value = &given[i].value;
  }
  std::vector<ir::TensorDesc> outputs(static_cast<size_t>(node->output_count()));
  ShapeContext context(*node, inputs, outputs);
  const base::Status status = (*FindShapeRule(type))(context);
  if (!status.ok()) {
    EXPECT_EQ(status.message().rfind(base::Text(type, " \"n\": "), 0), 0U) << status.ToString();
    return;
  }
  for (const ir::TensorDesc& output : outputs) EXPECT_TRUE(IsSound(output.shape)) << output.shape;
  const ValueRule* rule = FindValueRule(type);
  const bool complete =
      std::all_of(given.begin(), given.end(), [](const Input& input) { return input.connected; });
  if (rule == nullptr || !complete) return;
  std::vector<Value> values(outputs.size());
  ValueContext value_context(*node, inputs, outputs, values);
  (*rule)(value_context);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].empty()) continue;
    EXPECT_EQ(static_cast<int64_t>(values[i].size()), outputs[i].shape.Elements());
  }
}

TEST(EveryShapeRule, SurvivesRandomNodes) {
  uint32_t seed = 0;
  for (const base::Name type : TypesWithShapeRule()) {
    for (int i = 0; i < kRoundsPerRule; ++i) RunOnce(type, seed++);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace ge::ops
