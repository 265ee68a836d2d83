#include "serialize/prototype.h"

#include <algorithm>
#include <numeric>
#include <protozero/pbf_writer.hpp>
#include <utility>

#include "ops/registry.h"
#include "serialize/ge_ir_fields.h"

namespace ge::serialize {
namespace {

using ge_ir::attr_def::kList;
namespace list_value = ge_ir::attr_def_list_value;

struct NamedPort {
  std::string name;
  int64_t port;
  friend bool operator==(const NamedPort& a, const NamedPort& b) {
    return a.name == b.name && a.port == b.port;
  }
};

void SortByName(std::vector<NamedPort>& ports) {
  std::stable_sort(ports.begin(), ports.end(),
                   [](const NamedPort& a, const NamedPort& b) { return a.name < b.name; });
}

template <typename Spec>
bool IsDynamic(const Spec& spec) {
  return static_cast<int>(spec.kind) == (std::is_same_v<Spec, ir::InputSpec> ? 2 : 1);
}

// The ports that the prototype names, in their order.
template <typename Spec>
std::vector<NamedPort> PrototypePorts(const std::vector<Spec>& specs, const std::vector<int32_t>& counts,
                                      int32_t limit) {
  std::vector<NamedPort> ports;
  size_t dynamic = 0;
  for (const Spec& spec : specs) {
    if (!IsDynamic(spec)) {
      ports.push_back({spec.name.text(), static_cast<int64_t>(ports.size())});
      continue;
    }
    const int32_t count = dynamic < counts.size() ? counts[dynamic++] : 0;
    for (int32_t i = 0; i < count; ++i) {
      ports.push_back({spec.name.text() + std::to_string(i), static_cast<int64_t>(ports.size())});
    }
  }
  if (ports.size() > static_cast<size_t>(limit)) ports.resize(static_cast<size_t>(limit));
  return ports;
}

std::vector<NamedPort> PortsOf(const std::vector<std::string>& own_names, std::vector<NamedPort> prototype) {
  std::vector<NamedPort> ports;
  if (own_names.empty()) ports = std::move(prototype);
  for (size_t i = 0; i < own_names.size(); ++i) {
    if (!own_names[i].empty()) ports.push_back({own_names[i], static_cast<int64_t>(i)});
  }
  SortByName(ports);
  return ports;
}

std::string EncodeList(const std::string& list) {
  std::string value;
  protozero::pbf_writer(value).add_message(kList, list);
  return value;
}

void AddTexts(std::vector<EncodedAttr>& out, std::string_view key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  std::string list;
  protozero::pbf_writer fields(list);
  for (const std::string& text : texts) fields.add_bytes(list_value::kS, text);
  out.push_back({std::string(key), EncodeList(list)});
}

void AddInts(std::vector<EncodedAttr>& out, std::string_view key, const std::vector<int64_t>& ints) {
  if (ints.empty()) return;
  std::string list;
  protozero::pbf_writer(list).add_packed_int64(list_value::kI, ints.begin(), ints.end());
  out.push_back({std::string(key), EncodeList(list)});
}

void AddPorts(std::vector<EncodedAttr>& out, std::string_view name_key, std::string_view port_key,
              const std::vector<NamedPort>& ports) {
  std::vector<std::string> names;
  std::vector<int64_t> numbers;
  for (const NamedPort& port : ports) {
    names.push_back(port.name);
    numbers.push_back(port.port);
  }
  AddTexts(out, name_key, names);
  AddInts(out, port_key, numbers);
}

template <typename Spec>
void AddSpecs(std::vector<EncodedAttr>& out, std::string_view name_key, std::string_view kind_key,
              const std::vector<Spec>& specs) {
  std::vector<std::string> names;
  std::vector<int64_t> kinds;
  for (const Spec& spec : specs) {
    names.push_back(spec.name.text());
    kinds.push_back(static_cast<int64_t>(spec.kind));
  }
  AddTexts(out, name_key, names);
  AddInts(out, kind_key, kinds);
}

template <typename Spec, typename KeyOf>
void AddCounts(std::vector<EncodedAttr>& out, const std::vector<Spec>& specs,
               const std::vector<int32_t>& counts, KeyOf key_of) {
  size_t dynamic = 0;
  for (const Spec& spec : specs) {
    if (!IsDynamic(spec)) continue;
    EncodedAttr& attr = out.emplace_back();
    attr.key = key_of(spec.name.text());
    protozero::pbf_writer(attr.value)
        .add_int64(ge_ir::attr_def::kI, dynamic < counts.size() ? counts[dynamic] : 0);
    ++dynamic;
  }
}

// Everything that lists of one meaning have in common, as one text.
std::string Fingerprint(base::Name type, const PrototypeLists& lists) {
  std::string print;
  const auto add_texts = [&print](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) print.append(text).push_back('\0');
    print.push_back('\n');
  };
  const auto add_ints = [&print](const std::vector<int64_t>& ints) {
    for (const int64_t number : ints) print.append(std::to_string(number)).push_back(',');
    print.push_back('\n');
  };
  add_texts({type.text()});
  add_texts(lists.inputs);
  add_ints(lists.input_kinds);
  add_texts(lists.outputs);
  add_ints(lists.output_kinds);
  add_texts(lists.attr_names);
  return print;
}

// Empty when the lists do not belong together.
template <typename Spec>
std::vector<Spec> Specs(const std::vector<std::string>& names, const std::vector<int64_t>& kinds,
                        int64_t last_kind) {
  std::vector<Spec> specs;
  if (names.size() != kinds.size()) return specs;
  for (size_t i = 0; i < names.size(); ++i) {
    if (kinds[i] < 0 || kinds[i] > last_kind) return {};
    Spec spec;
    spec.name = names[i];
    spec.kind = static_cast<decltype(spec.kind)>(kinds[i]);
    specs.push_back(spec);
  }
  return specs;
}

template <typename Spec>
bool SamePorts(const std::vector<Spec>& a, const std::vector<Spec>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Spec& x, const Spec& y) { return x.name == y.name && x.kind == y.kind; });
}

