#include "plan/program.h"

#include "base/status.h"
#include "ops/registry.h"

namespace ge::cpu::plan {

kernels::PrepareContext Step::Prepare(const Program& program) const {
  kernels::PrepareContext context{*node, {}, epilogue.empty() ? nullptr : &epilogue};
  context.constants.reserve(inputs.size());
  for (const ValueId id : inputs) context.constants.push_back(program.ConstantOf(id));
  return context;
}

ValueId Program::AddValue(const ir::Node* node, int32_t port) {
  values.push_back({node, port, nullptr});
  return static_cast<ValueId>(values.size() - 1);
}

ValueId Program::AddConstant(ir::Tensor tensor, const ir::Node* node) {
  folded.push_back(std::move(tensor));
  const ValueId id = AddValue(node, 0);
  values[id].constant = &folded.back();
  return id;
}

ir::Node* Program::AddNode(const std::string& name, const std::string& type, const ir::PortCounts& counts) {
  if (made == nullptr) made = ir::Graph::Create("made");
  return made->AddNode(name, ops::FindSchema(type), counts);
}

std::string Describe(const ir::Node& node) {
  return base::Text("node \"", node.name(), "\" (", node.type(), ")");
}

}  // namespace ge::cpu::plan
