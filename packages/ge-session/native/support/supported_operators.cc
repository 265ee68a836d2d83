// Prints what the CPU engine computes, by kernels and by bodies: a line for each operator with a prototype
// that it supports, the operator's type and the data types of its first input (of its first output where
// there is no input); `*` stands for all.

#include <cstdio>

#include "backend/backend.h"
#include "base/data_type.h"
#include "bodies/registry.h"
#include "bodies/runnable.h"
#include "ir/graph.h"
#include "ops/registry.h"

namespace {

using ge::base::DataType;
namespace ir = ge::ir;

std::vector<int32_t> OneEach(size_t ports) { return std::vector<int32_t>(ports, 1); }

ir::Node* NodeOf(ir::Graph& graph, const std::shared_ptr<const ir::OpSchema>& schema) {
  size_t inputs = 0;
  size_t outputs = 0;
  for (const ir::InputSpec& input : schema->inputs) inputs += input.kind == ir::InputKind::kDynamic;
  for (const ir::OutputSpec& output : schema->outputs) outputs += output.kind == ir::OutputKind::kDynamic;
  return graph.AddNode("node", schema, {OneEach(inputs), OneEach(outputs)});
}

// The type where the prototype lists it, else the first that it lists.
DataType TypeOf(const ir::InputSpec& spec, DataType type) {
  if (spec.types == 0 || (spec.types & ir::Holding(type)) != 0) return type;
  return static_cast<DataType>(__builtin_ctzll(spec.types));
}

// A node that knows no more of its required inputs than data types, the first input's is this one.
void Describe(ir::Node& node, DataType type) {
  if (node.input_count() == 0) {
    if (node.output_count() > 0) node.mutable_output_desc(0).type = type;
    return;
  }
  const std::vector<ir::InputSpec>& specs = node.schema().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == ir::InputKind::kOptional) continue;
    const int32_t port = node.InputRange(i).first;
    node.mutable_input_desc(port) = {ir::Shape::UnknownRank(), TypeOf(specs[i], type)};
  }
  node.mutable_input_desc(0).type = type;
}

// A body that refuses something else than data types takes these for some attributes or shapes.
bool Takes(const ir::Node& node) {
  const ge::backend::Backend& backend = *ge::backend::DefaultBackend();
  if (ge::bodies::FindBody(node.type()) == nullptr) return backend.Supports(node).ok();
  const ge::base::Status runs = ge::bodies::Runs(node, backend);
  return runs.ok() || runs.code() != "E10501";
}

// A blank before each data type that the engine takes; empty when it takes none.
std::string SupportedTypes(const std::shared_ptr<const ir::OpSchema>& schema) {
  const auto graph = ir::Graph::Create("graph");
  ir::Node* node = NodeOf(*graph, schema);
  std::string names;
  bool all = true;
  for (int32_t number = 0; number < static_cast<int32_t>(DataType::kMax); ++number) {
    const ge::base::DataTypeInfo* info = ge::base::FindDataType(static_cast<DataType>(number));
    if (info == nullptr || info->type == DataType::kUndefined) continue;
    Describe(*node, info->type);
    if (Takes(*node)) {
      names.append(" ").append(info->name);
    } else {
      all = false;
    }
  }
  return all ? " *" : names;
}

}  // namespace

int main() {
  for (const std::string& type : ge::ops::RegisteredTypes()) {
    const std::string types = SupportedTypes(ge::ops::FindSchema(type));
    if (!types.empty()) std::printf("%s%s\n", type.c_str(), types.c_str());
  }
  return 0;
}
