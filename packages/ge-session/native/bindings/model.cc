#include "bindings/model.h"

#include <pybind11/stl.h>

#include <utility>

#include "bindings/errors.h"
#include "bindings/graph_access.h"
#include "bindings/numpy_arrays.h"
#include "bodies/runnable.h"
#include "ir/dim_range.h"

namespace py = pybind11;

namespace ge::cpu::bindings {
namespace {

using ge::bindings::ValueOrRaise;

Model LoadGraph(const std::shared_ptr<ir::Graph>& graph, const backend::Options& options) {
  const ge::bindings::Reading without_gil(*graph, "loaded");
  const backend::Backend& backend = *backend::DefaultBackend();
  return Model(ValueOrRaise(backend.Load(ValueOrRaise(bodies::Runnable(graph, backend)), options)));
}

// Name, data type, shape, and its range: empty where there is none.
using PortTuple = std::tuple<std::string, int32_t, std::vector<int64_t>, ir::ShapeRange>;

std::vector<PortTuple> PortTuples(const std::vector<backend::Port>& ports) {
  std::vector<PortTuple> tuples;
  tuples.reserve(ports.size());
  for (const backend::Port& port : ports) {
    const ir::TensorDesc& desc = port.desc;
    ir::ShapeRange range = ir::SplitRange(ir::WithRange(desc.shape, desc.details().shape_range)).second;
    tuples.emplace_back(port.name, static_cast<int32_t>(desc.type), desc.shape.dims(), std::move(range));
  }
  return tuples;
}

}  // namespace

Model::Model(std::shared_ptr<backend::Executable> executable)
    : executable_(std::move(executable)),
      input_types_(executable_->inputs().size()),
      result_types_(executable_->outputs().size()) {}

std::vector<ir::Tensor> Model::Run(const std::vector<ir::Tensor>& inputs) const {
  const py::gil_scoped_release without_gil;
  return ValueOrRaise(executable_->Run(inputs));
}

std::vector<ir::Tensor> Model::RunTensors(const std::vector<const ir::Tensor*>& inputs) const {
  std::vector<ir::Tensor> given;
  given.reserve(inputs.size());
  for (const ir::Tensor* input : inputs) given.push_back(*input);
  return Run(given);
}

py::list Model::RunArrays(const py::list& inputs) const {
  std::vector<py::array> arrays;  // hold the memory that the tensors borrow
  std::vector<ir::Tensor> given;
  arrays.reserve(inputs.size());
  given.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    arrays.push_back(py::array::ensure(inputs[i], py::array::c_style));
    if (!arrays.back()) throw py::type_error(base::Text("input ", i, " is no array"));
    if (i >= input_types_.size()) {  // one too many, which Run will say
      given.emplace_back();
      continue;
    }
    const backend::Port& port = executable_->inputs()[i];
    const std::string where = base::Text("input ", i, " \"", port.name, "\"");
    given.push_back(BorrowArray(arrays.back(), port.desc.type, InputType(i), where));
  }
  std::vector<ir::Tensor> results = Run(given);
  py::list returned(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const py::dtype& type = ResultType(results[i], i);
    returned[i] = TakeArray(std::move(results[i]), type);
  }
  return returned;
}

const py::dtype& Model::InputType(size_t i) const {
  if (!input_types_[i]) input_types_[i] = NumpyType(executable_->inputs()[i].desc.type);
  return *input_types_[i];
}

const py::dtype& Model::ResultType(const ir::Tensor& result, size_t i) const {
  auto& [type, dtype] = result_types_[i];
  if (!dtype || type != result.desc.type) {
    dtype = NumpyType(result.desc.type);
    type = result.desc.type;
  }
  return *dtype;
}

void RegisterModel(py::module_& module) {
  py::class_<Model>(module, "Model")
      .def_static("from_graph", &LoadGraph, py::arg("graph"), py::arg("options"))
      .def_property_readonly("inputs", [](const Model& self) { return PortTuples(self.inputs()); })
      .def_property_readonly("outputs", [](const Model& self) { return PortTuples(self.outputs()); })
      .def("run_tensors", &Model::RunTensors, py::arg("inputs"))
      .def("run_arrays", &Model::RunArrays, py::arg("inputs"));
}

}  // namespace ge::cpu::bindings
