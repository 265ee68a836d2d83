#include "match/pattern.h"

#include <pybind11/stl.h>

#include <optional>

#include "python_objects.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

// A pattern until it is released.
class PythonPattern {
 public:
  explicit PythonPattern(py::handle graph) : pattern_(TakeGraph(graph)) {}
  explicit PythonPattern(match::Pattern pattern) : pattern_(std::move(pattern)) {}

  match::Pattern& Get() {
    if (!pattern_) throw std::runtime_error("this Pattern was released and cannot be used any more");
    return *pattern_;
  }
  bool is_valid() const { return pattern_.has_value(); }
  uintptr_t Release() {
    const uintptr_t handle = ToHandle(std::move(Get()));
    pattern_.reset();
    return handle;
  }

 private:
  std::optional<match::Pattern> pattern_;
};

int32_t Index(py::handle index) { return index.is_none() ? 0 : index.cast<int32_t>(); }

// A NodeIo, a TensorHolder or a Node.
ir::Endpoint Source(py::handle source, py::handle index) {
  if (index.is_none() && py::hasattr(source, "node") && py::hasattr(source, "index")) {
    return {NodeFrom(source.attr("node")).node, source.attr("index").cast<int32_t>()};
  }
  if (py::hasattr(source, "_get_node_snapshot")) {
    return {NodeFrom(source.attr("_get_node_snapshot")()).node, Index(index)};
  }
  return {NodeFrom(source).node, Index(index)};
}

}  // namespace

void RegisterPattern(py::module_& module) {
  py::class_<PythonPattern>(
      module, "Pattern",
      "What to look for: a graph whose inputs stand for any tensor, and tensors that are captured.")
      .def(py::init([](py::handle graph) { return PythonPattern(graph); }), py::arg("graph"),
           R"(Take a graph over: the Python object is empty afterwards.

Raises:
    RuntimeError: The graph is empty already, or lent.)")
      .def(
          "capture_tensor",
          [](py::object self, py::handle source, py::handle index, std::optional<std::string> name) {
            match::Pattern& pattern = self.cast<PythonPattern&>().Get();
            const ir::Endpoint tensor = Source(source, index);
            pattern.Capture(tensor);
            if (name) pattern.Name(tensor, *std::move(name));
            return self;
          },
          py::arg("source"), py::arg("index") = py::none(), py::kw_only(), py::arg("name") = py::none(),
          R"(Let `MatchResult.get_captured_tensor` tell what stands for a tensor of the pattern.

Args:
    source: A NodeIo, a tensor of the builder, or a node of the pattern's graph.
    index: The output, of a tensor or node; None: the first.
    name: Matches tell by it, too, which tensor stands here: `match[name]`.

Returns:
    The pattern itself.)")
      .def(
          "get_captured_tensors",
          [](PythonPattern& self) {
            py::list tensors;
            for (const ir::Endpoint& tensor : self.Get().captures()) tensors.append(PythonNodeIo(tensor));
            return tensors;
          },
          "What was captured, a NodeIo each, in order.")
      .def("_copy", [](PythonPattern& self) { return PythonPattern(self.Get()); })
      .def("is_valid", &PythonPattern::is_valid, "Whether it was not released yet.")
      .def("release", &PythonPattern::Release,
           "Give the native pattern away, as a number: what the compiler does with the patterns that it "
           "gets.");
  module.def(
      "release_graph", [](py::handle graph) { return ToHandle(TakeGraph(graph)); }, py::arg("graph"));
}

}  // namespace ge::passes::python
