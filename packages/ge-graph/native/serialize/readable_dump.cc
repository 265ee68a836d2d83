#include "serialize/readable_dump.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "serialize/value_text.h"

namespace ge::serialize {
namespace {

const base::Name& NetOutput() {
  static const base::Name type("NetOutput");
  return type;
}

std::string InputName(const ir::Node& node, int32_t port) {
  static const base::Name counts_from_one("For");
  const ir::OpSchema& schema = node.schema();
  for (size_t i = 0; i < schema.inputs.size(); ++i) {
    const ir::PortRange range = node.InputRange(i);
    if (port < range.first || port >= range.first + range.count) continue;
    const std::string& name = schema.inputs[i].name.text();
    if (schema.inputs[i].kind != ir::InputKind::kDynamic) return name;
    return name + "_" + std::to_string(port - range.first + (node.type() == counts_from_one ? 1 : 0));
  }
  return "_input_" + std::to_string(port);
}

// The slot's name if the node's prototype has it.
std::string SlotName(const ir::Node& node, size_t index) {
  const std::string& slot = node.subgraphs()[index].slot;
  for (const ir::SubgraphSpec& spec : node.schema().subgraphs) {
    const std::string& name = spec.name.text();
    const bool is_dynamic = spec.kind == ir::SubgraphKind::kDynamic;
    if (is_dynamic ? slot.compare(0, name.size(), name) == 0 : slot == name) return slot;
  }
  return "_graph_" + std::to_string(index);
}

void Append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

// One graph, without its subgraphs.
class GraphPrinter {
 public:
  explicit GraphPrinter(const ir::Graph& graph) : graph_(graph) {
    for (const ir::Node* node : graph.nodes()) {
      if (node->output_count() < 2 || node->type() == NetOutput()) continue;
      first_ret_[node] = rets_;
      rets_ += node->output_count();
    }
  }

  std::string Print() {
    text_ = "graph(\"" + graph_.name() + "\"):\n";
    for (const ir::Node* node : graph_.nodes()) {
      if (node->type() != NetOutput()) PrintNode(*node);
    }
    PrintResults();
    return std::move(text_);
  }

 private:
  void PrintNode(const ir::Node& node) {
    std::string inputs;
    for (int32_t i = 0; i < node.input_count(); ++i) {
      if (node.IsConnected(i)) Append(inputs, InputName(node, i) + "=" + NameOf(node.producer(i)));
    }
    std::string attrs = Attrs(node);
    std::string args;
    if (!inputs.empty()) Append(args, "inputs = (" + inputs + ")");
    if (!attrs.empty()) Append(args, "attrs = {" + attrs + "}");
    text_ += base::Text("  %", node.name(), " : [#users=", node.output_count(), "] = Node[type=", node.type(),
                        "] (", args, ")\n");
    for (int32_t i = 0; first_ret_.count(&node) != 0 && i < node.output_count(); ++i) {
      text_ += base::Text("  ", NameOf({const_cast<ir::Node*>(&node), i}), " : [#users=", node.uses(i).size(),
                          "] = get_element[node=%", node.name(), "](", i, ")\n");
    }
  }

  static std::string Attrs(const ir::Node& node) {
    std::string attrs;
    for (size_t i = 0; i < node.subgraphs().size(); ++i) {
      const std::string& instance = node.subgraphs()[i].instance;
      if (!instance.empty()) Append(attrs, SlotName(node, i) + ": %" + instance);
    }
    for (const ir::AttrSpec& spec : node.schema().attrs) {
      const ir::AttrValue* value = node.attrs().Find(spec.name);
      if (value == nullptr) continue;
      const std::string text = ValueText(*value);
      if (!text.empty()) Append(attrs, spec.name.text() + ": " + text);
    }
    return attrs;
  }

  void PrintResults() {
    const std::vector<ir::Endpoint> results = graph_.Results();
    if (results.empty()) return;
    std::string list;
    for (size_t i = 0; i < results.size(); ++i) {
      const std::string label = results.size() == 1 ? "" : "output_" + std::to_string(i) + "=";
      Append(list, label + NameOf(results[i]));
    }
    text_ += "\n  return (" + list + ")\n";
  }

  std::string NameOf(const ir::Endpoint& source) const {
    const auto first = first_ret_.find(source.node);
    if (first == first_ret_.end()) return "%" + source.node->name();
    const int64_t number = first->second + source.port;
    return number == 0 ? "%ret" : "%ret_" + std::to_string(number);
  }

  const ir::Graph& graph_;
  // Outputs of nodes with several are numbered through the graph.
  std::unordered_map<const ir::Node*, int64_t> first_ret_;
  int64_t rets_ = 0;
  std::string text_;
};

}  // namespace

std::string ReadableDump(const ir::Graph& graph) {
  std::string text;
  std::unordered_set<const ir::Graph*> printed;
  std::vector<const ir::Graph*> waiting{&graph};
  while (!waiting.empty()) {
    const ir::Graph* next = waiting.back();
    waiting.pop_back();
    if (!printed.insert(next).second) continue;
    text += (text.empty() ? "" : "\n") + GraphPrinter(*next).Print();
    std::vector<const ir::Graph*> inner;
    for (const ir::Node* node : next->nodes()) {
      for (const ir::SubgraphSlot& slot : node->subgraphs()) {
        const auto body = graph.FindSubgraph(slot.instance);
        if (body != nullptr) inner.push_back(body.get());
      }
    }
    waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
  }
  return text;
}

}  // namespace ge::serialize
