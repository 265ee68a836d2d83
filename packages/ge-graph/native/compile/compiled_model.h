#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/buffer.h"
#include "ir/graph.h"
#include "serialize/segments.h"

namespace ge::compile {

// A graph that has been through the compiler, ready for a backend to load.
struct CompiledModel {
  std::shared_ptr<ir::Graph> graph;
  backend::Options options;
  std::string soc_version;
  std::vector<backend::Port> inputs;   // in the order of the Data nodes' indices
  std::vector<backend::Port> outputs;  // named by `attr_model_out_nodes_name` of the graph
};

// The names, types and shapes of what a graph takes and gives.
GE_API std::vector<backend::Port> InputPorts(const ir::Graph& graph);
GE_API std::vector<backend::Port> OutputPorts(const ir::Graph& graph);

// The model as an OM file: the graph in MODEL_DEF, the elements of its constants in WEIGHTS_DATA, from where
// they lie.
GE_API base::Result<serialize::Segments> WriteOm(const CompiledModel& model);

// Writes the file whole or not at all. Errors: E13000, E13004.
GE_API base::Status SaveOm(const CompiledModel& model, const std::string& path);

// Constants share the elements with the bytes, or with the mapped file.
// Errors: E13000, E13001, E13015 the file; E10041 what is in it.
GE_API base::Result<CompiledModel> ReadOm(const std::shared_ptr<base::Buffer>& bytes);
GE_API base::Result<CompiledModel> LoadOm(const std::string& path);

}  // namespace ge::compile