ir::AttrSpec AttrNamed(const ir::OpSchema* known, base::Name name) {
  ir::AttrSpec attr;
  attr.name = name;
  if (known == nullptr) return attr;
  const auto found = std::find_if(known->attrs.begin(), known->attrs.end(),
                                  [name](const ir::AttrSpec& spec) { return spec.name == name; });
  return found == known->attrs.end() ? attr : *found;
}

template <typename Spec, typename KeyOf>
bool Count(const std::vector<Spec>& specs, const ir::AttrMap& attrs, int32_t total, KeyOf key_of,
           std::vector<int32_t>* counts) {
  int64_t rest = total;
  std::vector<size_t> untold;
  for (const Spec& spec : specs) {
    if (!IsDynamic(spec)) {
      --rest;
      continue;
    }
    const auto* told = attrs.Get<int64_t>(key_of(spec.name.text()));
    if (told == nullptr || *told < 0 || *told > total) untold.push_back(counts->size());
    counts->push_back(told == nullptr || *told < 0 || *told > total ? 0 : static_cast<int32_t>(*told));
    rest -= counts->back();
  }
  if (rest > 0 && untold.size() == 1) {
    (*counts)[untold.front()] = static_cast<int32_t>(rest);
    rest = 0;
  }
  return rest == 0;
}

// Splits the ports among the entries of the prototype; false when they do not fit.
bool CountPorts(const ir::OpSchema& schema, const ir::AttrMap& attrs, int32_t inputs, int32_t outputs,
                ir::PortCounts* counts) {
  return Count(schema.inputs, attrs, inputs, DynamicInputKey, &counts->dynamic_inputs) &&
         Count(schema.outputs, attrs, outputs, DynamicOutputKey, &counts->dynamic_outputs);
}

std::vector<std::string> OwnNames(std::vector<NamedPort> prototype, int32_t ports,
                                  const std::vector<std::string>& names,
                                  const std::vector<int64_t>& numbers) {
  if (names.empty() || names.size() != numbers.size()) return {};
  std::vector<NamedPort> told;
  std::vector<std::string> own(static_cast<size_t>(ports));
  for (size_t i = 0; i < names.size(); ++i) {
    // A port without a name could not be told again.
    if (numbers[i] < 0 || numbers[i] >= ports || names[i].empty()) return {};
    told.push_back({names[i], numbers[i]});
    own[static_cast<size_t>(numbers[i])] = names[i];
  }
  SortByName(told);
  SortByName(prototype);
  return told == prototype ? std::vector<std::string>() : own;
}

}  // namespace

