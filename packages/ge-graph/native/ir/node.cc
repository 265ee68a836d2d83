#include "ir/node.h"

#include <algorithm>

namespace ge::ir {
namespace {

bool IsDynamic(const InputSpec& spec) { return spec.kind == InputKind::kDynamic; }
bool IsDynamic(const OutputSpec& spec) { return spec.kind == OutputKind::kDynamic; }

// Calls visit(spec, first port, count) for each entry of the prototype until it says true.
template <typename Spec, typename Visit>
void WalkPorts(const std::vector<Spec>& specs, const std::vector<int32_t>& dynamic_counts, Visit visit) {
  int32_t first = 0;
  size_t dynamic = 0;
  for (const Spec& spec : specs) {
    int32_t count = 1;
    if (IsDynamic(spec)) count = dynamic < dynamic_counts.size() ? dynamic_counts[dynamic++] : 0;
    if (visit(spec, PortRange{first, count})) return;
    first += count;
  }
}

template <typename Spec>
PortRange RangeOf(const std::vector<Spec>& specs, const std::vector<int32_t>& counts, size_t index) {
  PortRange found;
  WalkPorts(specs, counts, [&](const Spec& spec, PortRange range) {
    found = range;
    return &spec == &specs[index];
  });
  return found;
}

template <typename Spec>
std::string NameOf(const std::vector<Spec>& specs, const std::vector<int32_t>& counts, int32_t port,
                   std::string_view unknown) {
  std::string name = std::string(unknown) + std::to_string(port);
  WalkPorts(specs, counts, [&](const Spec& spec, PortRange range) {
    if (port >= range.first + range.count) return false;
    name = spec.name.text();
    if (IsDynamic(spec)) name += std::to_string(port - range.first);
    return true;
  });
  return name;
}

template <typename Spec>
std::optional<int32_t> PortOf(const std::vector<Spec>& specs, const std::vector<int32_t>& counts,
                              std::string_view name) {
  std::optional<int32_t> port;
  WalkPorts(specs, counts, [&](const Spec& spec, PortRange range) {
    const std::string& base = spec.name.text();
    if (!IsDynamic(spec)) {
      if (base == name) port = range.first;
    } else if (name.size() > base.size() && name.substr(0, base.size()) == base) {
      for (int32_t i = 0; i < range.count && !port; ++i) {
        if (std::to_string(i) == name.substr(base.size())) port = range.first + i;
      }
    }
    return port.has_value();
  });
  return port;
}

}  // namespace

PortRange Node::InputRange(size_t index) const {
  return RangeOf(schema_->inputs, port_counts().dynamic_inputs, index);
}
PortRange Node::OutputRange(size_t index) const {
  return RangeOf(schema_->outputs, port_counts().dynamic_outputs, index);
}

std::string Node::InputName(int32_t port) const {
  return NameOf(schema_->inputs, port_counts().dynamic_inputs, port, "__input");
}
std::string Node::OutputName(int32_t port) const {
  return NameOf(schema_->outputs, port_counts().dynamic_outputs, port, "__output");
}

std::optional<int32_t> Node::FindInput(std::string_view name) const {
  return PortOf(schema_->inputs, port_counts().dynamic_inputs, name);
}
std::optional<int32_t> Node::FindOutput(std::string_view name) const {
  return PortOf(schema_->outputs, port_counts().dynamic_outputs, name);
}

const NodeRarities& Node::NoRarities() {
  static const NodeRarities none{};
  return none;
}

NodeRarities& Node::mutable_rare() {
  if (rare_ == nullptr) rare_ = std::make_unique<NodeRarities>();
  return *rare_;
}

const AttrValue* Node::AttrOrDefault(base::Name name) const {
  const AttrValue* value = attrs_.Find(name);
  if (value != nullptr) return value;
  const auto spec = std::find_if(schema_->attrs.begin(), schema_->attrs.end(),
                                 [name](const AttrSpec& attr) { return attr.name == name; });
  if (spec == schema_->attrs.end() || spec->required || spec->fallback.index() == 0) return nullptr;
  return &spec->fallback;
}

}  // namespace ge::ir
