#include "exec/check_inputs.h"

#include <optional>

#include "ir/dim_range.h"

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

// The first dimension that is shorter or longer than its range allows; its number, or none.
std::optional<size_t> OutOfRange(const ir::Shape& ranged, const ir::Shape& given) {
  for (size_t i = 0; i < given.size() && ranged.size() == given.size(); ++i) {
    const ir::DimRange range = ir::RangeOf(ranged[i]);
    if (given[i] < range.min || given[i] > range.max) return i;
  }
  return std::nullopt;
}

std::string RangeText(int64_t dim) {
  const ir::DimRange range = ir::RangeOf(dim);
  if (range.max == ir::DimRange::kOpen) return base::Text(range.min, " or more");
  return base::Text("from ", range.min, " to ", range.max);
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
  const ir::Shape ranged = ir::WithRange(port.desc.shape, port.desc.details().shape_range);
  if (const auto dim = OutOfRange(ranged, desc.shape)) {
    return error(base::Text("dimension ", *dim, " ", RangeText(ranged[*dim])),
                 base::Text(desc.shape[*dim], " (shape ", desc.shape, ")"));
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
