#include "infer/infer.h"

#include <pybind11/stl.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "bindings/errors.h"
#include "bindings/graph_access.h"
#include "bindings/node_handle.h"
#include "bindings/register.h"
#include "bodies/runnable.h"
#include "ir/attr.h"
#include "ir/graph.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

using Shapes = std::vector<std::vector<int64_t>>;

bool IsInput(const ir::Node& node) {
  static const base::Name types[] = {"Data", "RefData", "AippData", "AnnData", "AnyData"};
  return std::find(std::begin(types), std::end(types), node.type()) != std::end(types);
}

// The graph's inputs by their index; those without one are not counted.
base::Result<std::map<int64_t, ir::Node*>> Inputs(const ir::Graph& graph) {
  std::map<int64_t, ir::Node*> inputs;
  for (ir::Node* node : graph.nodes()) {
    if (!IsInput(*node)) continue;
    const auto* index = node->attrs().Get<int64_t>("index");
    if (index != nullptr && !inputs.emplace(*index, node).second) {
      return base::InvalidArgument(
          base::Text("two inputs of graph \"", graph.name(), "\" have the index ", *index));
    }
  }
  return inputs;
}

void Describe(ir::TensorDesc& desc, const ir::Shape& shape) {
  if (desc.shape != shape && !desc.details().shape_range.empty()) desc.mutable_details().shape_range.clear();
  desc.shape = shape;
  desc.SetOriginShape(shape);
}

base::Status InferShape(ir::Graph& graph, const Shapes& shapes) {
  GE_ASSIGN_OR_RETURN(const auto inputs, Inputs(graph));
  if (shapes.size() != inputs.size()) {
    return base::InvalidArgument(base::Text("graph \"", graph.name(), "\" has ", inputs.size(),
                                            " inputs, but ", shapes.size(), " shapes were given"));
  }
  for (const auto& [index, node] : inputs) {
    if (index < 0 || index >= static_cast<int64_t>(shapes.size())) {
      return base::InvalidArgument(base::Text("input \"", node->name(), "\" has the index ", index,
                                              ", but only ", shapes.size(), " shapes were given"));
    }
    const ir::Shape shape(shapes[static_cast<size_t>(index)]);
    if (node->HasInput(0)) Describe(node->mutable_input_desc(0), shape);
    if (node->HasOutput(0)) Describe(node->mutable_output_desc(0), shape);
  }
  return infer::InferGraph(graph);
}

std::pair<bool, std::string> CheckSupport(const NodeHandle& handle) {
  const backend::Backend* backend = backend::DefaultBackend();
  if (backend == nullptr)
    Raise(base::InnerError("no engine is loaded: importing ge.session loads the CPU engine"));
  const base::Status supported = bodies::Runs(*handle.Hold(), *backend);
  return {supported.ok(), supported.message()};
}

}  // namespace

void RegisterInference(py::module_& module) {
  module.def("infer_shape", [](ir::Graph& graph, const Shapes& shapes) {
    const Changing changing(graph, "inferred");
    RaiseIfError(InferShape(graph, shapes));
  });
  module.def("check_support", &CheckSupport);
}

}  // namespace ge::bindings
