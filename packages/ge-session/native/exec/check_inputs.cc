#include "exec/check_inputs.h"

namespace ge::cpu::exec {
namespace {

constexpr std::string_view kCode = "E13025";

bool Takes(const ir::Shape& declared, const ir::Shape& given) {
  if (declared.IsUnknownRank()) return true;
  if (declared.size() != given.size()) return false;
  for (size_t i = 0; i < given.size(); ++i) {
    if (declared[i] != ir::kUnknownDim && declared[i] != given[i]) return false;
  }
  return true;
}

std::string Names(const std::vector<backend::Port>& ports) {
  std::string names;
  for (const backend::Port& port : ports) names += (names.empty() ? "\"" : ", \"") + port.name + "\"";
  return names;
}

base::Status Check(const backend::Port& port, size_t i, const ir::Tensor& given) {
  const auto error = [&](const auto& expected, const auto& found) {
    return base::Status(
        kCode, base::Text("input ", i, " \"", port.name, "\": expected ", expected, ", given ", found));
  };
  const ir::TensorDesc& desc = given.desc;
  if (desc.type != port.desc.type) return error(base::Text("data type ", port.desc.type), desc.type);
  if (!desc.shape.IsKnown() || !Takes(port.desc.shape, desc.shape)) {
    return error(base::Text("shape ", port.desc.shape), desc.shape);
  }
  if (given.placement != ir::Placement::kHost)
    return error("a tensor in host memory", "one in device memory");
  const base::Status complete = given.Check();
  return complete.ok() ? complete : complete.In(base::Text("input ", i, " \"", port.name, "\""));
}

}  // namespace

base::Status CheckInputs(const std::vector<backend::Port>& ports, const std::vector<ir::Tensor>& given) {
  if (given.size() != ports.size()) {
    return {kCode,
            base::Text("expected ", ports.size(), " inputs (", Names(ports), "), given ", given.size())};
  }
  for (size_t i = 0; i < ports.size(); ++i) GE_RETURN_IF_ERROR(Check(ports[i], i, given[i]));
  return {};
}

}  // namespace ge::cpu::exec
