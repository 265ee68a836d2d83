#include "match_result.h"

#include <pybind11/stl.h>

#include <algorithm>

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

const match::Match::Named* FindNamed(const MatchResult& self, const std::string& name) {
  const auto& named = self.Get().named;
  const auto found =
      std::find_if(named.begin(), named.end(), [&name](const auto& entry) { return entry.name == name; });
  return found == named.end() ? nullptr : &*found;
}

const match::Match::Named& GetNamed(const MatchResult& self, const std::string& name) {
  const match::Match::Named* found = FindNamed(self, name);
  if (found != nullptr) return *found;
  std::string text = "nothing in this match is named \"" + name + "\"; there is";
  for (const auto& entry : self.Get().named) text += " \"" + entry.name + '"';
  throw py::key_error(text + (self.Get().named.empty() ? " no name in the pattern" : ""));
}

py::list Names(const MatchResult& self) {
  py::list names;
  for (const auto& entry : self.Get().named) names.append(entry.name);
  return names;
}

// A NodeIo, or a list of them for a variadic input.
py::object Standing(const match::Match::Named& named) {
  if (!named.is_variadic) return PythonNodeIo(named.tensors[0]);
  py::list tensors;
  for (const ir::Endpoint& tensor : named.tensors) tensors.append(PythonNodeIo(tensor));
  return std::move(tensors);
}

size_t FirstInput(const match::Match::Named& named) {
  if (named.input) return *named.input;
  throw py::value_error("\"" + named.name + "\" is no input of the pattern");
}

size_t IndexOf(const MatchResult& self, const std::string& name) {
  const match::Match::Named& named = GetNamed(self, name);
  if (!named.is_variadic) return FirstInput(named);
  throw py::value_error("\"" + name + "\" is a variadic input: it has a slice, no index");
}

py::slice SliceOf(const MatchResult& self, const std::string& name) {
  const match::Match::Named& named = GetNamed(self, name);
  const auto first = static_cast<py::ssize_t>(FirstInput(named));
  return py::slice(first, first + static_cast<py::ssize_t>(named.tensors.size()), 1);
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
          "__getitem__",
          [](const MatchResult& self, const std::string& name) { return Standing(GetNamed(self, name)); },
          py::arg("name"),
          "The tensor that stands where the pattern has this name, a list of them for a variadic input: "
          "KeyError if none does.")
      .def(
          "get",
          [](const MatchResult& self, const std::string& name, const py::object& otherwise) {
            const match::Match::Named* named = FindNamed(self, name);
            return named == nullptr ? otherwise : Standing(*named);
          },
          py::arg("name"), py::arg("default") = py::none(), "As `match[name]`, or `default`.")
      .def(
          "__contains__",
          [](const MatchResult& self, const std::string& name) { return FindNamed(self, name) != nullptr; },
          py::arg("name"), "Whether something stands where the pattern has this name.")
      .def("get_names", &Names, "The names of the pattern that stand in this match.")
      .def("index_of", &IndexOf, py::arg("name"),
           "The place in `inputs` of the replacement at which the pattern's input of this name stands.\n\n"
           "Raises KeyError when nothing stands there, ValueError when it is no input of the pattern, or a "
           "variadic one.")
      .def("slice_of", &SliceOf, py::arg("name"),
           "The places in `inputs` of the replacement at which a variadic input stands: "
           "`inputs[match.slice_of(name)]`.\n\nRaises KeyError and ValueError as `index_of`; another input "
           "has "
           "a slice of one place.")
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
