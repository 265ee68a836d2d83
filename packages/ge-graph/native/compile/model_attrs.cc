#include "compile/model_attrs.h"

#include <sys/utsname.h>

#include <algorithm>

#include "base/abi.h"

namespace ge::compile {
namespace {

constexpr const char* kOptions = "_build_options";

std::string ValueOf(const backend::Options& options, const char* key) {
  const auto found = options.find(key);
  return found == options.end() ? std::string() : found->second;
}

ir::NamedAttrs AsAttrs(const backend::Options& options) {
  ir::NamedAttrs named;
  named.name = "options";
  std::vector<ir::AttrMap::Entry> entries;
  for (const auto& [key, value] : options) entries.emplace_back(key, value);
  named.attrs.Assign(std::move(entries));
  return named;
}

backend::Options AsOptions(const ir::AttrMap& attrs) {
  backend::Options options;
  const auto* named = attrs.Get<ir::Box<ir::NamedAttrs>>(kOptions);
  if (named == nullptr) return options;
  for (const auto& [key, value] : (*named)->attrs) {
    if (const auto* text = std::get_if<std::string>(&value)) options[key.text()] = *text;
  }
  return options;
}

}  // namespace

std::vector<backend::Port> InputPorts(const ir::Graph& graph) {
  static const base::Name data("Data");
  static const base::Name index("index");
  std::vector<const ir::Node*> inputs;
  for (const ir::Node* node : graph.nodes()) {
    if (node->type() == data) inputs.push_back(node);
  }
  std::stable_sort(inputs.begin(), inputs.end(), [](const ir::Node* a, const ir::Node* b) {
    return a->attrs().GetOr<int64_t>(index, 0) < b->attrs().GetOr<int64_t>(index, 0);
  });
  std::vector<backend::Port> ports;
  for (const ir::Node* node : inputs) ports.push_back({node->name(), node->output_desc(0)});
  return ports;
}

std::vector<backend::Port> OutputPorts(const ir::Graph& graph) {
  const auto* names = graph.attrs.Get<std::vector<std::string>>("attr_model_out_nodes_name");
  std::vector<backend::Port> ports;
  for (const ir::Endpoint& result : graph.Results()) {
    const size_t at = ports.size();
    std::string name = names != nullptr && at < names->size()
                           ? (*names)[at]
                           : base::Text(result.node->name(), ":", result.port);
    ports.push_back({std::move(name), result.node->output_desc(result.port)});
  }
  return ports;
}

void DescribeModel(ir::Graph& graph, const backend::Options& options) {
  utsname host = {};
  uname(&host);
  graph.model.name = graph.name();
  ir::AttrMap& attrs = graph.model.attrs;
  attrs.Set("atc_version", base::Text("ge-py bridge ", ge_bridge_abi()));
  attrs.Set("soc_version", ValueOf(options, "ge.socVersion"));
  attrs.Set("framework_type", ValueOf(options, "ge.frameworkType"));
  attrs.Set("host_env_os", "linux");
  attrs.Set("host_env_cpu", std::string(host.machine));
  attrs.Set("core_type", "CPU");
  attrs.Set("stream_num", int64_t{1});
  if (const ir::AttrValue* names = graph.attrs.Find("attr_model_out_nodes_name")) {
    attrs.Set("attr_model_out_nodes_name", *names);
  }
  attrs.Set(kOptions, ir::Box<ir::NamedAttrs>(AsAttrs(options)));
}

CompiledModel ModelOf(std::shared_ptr<ir::Graph> graph) {
  CompiledModel model;
  const ir::AttrMap& attrs = graph->model.attrs;
  model.options = AsOptions(attrs);
  model.soc_version = attrs.GetOr<std::string>("soc_version", "");
  model.inputs = InputPorts(*graph);
  model.outputs = OutputPorts(*graph);
  model.graph = std::move(graph);
  return model;
}

}  // namespace ge::compile
