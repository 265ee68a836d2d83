#include <pybind11/pybind11.h>

#include "bindings/abi_check.h"
#include "bindings/register.h"

PYBIND11_MODULE(_native, module) {
  using namespace ge::bindings;
  CheckBridgeAbi("ge.graph._native", "ge-graph");
  module.doc() = "The graph, its nodes and tensors, in the native bridge. Private: use ge.graph.";
  module.attr("BRIDGE_ABI") = ge_bridge_abi();
  module.def("check_bridge_abi", [](const char* name, const char* distribution, int lowest, int highest) {
    CheckBridgeAbi(name, distribution, lowest, highest);
  });
  RegisterErrors(module);
  RegisterTensorDesc(module);
  RegisterTensor(module);
  RegisterAttrValue(module);
  RegisterNode(module);
  RegisterNodeObject(module);
  RegisterGraph(module);
  RegisterGraphObject(module);
  RegisterFiles(module);
  RegisterDescriptions(module);
  RegisterMessages(module);
  RegisterInference(module);
  RegisterOperatorDraft(module);
  RegisterPrototypes(module);
  RegisterEsBuilder(module);
  RegisterEsHolder(module);
  RegisterEsOperator(module);
  RegisterEsInputs(module);
  RegisterEsExpression(module);
}
