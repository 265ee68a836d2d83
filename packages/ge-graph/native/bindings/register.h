#pragma once

#include <pybind11/pybind11.h>

// What the module `ge.graph._native` is made of: one file, one function a class.
namespace ge::bindings {

void RegisterErrors(pybind11::module_& module);
void RegisterTensorDesc(pybind11::module_& module);
void RegisterTensor(pybind11::module_& module);
void RegisterAttrValue(pybind11::module_& module);
void RegisterNode(pybind11::module_& module);
void RegisterNodeObject(pybind11::module_& module);
void RegisterGraph(pybind11::module_& module);
void RegisterGraphObject(pybind11::module_& module);
void RegisterFiles(pybind11::module_& module);
void RegisterDescriptions(pybind11::module_& module);
void RegisterMessages(pybind11::module_& module);
void RegisterInference(pybind11::module_& module);
void RegisterOperatorDraft(pybind11::module_& module);
void RegisterPrototypes(pybind11::module_& module);
void RegisterEsBuilder(pybind11::module_& module);
void RegisterEsHolder(pybind11::module_& module);
void RegisterEsOperator(pybind11::module_& module);
void RegisterEsInputs(pybind11::module_& module);
void RegisterEsExpression(pybind11::module_& module);

}  // namespace ge::bindings