std::string DynamicInputKey(std::string_view name) { return base::Text("__dynamic_input_", name, "_cnt"); }
std::string DynamicOutputKey(std::string_view name) { return base::Text("__dynamic_output_", name, "_cnt"); }

std::vector<EncodedAttr> EncodePrototype(const ir::Node& node) {
  const ir::OpSchema& schema = node.schema();
  const ir::PortCounts& counts = node.port_counts();
  std::vector<EncodedAttr> attrs;
  AddCounts(attrs, schema.inputs, counts.dynamic_inputs, DynamicInputKey);
  AddCounts(attrs, schema.outputs, counts.dynamic_outputs, DynamicOutputKey);
  AddPorts(attrs, keys::kInputName, keys::kInputPort,
           PortsOf(node.details().input_names,
                   PrototypePorts(schema.inputs, counts.dynamic_inputs, node.input_count())));
  AddPorts(attrs, keys::kOutputName, keys::kOutputPort,
           PortsOf(node.details().output_names,
                   PrototypePorts(schema.outputs, counts.dynamic_outputs, node.output_count())));
  AddSpecs(attrs, keys::kInputs, keys::kInputKinds, schema.inputs);
  AddSpecs(attrs, keys::kOutputs, keys::kOutputKinds, schema.outputs);
  std::vector<std::string> names;
  for (const ir::InputSpec& input : schema.inputs) {
    if (input.kind == ir::InputKind::kOptional) names.push_back(input.name.text());
  }
  AddTexts(attrs, keys::kOptionalInputs, names);
  names.clear();
  for (const ir::AttrSpec& attr : schema.attrs) names.push_back(attr.name.text());
  AddTexts(attrs, keys::kAttrNames, names);
  std::sort(attrs.begin(), attrs.end(),
            [](const EncodedAttr& a, const EncodedAttr& b) { return a.key < b.key; });
  return attrs;
}

std::shared_ptr<const ir::OpSchema> Prototypes::SchemaOf(base::Name type, const PrototypeLists& lists) {
  std::shared_ptr<const ir::OpSchema>& restored = schemas_[Fingerprint(type, lists)];
  if (restored != nullptr) return restored;
  auto schema = std::make_shared<ir::OpSchema>();
  schema->type = type;
  schema->inputs = Specs<ir::InputSpec>(lists.inputs, lists.input_kinds, 2);
  schema->outputs = Specs<ir::OutputSpec>(lists.outputs, lists.output_kinds, 1);
  const std::shared_ptr<const ir::OpSchema> known = ops::FindSchema(type.text());
  if (known != nullptr && SamePorts(known->inputs, schema->inputs) &&
      SamePorts(known->outputs, schema->outputs)) {
    schema->inputs = known->inputs;
    schema->outputs = known->outputs;
  }
  for (const std::string& name : lists.attr_names) schema->attrs.push_back(AttrNamed(known.get(), name));
  return restored = std::move(schema);
}

RestoredPrototype Prototypes::Restore(base::Name type, PrototypeLists lists, const ir::AttrMap& attrs,
                                      int32_t inputs, int32_t outputs) {
  RestoredPrototype restored;
  restored.schema = SchemaOf(type, lists);
  if (!CountPorts(*restored.schema, attrs, inputs, outputs, &restored.counts)) {
    lists = {};
    restored.counts = {};
    restored.schema = SchemaOf(type, lists);
  }
  restored.input_names =
      OwnNames(PrototypePorts(restored.schema->inputs, restored.counts.dynamic_inputs, inputs), inputs,
               lists.input_names, lists.input_ports);
  restored.output_names =
      OwnNames(PrototypePorts(restored.schema->outputs, restored.counts.dynamic_outputs, outputs), outputs,
               lists.output_names, lists.output_ports);
  return restored;
}

}  // namespace ge::serialize
