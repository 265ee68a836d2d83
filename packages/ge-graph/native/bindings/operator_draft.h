#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "ir/attr.h"
#include "ir/schema.h"

namespace ge::bindings {

// An operator that a plugin describes before it becomes a node: its attributes, and ports in the order
// registered.
class GE_API OperatorDraft {
 public:
  OperatorDraft(std::string name, std::string type);
  ~OperatorDraft();
  OperatorDraft(const OperatorDraft&) = delete;
  OperatorDraft& operator=(const OperatorDraft&) = delete;

  // The draft at this address, if one lives there; null otherwise. For callers that only have a number.
  static OperatorDraft* At(uintptr_t address);

  const std::string& name() const { return name_; }
  const std::string& type() const { return schema_.type.text(); }
  const ir::OpSchema& schema() const { return schema_; }
  const std::vector<uint32_t>& dynamic_inputs() const { return dynamic_inputs_; }
  const std::vector<uint32_t>& dynamic_outputs() const { return dynamic_outputs_; }
  ir::AttrMap attrs;

  // Fail (E10001) when the draft has a port of this name already.
  base::Status AddInput(const std::string& name, ir::InputKind kind, uint32_t count = 0);
  base::Status AddOutput(const std::string& name, ir::OutputKind kind, uint32_t count = 0);

 private:
  std::string name_;
  ir::OpSchema schema_;
  std::vector<uint32_t> dynamic_inputs_;
  std::vector<uint32_t> dynamic_outputs_;
};

}  // namespace ge::bindings
