#include "exec/ports.h"

namespace ge::cpu::exec {

std::vector<backend::Port> InputPorts(const plan::Program& program) {
  std::vector<backend::Port> ports;
  ports.reserve(program.input_nodes.size());
  for (const ir::Node* node : program.input_nodes) ports.push_back({node->name(), node->output_desc(0)});
  return ports;
}

std::vector<backend::Port> OutputPorts(const plan::Program& program) {
  const std::vector<ir::Endpoint> results = program.graph->Results();
  const auto names = program.graph->attrs.GetOr<std::vector<std::string>>("attr_model_out_nodes_name",
                                                                          std::vector<std::string>{});
  std::vector<backend::Port> ports;
  ports.reserve(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const auto& [node, port] = results[i];
    std::string name = i < names.size() ? names[i] : base::Text(node->name(), ":", port);
    ports.push_back({std::move(name), node->output_desc(port)});
  }
  return ports;
}

}  // namespace ge::cpu::exec
