#pragma once

#include "base/status.h"
#include "kernels/kernel.h"

namespace ge::cpu::kernels {

// The code of a node whose inputs or attributes do not fit its operator.
inline constexpr std::string_view kBadOperator = "E13014";

// The error of a node that cannot be computed: `Conv2D "conv1": ` and the parts, which say what was expected
// and given.
template <typename... Parts>
base::Status Refuse(const ir::Node& node, const Parts&... parts) {
  return {kBadOperator, base::Text(node.type(), " \"", node.name(), "\": ", parts...)};
}
template <typename... Parts>
base::Status Refuse(const RunContext& c, const Parts&... parts) {
  return Refuse(c.node(), parts...);
}

inline base::Status RefuseType(const RunContext& c, int32_t input) {
  return Refuse(c, "input ", c.node().InputName(input), " has data type ", c.Input(input).desc.type,
                ", for which there is no kernel");
}

}  // namespace ge::cpu::kernels
