#pragma once

#include "base/status.h"
#include "kernels/kernel.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

// An attribute that the prototype has. A node from a file may lack it all the same, or have it as something
// else.
template <typename T>
base::Result<T> AttrOf(const ir::Node& node, base::Name name) {
  if (const T* value = node.Attr<T>(name)) return *value;
  return Refuse(node, "attribute ", name, " is missing or of another kind");
}
template <typename T>
base::Result<T> AttrOf(const RunContext& c, base::Name name) {
  return AttrOf<T>(c.node(), name);
}

}  // namespace ge::cpu::kernels
