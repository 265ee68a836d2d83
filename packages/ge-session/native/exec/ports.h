#pragma once

#include <vector>

#include "backend/backend.h"
#include "plan/program.h"

namespace ge::cpu::exec {

// Names and descriptors of what the graph takes: its Data nodes.
std::vector<backend::Port> InputPorts(const plan::Program& program);

// Of what it gives: named as the graph's attribute `attr_model_out_nodes_name` says, else `<node>:<output>`.
std::vector<backend::Port> OutputPorts(const plan::Program& program);

}  // namespace ge::cpu::exec
