#pragma once

// Graphs from text and back, for tests of this layer and those above it; nothing that ships includes this.

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "ops/registry.h"

namespace ge::match::testing {

// One float or int64 scalar, or a list of int64: `3.0`, `3`, `[1, 0]`.
inline ir::Tensor TensorFromText(const std::string& text) {
  const auto of = [](ir::Shape shape, base::DataType type, const void* data, size_t size) {
    return ir::Tensor({std::move(shape), type}, base::Buffer::CopyOf(data, size));
  };
  if (text[0] == '[') {
    std::vector<int64_t> values;
    std::istringstream in(text.substr(1));
    for (std::string part; std::getline(in, part, ',');) values.push_back(std::atoll(part.c_str()));
    return of({static_cast<int64_t>(values.size())}, base::DataType::kInt64, values.data(),
              values.size() * 8);
  }
  if (text.find('.') != std::string::npos) {
    const auto value = static_cast<float>(std::atof(text.c_str()));
    return of({}, base::DataType::kFloat, &value, sizeof value);
  }
  const int64_t value = std::atoll(text.c_str());
  return of({}, base::DataType::kInt64, &value, sizeof value);
}

// As ge.passes makes alternatives.
inline std::shared_ptr<const ir::OpSchema> AnyOfSchema() {
  ir::OpSchema schema;
  schema.type = "PatternAnyOf";
  schema.inputs.push_back({"x", ir::InputKind::kDynamic});
  schema.outputs.push_back({"y"});
  return std::make_shared<const ir::OpSchema>(std::move(schema));
}

inline std::vector<std::string> SplitArguments(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else if (c != ' ' || depth > 0) {
      parts.back() += c;
    }
  }
  if (parts.size() == 1 && parts[0].empty()) parts.clear();
  return parts;
}

inline ir::AttrValue AttrFromText(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  if (text[0] == '"') return text.substr(1, text.size() - 2);
  if (text[0] == '[') {
    const ir::Tensor list = TensorFromText(text);
    return std::vector<int64_t>(list.elements<int64_t>(), list.elements<int64_t>() + list.size_bytes() / 8);
  }
  if (text.find('.') != std::string::npos) return static_cast<float>(std::atof(text.c_str()));
  return static_cast<int64_t>(std::atoll(text.c_str()));
}

// Lines: `x = Data(0)`, `c = Const(3.0)`, `y = Add(x, c)`, `z = Split(x:1, axis=2)`, `y after z` for a
// control edge, and at the end `return y, z`. An empty argument is an input that is not connected. Ends in
// NetOutput.
inline std::shared_ptr<ir::Graph> GraphFromText(const std::string& text, const std::string& name = "g",
                                                int32_t dynamic_outputs = 2) {
  auto graph = ir::Graph::Create(name);
  std::map<std::string, ir::Node*> nodes;
  const auto endpoint = [&](const std::string& argument) -> ir::Endpoint {
    const size_t colon = argument.find(':');
    const int32_t port = colon == std::string::npos ? 0 : std::atoi(argument.c_str() + colon + 1);
    return {nodes.at(argument.substr(0, colon)), port};
  };
  const auto connect = [&](ir::Node* node, const std::vector<std::string>& inputs) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].empty()) continue;
      const ir::Endpoint source = endpoint(inputs[i]);
      const base::Status status = graph->AddDataEdge(source.node, source.port, node, static_cast<int64_t>(i));
      if (!status.ok()) std::abort();
    }
  };
  const auto net_output = [&](const std::vector<std::string>& results) {
    connect(graph->AddNode("NetOutput", ops::FindSchema("NetOutput"),
                           {{static_cast<int32_t>(results.size())}, {}}),
            results);
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (line.empty()) continue;
    if (line.rfind("return ", 0) == 0) {
      net_output(SplitArguments(line.substr(7)));
      continue;
    }
    const size_t after = line.find(" after ");
    if (after != std::string::npos) {
      if (!graph->AddControlEdge(nodes.at(line.substr(after + 7)), nodes.at(line.substr(0, after))).ok())
        std::abort();
      continue;
    }
    const size_t equals = line.find(" = ");
    const size_t open = line.find('(');
    const std::string type = line.substr(equals + 3, open - equals - 3);
    std::vector<std::string> inputs;
    std::vector<ir::AttrMap::Entry> attrs;
    for (const std::string& part : SplitArguments(line.substr(open + 1, line.rfind(')') - open - 1))) {
      const size_t assign = part.find('=');
      if (assign != std::string::npos) {
        attrs.emplace_back(part.substr(0, assign), AttrFromText(part.substr(assign + 1)));
      } else if (type == "Data") {
        attrs.emplace_back("index", AttrFromText(part));
      } else if (type == "Const" || type == "Constant") {
        attrs.emplace_back("value", ir::Box<ir::Tensor>(TensorFromText(part)));
      } else {
        inputs.push_back(part);
      }
    }
    const auto schema = type == "PatternAnyOf" ? AnyOfSchema() : ops::FindSchema(type);
    if (schema == nullptr) std::abort();
    int32_t fixed = 0;
    for (const ir::InputSpec& spec : schema->inputs) fixed += spec.kind == ir::InputKind::kDynamic ? 0 : 1;
    const int32_t dynamic = static_cast<int32_t>(inputs.size()) - fixed;
    ir::Node* node =
        graph->AddNode(line.substr(0, equals), schema, {{std::max(dynamic, 0)}, {dynamic_outputs}});
    for (auto& [key, value] : attrs) {
      if (const auto* tensor = std::get_if<ir::Box<ir::Tensor>>(&value))
        node->mutable_output_desc(0) = (*tensor)->desc;
      node->mutable_attrs().Set(key, std::move(value));
    }
    nodes[node->name()] = node;
    connect(node, inputs);
  }
  return graph;
}

// What a tensor is computed from: `Add(x, Const)`; inputs by their names, `:1` behind other outputs than the
// first.
inline std::string Expression(const ir::Endpoint& tensor) {
  const ir::Node& node = *tensor.node;
  if (node.type().text() == "Data") return node.name();
  std::string text = node.type().text();
  if (node.input_count() > 0) {
    text += '(';
    for (int32_t i = 0; i < node.input_count(); ++i) {
      if (i > 0) text += ", ";
      if (node.IsConnected(i)) text += Expression(node.producer(i));
    }
    text += ')';
  }
  return tensor.port == 0 ? text : text + ":" + std::to_string(tensor.port);
}

// The graph's results, one a line.
inline std::string Expression(const ir::Graph& graph) {
  std::string text;
  for (const ir::Endpoint& result : graph.Results()) text += (text.empty() ? "" : "\n") + Expression(result);
  return text;
}

}  // namespace ge::match::testing
