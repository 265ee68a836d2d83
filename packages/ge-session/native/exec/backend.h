#pragma once

#include "backend/backend.h"

namespace ge::cpu::exec {

// The embedded CPU engine. It is registered when its library is loaded.
class CpuBackend final : public backend::Backend {
 public:
  std::string_view name() const override { return "cpu"; }
  base::Status Supports(const ir::Node& node) const override;
  base::Result<std::vector<ir::Tensor>> Compute(const ir::Node& node,
                                                const std::vector<const ir::Tensor*>& inputs) const override;
  base::Result<std::shared_ptr<backend::Executable>> Load(const std::shared_ptr<const ir::Graph>& graph,
                                                          const backend::Options& options) const override;
};

}  // namespace ge::cpu::exec
