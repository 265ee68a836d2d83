#pragma once

#include <memory>

#include "compile/compiled_model.h"

namespace ge::compile {

// Writes into the model's attributes what readers of the file ask for: the target, the host, the options.
void DescribeModel(ir::Graph& graph, const backend::Options& options);

// The compiled model that a graph with such attributes is.
CompiledModel ModelOf(std::shared_ptr<ir::Graph> graph);

}  // namespace ge::compile
