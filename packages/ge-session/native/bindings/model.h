#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <vector>

#include "backend/backend.h"

namespace ge::cpu::bindings {

// A loaded graph, as Python sees it.
class Model {
 public:
  explicit Model(std::shared_ptr<backend::Executable> executable);

  const std::vector<backend::Port>& inputs() const { return executable_->inputs(); }
  const std::vector<backend::Port>& outputs() const { return executable_->outputs(); }
  // Called with the GIL, which the run itself does without.
  std::vector<ir::Tensor> RunTensors(const std::vector<const ir::Tensor*>& inputs) const;
  pybind11::list RunArrays(const pybind11::list& inputs) const;

 private:
  std::vector<ir::Tensor> Run(const std::vector<ir::Tensor>& inputs) const;
  const pybind11::dtype& InputType(size_t i) const;
  const pybind11::dtype& ResultType(const ir::Tensor& result, size_t i) const;

  std::shared_ptr<backend::Executable> executable_;
  mutable std::vector<std::optional<pybind11::dtype>> input_types_;  // found when first needed
  mutable std::vector<std::pair<base::DataType, std::optional<pybind11::dtype>>> result_types_;
};

void RegisterModel(pybind11::module_& module);

}  // namespace ge::cpu::bindings
