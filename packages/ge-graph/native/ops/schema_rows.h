#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/schema.h"

// The operator definitions as the compiler sees them: constant rows, nothing to construct when the library is
// loaded. `schema_table.cc` is generated from packages/ge-graph/opdefs.
namespace ge::ops {

struct PortRow {
  const char* name;
  uint8_t kind;  // ir::InputKind or ir::OutputKind
  const char* symbol;
  ir::DataTypeSet types;
};

struct AttrRow {
  const char* name;
  ir::AttrKind kind;
  int32_t fallback;  // for DefaultValue; -1: required
};

struct SubgraphRow {
  const char* name;
  ir::SubgraphKind kind;
};

// The rows of one operator stand together in their tables: inputs, then outputs, in `kPorts`; and so on.
struct OpRow {
  const char* type;
  uint32_t first_port;
  uint16_t inputs;
  uint16_t outputs;
  uint32_t first_attr;
  uint16_t attrs;
  uint16_t subgraphs;
  uint32_t first_subgraph;
};

extern const PortRow kPorts[];
extern const AttrRow kAttrs[];
extern const SubgraphRow kSubgraphs[];
extern const OpRow kOps[];  // in byte order of the type
extern const size_t kOpCount;

ir::AttrValue DefaultValue(int32_t number);

}  // namespace ge::ops
