// The shape rule of an operator that has none of its own is that of its body.

#include <memory>

#include "bodies/body.h"
#include "ops/rule_source.h"

namespace ge::bodies {
namespace {

using base::Status;

std::vector<BodyInput> InputsOf(const ops::ShapeContext& c) {
  std::vector<BodyInput> inputs(static_cast<size_t>(c.input_count()));
  int64_t next = 0;
  for (int32_t i = 0; i < c.input_count(); ++i) {
    if (!c.HasInput(i)) continue;
    BodyInput& input = inputs[static_cast<size_t>(i)];
    const ir::TensorDesc& desc = c.Input(i);
    input.desc = ir::TensorDesc(ir::SplitRange(desc.shape).first, desc.type, desc.format);
    input.tensor = c.Tensor(i);
    input.index = next++;
  }
  return inputs;
}

Status InferFromBody(ops::ShapeContext& c) {
  const std::shared_ptr<const BodyRule> rule = FindBody(c.node().type());
  if (rule == nullptr) return ops::NoShapeRule(c.node());
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<ir::Graph> body, WriteBody(*rule, c.node(), InputsOf(c)));
  const std::vector<ir::Endpoint> results = body->Results();
  for (size_t i = 0; i < results.size(); ++i) {
    const ir::TensorDesc& desc = results[i].node->output_desc(results[i].port);
    GE_RETURN_IF_ERROR(c.SetOutput(static_cast<int32_t>(i), desc));
  }
  return {};
}

const ops::ShapeRule* RuleOf(base::Name type) {
  static const ops::ShapeRule rule = InferFromBody;
  return FindBody(type) == nullptr ? nullptr : &rule;
}

[[maybe_unused]] const bool kSourced = [] {
  ops::SetRuleSource(RuleOf);
  return true;
}();

}  // namespace
}  // namespace ge::bodies
