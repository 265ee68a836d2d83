#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/api.h"
#include "base/status.h"
#include "ir/graph.h"

namespace ge::backend {

using Options = std::map<std::string, std::string>;

// What a graph takes and gives: names and descriptors, unknown dimensions as -1.
struct Port {
  std::string name;
  ir::TensorDesc desc;
};

// A graph made ready to run. Run may be called from several threads.
class GE_API Executable {
 public:
  virtual ~Executable() = default;
  virtual const std::vector<Port>& inputs() const = 0;
  virtual const std::vector<Port>& outputs() const = 0;
  // One tensor an input, in order. Errors: E10001/E13025 name the input, what was expected and what was
  // given.
  virtual base::Result<std::vector<ir::Tensor>> Run(const std::vector<ir::Tensor>& inputs) = 0;
};

// What computes graphs. The compiler asks it what it can run; the runtime lets it load a compiled graph.
class GE_API Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;
  // Fine when a kernel exists for the node's operator and data types, else why not.
  virtual base::Status Supports(const ir::Node& node) const = 0;
  // Runs one node on constant inputs (null: unconnected): for constant folding.
  virtual base::Result<std::vector<ir::Tensor>> Compute(
      const ir::Node& node, const std::vector<const ir::Tensor*>& inputs) const = 0;
  // Takes a compiled graph (shared, not changed) and makes it ready: plan, layouts, packed weights.
  virtual base::Result<std::shared_ptr<Executable>> Load(const std::shared_ptr<const ir::Graph>& graph,
                                                         const Options& options) const = 0;
};

// A backend registers itself when its library is loaded; the first one is the default. Null when there is
// none.
GE_API void RegisterBackend(std::unique_ptr<Backend> backend);
GE_API const Backend* DefaultBackend();

}  // namespace ge::backend
