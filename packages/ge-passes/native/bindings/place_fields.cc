#include "place_fields.h"

#include <pybind11/stl.h>

namespace py = pybind11;
using py::literals::operator""_a;

namespace ge::passes::python {
namespace {

constexpr const char* kFates[] = {"replaced", "missed",   "refused", "hook_failed",
                                  "cycle",    "conflict", "failed"};
constexpr const char* kMissKinds[] = {
    "type",         "input_count",    "output_port",     "other_node", "const_value", "attribute",
    "other_output", "outside_reader", "shared_constant", "boundary",   "used"};

py::object MissFields(const std::optional<match::Miss>& miss) {
  if (!miss) return py::none();
  return py::dict("kind"_a = kMissKinds[static_cast<size_t>(miss->kind)],
                  "pattern_node"_a = miss->pattern_node, "pattern_type"_a = miss->pattern_type,
                  "node"_a = miss->node, "node_type"_a = miss->node_type, "expected"_a = miss->expected,
                  "found"_a = miss->found, "matched"_a = miss->matched,
                  "pattern_size"_a = miss->pattern_size);
}

py::tuple TensorField(const TensorName& tensor) { return py::make_tuple(tensor.node, tensor.output); }

py::list TensorFields(const Place& place) {
  py::list tensors;
  for (const auto& [before, after] : place.tensors) {
    tensors.append(py::make_tuple(TensorField(before), TensorField(after)));
  }
  return tensors;
}

py::list PlaceFields(const PassReport& report) {
  py::list places;
  for (const Place& place : report.places) {
    places.append(py::dict("graph"_a = place.graph, "pattern"_a = place.pattern, "node"_a = place.node,
                           "fate"_a = kFates[static_cast<size_t>(place.fate)], "reason"_a = place.reason,
                           "nodes"_a = place.nodes, "choices"_a = place.choices,
                           "miss"_a = MissFields(place.miss), "tensors"_a = TensorFields(place)));
  }
  return places;
}

}  // namespace

py::dict ReportFields(const PassReport& report, double seconds) {
  return py::dict("seconds"_a = seconds, "places"_a = PlaceFields(report), "errors"_a = report.errors,
                  "roots"_a = report.roots);
}

}  // namespace ge::passes::python
