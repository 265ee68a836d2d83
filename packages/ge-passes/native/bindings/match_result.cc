#include "match_result.h"

#include <pybind11/stl.h>

#include "python_objects.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

py::list MatchedNodes(const MatchResult& self) {
  py::list nodes;
  for (const ir::Node* node : self.Get().nodes) nodes.append(PythonNode(*node));
  return nodes;
}

py::object CapturedTensor(const MatchResult& self, size_t index) {
  const auto& captures = self.Get().captures;
  if (index >= captures.size()) {
    throw std::runtime_error("there is no captured tensor " + std::to_string(index) + ": the pattern has " +
                             std::to_string(captures.size()));
  }
  if (!captures[index]) {
    throw std::runtime_error("captured tensor " + std::to_string(index) +
                             " is on no way to an output of the pattern, or was captured again later");
  }
  return PythonNodeIo(*captures[index]);
}

}  // namespace

void RegisterMatchResult(py::module_& module) {
  py::class_<MatchResult>(
      module, "MatchResult",
      "A place of the graph that looks like a pattern. The compiler gives it to hooks; it is good "
      "during the hook that got it, then its methods raise RuntimeError.")
      .def("get_matched_nodes", &MatchedNodes,
           "The nodes that stand for those of the pattern, constants included and inputs not, in topological "
           "order.")
      .def("get_captured_tensor", &CapturedTensor, py::arg("capture_index"),
           R"(The tensor that stands for one that the pattern captured.

Of an @pattern method all inputs are captured in their order, then all results.

Returns:
    A NodeIo: `node`, and `index` of its output. For an input of the pattern, what feeds the match there.

Raises:
    RuntimeError: There is no such capture, or it is on no way to an output of the pattern.)")
      .def(
          "get_pattern_graph_name", [](const MatchResult& self) { return self.Get().pattern_name; },
          "The name of the pattern's graph: `<class>_<method>_pattern` for an @pattern method.")
      .def("__str__", [](const MatchResult& self) { return self.Get().ToString(); })
      .def("_invalidate", &MatchResult::Invalidate);
  module.def("borrow_match_result", [](uintptr_t handle) {
    return MatchResult(FromHandle<const match::Match>(handle, "match result"));
  });
  module.def("borrow_node",
             [](uintptr_t handle) { return PythonNode(*FromHandle<const ir::Node>(handle, "node")); });
}

}  // namespace ge::passes::python
