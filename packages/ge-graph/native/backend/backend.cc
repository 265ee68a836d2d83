#include "backend/backend.h"

#include <mutex>

namespace ge::backend {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<std::unique_ptr<Backend>> backends;
};

Registry& TheRegistry() {
  static auto* const registry = new Registry;  // outlives every static object of a backend's library
  return *registry;
}

}  // namespace

void RegisterBackend(std::unique_ptr<Backend> backend) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.backends.push_back(std::move(backend));
}

const Backend* DefaultBackend() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  return registry.backends.empty() ? nullptr : registry.backends.front().get();
}

}  // namespace ge::backend
