#include "serialize/ge_ir_fields.h"
#include "serialize/model_reader.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {

base::Result<ModelReader::ReadGraphResult> ModelReader::ReadGraph(std::string_view message) {
  namespace field = ge_ir::graph_def;
  std::string_view name;
  std::string_view groups;
  std::vector<std::string_view> inputs, outputs, operators, attrs;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case Delimited(field::kName):
        name = View(reader);
        break;
      case Delimited(field::kInput):
        inputs.push_back(View(reader));
        break;
      case Delimited(field::kOutput):
        outputs.push_back(View(reader));
        break;
      case Delimited(field::kOp):
        operators.push_back(View(reader));
        break;
      case Delimited(field::kAttr):
        attrs.push_back(View(reader));
        break;
      case Delimited(field::kAttrGroups):
        groups = View(reader);
        break;
      default:
        reader.skip();
    }
  }
  GE_RETURN_IF_ERROR(CheckText(name, "the name of a graph"));
  ReadGraphResult read{ir::Graph::Create(std::string(name)), {}};
  const auto where = [name](const base::Status& status) {
    return status.In(base::Text("graph \"", name, "\""));
  };
  const base::Status sound = CheckGroups(groups);
  if (!sound.ok()) return where(sound);
  read.graph->attr_groups = groups;
  std::vector<ir::AttrMap::Entry> entries;
  for (const std::string_view attr : attrs) {
    const base::Status status = ReadEntry(attr, entries);
    if (!status.ok()) return where(status);
  }
  read.graph->attrs.Assign(std::move(entries));

  NameTable nodes(operators.size());
  read.operators.reserve(operators.size());
  for (const std::string_view each : operators) {
    base::Result<Named> op = ReadOp(*read.graph, each);
    if (!op.ok()) return where(op.status());
    if (!nodes.Add(op->node)) {
      return where({"E13009", base::Text("two nodes have the name \"", op->node->name(), "\"")});
    }
    read.operators.push_back(std::move(*op));
  }
  const base::Status connected = Connect(*read.graph, read.operators, nodes);
  if (!connected.ok()) return where(connected);
  const base::Status results = ReadResults(*read.graph, inputs, outputs, nodes);
  if (!results.ok()) return where(results);
  return read;
}

}  // namespace ge::serialize
