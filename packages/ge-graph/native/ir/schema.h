#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/name.h"
#include "ir/attr.h"

namespace ge::ir {

// The numbers are those of `_ir_inputs_value` and `_ir_outputs_value` in files.
enum class InputKind : uint8_t { kRequired = 0, kOptional = 1, kDynamic = 2 };
enum class OutputKind : uint8_t { kRequired = 0, kDynamic = 1 };
enum class SubgraphKind : uint8_t { kStatic = 0, kDynamic = 1 };

// Bit `1 << number` for each data type that a port takes; 0: not stated.
using DataTypeSet = uint64_t;
inline constexpr DataTypeSet Holding(base::DataType type) {
  return DataTypeSet{1} << static_cast<int32_t>(type);
}

struct InputSpec {
  base::Name name;
  InputKind kind = InputKind::kRequired;
  DataTypeSet types = 0;
  base::Name symbol = {};  // ports with one symbol share one type; empty: none
};

struct OutputSpec {
  base::Name name;
  OutputKind kind = OutputKind::kRequired;
  DataTypeSet types = 0;
  base::Name symbol = {};
};

enum class AttrKind : uint8_t {
  kInt,
  kFloat,
  kBool,
  kString,
  kDataType,
  kTensor,
  kListInt,
  kListFloat,
  kListBool,
  kListString,
  kListDataType,
  kListListInt,
  kNamedAttrs,
  kBytes,
  kListTensor,
  kListNamedAttrs,
  kUnknown,  // of a prototype that a file carries: names only
};

struct AttrSpec {
  base::Name name;
  AttrKind kind = AttrKind::kUnknown;
  bool required = true;
  AttrValue fallback = {};  // the default when not required
};

struct SubgraphSpec {
  base::Name name;
  SubgraphKind kind = SubgraphKind::kStatic;
};

// An operator's prototype: what a node of this type may have, in declaration order.
struct OpSchema {
  base::Name type;
  std::vector<InputSpec> inputs;
  std::vector<OutputSpec> outputs;
  std::vector<AttrSpec> attrs;
  std::vector<SubgraphSpec> subgraphs;
};

}  // namespace ge::ir
