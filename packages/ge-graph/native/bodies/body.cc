#include "bodies/body.h"

#include <algorithm>
#include <utility>

#include "infer/infer.h"
#include "ops/registry.h"
#include "rewrite/bypass.h"

namespace ge::bodies {
namespace {

using base::DataType;
using base::Result;
using base::Status;
using base::Text;

constexpr std::string_view kOtherTypes = "E10501";

// `float16, float or bf16`
std::string NamesOf(ir::DataTypeSet types) {
  std::string names;
  for (int32_t number = 0; number < 64; ++number) {
    if ((types >> static_cast<uint32_t>(number) & 1U) == 0) continue;
    types &= ~(ir::DataTypeSet{1} << static_cast<uint32_t>(number));
    if (!names.empty()) names += types == 0 ? " or " : ", ";
    names += base::FindDataType(static_cast<DataType>(number))->name;
  }
  return names;
}

ir::PortCounts CountsFor(const ir::OpSchema& schema, size_t inputs, int32_t outputs) {
  ir::PortCounts counts;
  size_t single = 0;
  for (const ir::InputSpec& spec : schema.inputs) single += spec.kind != ir::InputKind::kDynamic ? 1 : 0;
  for (const ir::InputSpec& spec : schema.inputs) {
    if (spec.kind == ir::InputKind::kDynamic)
      counts.dynamic_inputs.push_back(static_cast<int32_t>(inputs - std::min(inputs, single)));
  }
  for (const ir::OutputSpec& spec : schema.outputs) {
    if (spec.kind == ir::OutputKind::kDynamic) counts.dynamic_outputs.push_back(outputs);
  }
  return counts;
}

}  // namespace

Body::Body(const ir::Node& node, std::vector<BodyInput> inputs)
    : node_(node), inputs_(std::move(inputs)), sources_(inputs_.size()), builder_(node.type().text()) {
  std::vector<Value> made;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const BodyInput& input = inputs_[i];
    if (input.index < 0) continue;
    const auto index = static_cast<size_t>(input.index);
    if (index >= made.size()) made.resize(index + 1);
    if (made[index].node == nullptr) {
      const Result<ir::Node*> data = builder_.AddInput(input.index, {"Data", "", input.desc});
      Keep(data.status());
      if (!data.ok()) return;
      made[index] = {*data, 0};
    }
    sources_[i] = made[index];
  }
  CheckDeclaredTypes();
}

void Body::CheckDeclaredTypes() {
  const std::vector<ir::InputSpec>& specs = node_.schema().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].types == 0) continue;
    const ir::PortRange range = node_.InputRange(i);
    for (int32_t port = range.first; port < range.first + range.count; ++port) Takes(port, specs[i].types);
  }
}

void Body::Takes(int32_t i, ir::DataTypeSet types) {
  if (!HasInput(i)) return;
  const DataType type = Type(i);
  if (type < DataType::kMax && (types & ir::Holding(type)) != 0) return;
  Fail(kOtherTypes, Text(node_.InputName(i), " must be ", NamesOf(types), ", given ", type));
}

bool Body::HasInput(int32_t i) const { return Input(i).node != nullptr; }

Value Body::Input(int32_t i) const {
  const auto at = static_cast<size_t>(i);
  return i >= 0 && at < sources_.size() ? sources_[at] : Value();
}

DataType Body::Type(Value v) const {
  return v.node == nullptr ? DataType::kUndefined : v.node->output_desc(v.port).type;
}

int64_t Body::Rank(int32_t i) {
  if (!Shape(i).IsUnknownRank()) return static_cast<int64_t>(Shape(i).size());
  Refuse("the number of dimensions of ", node_.InputName(i), " is not known");
  return 0;
}

Value Body::Op(const char* type, const Values& inputs, const bodies::Attrs& attrs) {
  const Values results = Ops(type, inputs, attrs);
  return results.empty() ? Value() : results.front();
}

Values Body::Ops(const char* type, const Values& inputs, const bodies::Attrs& attrs, int32_t count) {
  if (!ok()) return Values(static_cast<size_t>(std::max(count, 1)));
  const std::shared_ptr<const ir::OpSchema> schema = ops::FindSchema(type);
  if (schema == nullptr) {
    Refuse("its body names operator ", type, ", which does not exist");
    return Values(1);
  }
  ops::OperatorParts parts;
  parts.inputs = inputs;
  parts.counts = CountsFor(*schema, inputs.size(), count);
  for (const bodies::Attr& attr : attrs) parts.attrs.push_back(attr.entry);
  const Result<ir::Node*> added = builder_.AddOperator(schema, std::move(parts));
  Keep(added.status());
  if (ok()) Keep(Infer(**added));
  if (!ok()) return Values(static_cast<size_t>(std::max(count, 1)));
  Values results;
  for (int32_t i = 0; i < (*added)->output_count(); ++i) results.push_back({*added, i});
  return results;
}

