#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/graph.h"

// What files tell of a node's prototype: attributes of the operator with fixed names, lists without a type of
// their own.
namespace ge::serialize {

namespace keys {
inline constexpr std::string_view kInputName = "_input_name_key";
inline constexpr std::string_view kInputPort = "_input_name_value";
inline constexpr std::string_view kOutputName = "_output_name_key";
inline constexpr std::string_view kOutputPort = "_output_name_value";
inline constexpr std::string_view kOptionalInputs = "_opt_input";
inline constexpr std::string_view kAttrNames = "_ir_attr_names";
inline constexpr std::string_view kInputs = "_ir_inputs_key";
inline constexpr std::string_view kInputKinds = "_ir_inputs_value";
inline constexpr std::string_view kOutputs = "_ir_outputs_key";
inline constexpr std::string_view kOutputKinds = "_ir_outputs_value";
inline constexpr std::string_view kDynamic = "__dynamic_";
inline constexpr std::string_view kUseOrder = "_src_out_peer_index_for_ge_txt_load";
}  // namespace keys

// `__dynamic_input_<name>_cnt`
std::string DynamicInputKey(std::string_view name);
std::string DynamicOutputKey(std::string_view name);

// A map entry whose value is an AttrDef message, ready to write.
struct EncodedAttr {
  std::string key;
  std::string value;
};

// The entries that tell the prototype of `node`, sorted by key.
std::vector<EncodedAttr> EncodePrototype(const ir::Node& node);

// The lists as a file gives them.
struct PrototypeLists {
  std::vector<std::string> input_names, output_names, optional_inputs, attr_names, inputs, outputs;
  std::vector<int64_t> input_ports, output_ports, input_kinds, output_kinds;
};

// What the lists, the counts among the attributes and the ports say together.
struct RestoredPrototype {
  std::shared_ptr<const ir::OpSchema> schema;
  ir::PortCounts counts;
  // Names that the file gives to the ports, one each, where they differ from those of the prototype.
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;
};

// Prototypes of the operators of one file; operators that tell the same share one.
class Prototypes {
 public:
  // Of an operator with so many ports. Where the process knows the operator by the same ports, data types and
  // defaults come from there; subgraphs are never told. Lists that contradict each other or the ports count
  // as not told.
  RestoredPrototype Restore(base::Name type, PrototypeLists lists, const ir::AttrMap& attrs, int32_t inputs,
                            int32_t outputs);

 private:
  std::shared_ptr<const ir::OpSchema> SchemaOf(base::Name type, const PrototypeLists& lists);

  std::unordered_map<std::string, std::shared_ptr<const ir::OpSchema>> schemas_;
};

}  // namespace ge::serialize
