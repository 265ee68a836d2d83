#include "serialize/text_dump.h"

#include "serialize/ge_ir_fields.h"
#include "serialize/model_def.h"
#include "serialize/text_format.h"
#include "serialize/text_reader.h"

namespace ge::serialize {
namespace {

ir::AttrValue Named(std::string_view name, const std::map<std::string, std::string>& options) {
  ir::NamedAttrs named;
  named.name = name;
  for (const auto& [key, value] : options) named.attrs.Set(key, value);
  return ir::Box<ir::NamedAttrs>(std::move(named));
}

}  // namespace

base::Result<std::string> TextDump(const ir::Graph& graph, DumpLevel level, const DumpOptions* options) {
  WriteOptions write;
  write.for_dump = true;
  write.without_weights = level != DumpLevel::kAll;
  if (options != nullptr && level != DumpLevel::kLinks) {
    write.graph_attrs.Set("GraphOptions", Named("GraphOptions", options->graph));
    write.graph_attrs.Set("SessionOptions", Named("SessionOptions", options->session));
    write.graph_attrs.Set("GlobalOptions", Named("GlobalOptions", options->global));
  }
  GE_ASSIGN_OR_RETURN(const Segments model, WriteModel(graph, write));
  return TextOf(model.Join(), ge_ir::kModelDef);
}

base::Result<std::shared_ptr<ir::Graph>> ReadTextDump(std::string_view text) {
  GE_ASSIGN_OR_RETURN(std::string wire, WireOf(text, ge_ir::kModelDef));
  auto bytes = std::make_shared<std::string>(std::move(wire));
  return ReadModel(base::Buffer::Borrow(bytes->data(), bytes->size(), [bytes] {}));
}

}  // namespace ge::serialize