Status Body::Infer(ir::Node& added) {
  std::vector<const ir::TensorDesc*> descs;
  std::vector<const ir::Tensor*> values;
  for (int32_t i = 0; i < added.input_count(); ++i) {
    const ir::Endpoint from = added.producer(i);
    descs.push_back(from.node == nullptr ? nullptr : &from.node->output_desc(from.port));
    values.push_back(from.node == nullptr ? nullptr : rewrite::ConstantValue(*from.node));
  }
  GE_ASSIGN_OR_RETURN(std::vector<ir::TensorDesc> outputs, infer::InferNode(added, descs, values));
  for (int32_t i = 0; i < added.output_count(); ++i)
    added.mutable_output_desc(i) = std::move(outputs[static_cast<size_t>(i)]);
  return {};
}

Value Body::AddConst(ir::Shape shape, DataType type, const void* elements) {
  ir::Tensor tensor({std::move(shape), type}, nullptr);
  const auto bytes = static_cast<size_t>(base::DataBytes(type, tensor.desc.shape.Elements()));
  tensor.data = base::Buffer::CopyOf(elements, bytes);
  return {builder_.AddConst(std::move(tensor)), 0};
}

Value Body::Scalar(DataType type, double value) {
  if (type == DataType::kDouble) return AddConst({}, type, &value);
  if (type == DataType::kInt64 || type == DataType::kInt32) {
    const auto integer = static_cast<int64_t>(value);  // little endian: its first half is the int32
    return AddConst({}, type, &integer);
  }
  if (type != DataType::kFloat) Refuse("its body asks for a scalar of ", type);
  const auto number = static_cast<float>(value);
  return AddConst({}, DataType::kFloat, &number);
}

Value Body::Ints(const bodies::Ints& values) {
  return AddConst({static_cast<int64_t>(values.size())}, DataType::kInt64, values.data());
}

Value Body::Cast(Value v, DataType type) {
  if (!ok() || Type(v) == type) return v;
  return Op("Cast", {v}, {{"dst_type", static_cast<int64_t>(type)}});
}

Value Body::InFloat(Value v) { return Type(v) == DataType::kDouble ? v : Cast(v, DataType::kFloat); }

Values Body::Split(Value v, int64_t axis, int32_t parts) {
  return Ops("SplitD", {v}, {{"split_dim", axis}, {"num_split", parts}}, parts);
}

Value Body::Concat(const Values& parts, int64_t axis) {
  return Op("ConcatD", parts, {{"concat_dim", axis}, {"N", static_cast<int64_t>(parts.size())}});
}

void Body::Output(int32_t i, Value v) {
  if (!ok()) return;
  if (i < 0 || i >= node_.output_count()) return Refuse("its body sets output ", i, ", which does not exist");
  Keep(builder_.SetOutput(v, i));
}

void Body::Fail(std::string_view code, const std::string& text) {
  Keep({code, Text(node_.type(), " \"", node_.name(), "\": ", text)});
}

void Body::Keep(const Status& status) {
  if (ok() && !status.ok()) status_ = status;
}

Result<std::shared_ptr<ir::Graph>> Body::Build() {
  if (!ok()) return status_;
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<ir::Graph> graph, builder_.BuildBody());
  const size_t results = graph->Results().size();
  if (results != static_cast<size_t>(node_.output_count())) {
    Refuse("its body sets ", results, " of ", node_.output_count(), " outputs");
    return status_;
  }
  infer::InferOptions
      options;  // also values that come from constant inputs, and through more than one operator
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].tensor != nullptr) options.values.push_back({sources_[i], *inputs_[i].tensor});
  }
  GE_RETURN_IF_ERROR(infer::InferGraph(*graph, options));
  return graph;
}

Result<std::shared_ptr<ir::Graph>> WriteBody(const BodyRule& rule, const ir::Node& node,
                                             std::vector<BodyInput> inputs) {
  Body body(node, std::move(inputs));
  if (body.ok()) rule(body);
  return body.Build();
}

}  // namespace ge::bodies
