// A graph as lines of text in which names do not count: two graphs of one structure have the same lines.

#include <pybind11/stl.h>

#include <unordered_map>
#include <unordered_set>

#include "match/attr_equal.h"
#include "match/boundary.h"
#include "python_objects.h"
#include "register.h"
#include "serialize/value_text.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

using base::Text;

std::string TensorText(const ir::Tensor& tensor) {
  return Text(tensor.desc.type, tensor.desc.shape, " ", serialize::ElementsText(tensor));
}

// What the node carries of its prototype's attributes, unless it is the default.
std::string AttrsText(const ir::Node& node) {
  std::string text;
  for (const ir::AttrSpec& spec : node.schema().attrs) {
    const ir::AttrValue* value = node.attrs().Find(spec.name);
    if (value == nullptr || (!spec.required && match::AttrEquals(*value, spec.fallback))) continue;
    const auto* tensor = std::get_if<ir::Box<ir::Tensor>>(value);
    text +=
        Text(", ", spec.name, "=", tensor == nullptr ? serialize::ValueText(*value) : TensorText(**tensor));
  }
  return text;
}

// The lines of one graph: what its results need, each behind what it reads itself.
class Listing {
 public:
  std::vector<std::string> Lines(const ir::Graph& graph, const std::string& indent) {
    indent_ = indent;
    for (const ir::Endpoint& result : graph.Results()) Visit(result.node);
    std::string results;
    for (const ir::Endpoint& result : graph.Results())
      results += (results.empty() ? "" : ", ") + NameOf(result);
    lines_.push_back(indent_ + "return " + results);
    return std::move(lines_);
  }

 private:
  // Depth first without recursion: a node is written when all that it waits for is.
  void Visit(const ir::Node* root) {
    std::vector<const ir::Node*> stack = {root};
    while (!stack.empty()) {
      const ir::Node* node = stack.back();
      if (numbers_.count(node) != 0 || !PushSources(*node, stack)) {
        stack.pop_back();
        Write(*node);
      }
    }
  }

  // Whether there was anything to push; each node pushes once, so that a cycle ends.
  bool PushSources(const ir::Node& node, std::vector<const ir::Node*>& stack) {
    if (!entered_.insert(&node).second) return false;
    const size_t before = stack.size();
    for (auto link = node.control_inputs().begin(); link != node.control_inputs().end(); ++link) {
      if (numbers_.count(link->node) == 0) stack.push_back(link->node);
    }
    for (int32_t i = node.input_count(); i-- > 0;) {
      if (node.IsConnected(i) && numbers_.count(node.producer(i).node) == 0)
        stack.push_back(node.producer(i).node);
    }
    return stack.size() > before;
  }

  void Write(const ir::Node& node) {
    const auto number = static_cast<int64_t>(numbers_.size());
    if (!numbers_.emplace(&node, number).second) return;
    if (match::IsDataType(node.type())) {
      lines_.push_back(Text(indent_, "%", number, " = ", node.type(),
                            "(index=", node.attrs().GetOr<int64_t>("index", 0), ")"));
      return;
    }
    std::string inputs;
    for (int32_t i = 0; i < node.input_count(); ++i) {
      inputs += Text(i == 0 ? "" : ", ", node.IsConnected(i) ? NameOf(node.producer(i)) : "None");
    }
    std::string attrs = AttrsText(node);
    if (inputs.empty() && !attrs.empty()) attrs = attrs.substr(2);
    std::string line = Text(indent_, "%", number, " = ", node.type(), "(", inputs, attrs, ")");
    for (const ir::Link& link : node.control_inputs()) line += " after " + NameOf({link.node, 0});
    lines_.push_back(std::move(line));
    WriteBodies(node);
  }

  void WriteBodies(const ir::Node& node) {
    for (const ir::SubgraphSlot& slot : node.subgraphs()) {
      const auto body = node.graph()->Root()->FindSubgraph(slot.instance);
      if (body == nullptr) continue;
      lines_.push_back(Text(indent_, "  ", slot.slot, ":"));
      for (std::string& line : Listing().Lines(*body, indent_ + "    ")) lines_.push_back(std::move(line));
    }
  }

  std::string NameOf(const ir::Endpoint& tensor) {
    const auto number = numbers_.find(tensor.node);  // not there yet only on a cycle
    const std::string name = number == numbers_.end() ? "%?" : Text("%", number->second);
    return tensor.port == 0 ? name : Text(name, ":", tensor.port);
  }

  std::string indent_;
  std::unordered_map<const ir::Node*, int64_t> numbers_;
  std::unordered_set<const ir::Node*> entered_;
  std::vector<std::string> lines_;
};

std::vector<std::string> GraphListing(py::handle graph) { return Listing().Lines(*GraphFrom(graph), ""); }

}  // namespace

void RegisterListing(py::module_& module) { module.def("graph_listing", &GraphListing, py::arg("graph")); }

}  // namespace ge::passes::python
