#include "passes/registry.h"

#include <map>
#include <mutex>

namespace ge::passes {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, PassDescriptor> passes;
  std::vector<PassSource> sources;
  std::mutex loading;  // held while a source works, which itself takes `mutex`
  int loads = 0;
};

Registry& TheRegistry() {
  static auto* const registry = new Registry;  // outlives the static objects of every library that registers
  return *registry;
}

std::vector<PassSource> Sources() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  return registry.sources;
}

base::Status LoadAll(const Options& options) {
  for (const PassSource& source : Sources()) GE_RETURN_IF_ERROR(source.load(options));
  return {};
}

}  // namespace

base::Status RegisterPass(PassDescriptor descriptor) {
  if (descriptor.name.empty()) return {"E13030", "a fusion pass has an empty name"};
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const std::string name = descriptor.name;
  if (!registry.passes.emplace(name, std::move(descriptor)).second) {
    return {"E13030", base::Text("a fusion pass named \"", name, "\" is registered already")};
  }
  return {};
}

void UnregisterPass(const std::string& name) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.passes.erase(name);
}

std::vector<PassDescriptor> PassesOf(Stage stage) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  std::vector<PassDescriptor> passes;
  for (const auto& [name, descriptor] : registry.passes) {
    if (descriptor.stage == stage) passes.push_back(descriptor);
  }
  return passes;
}

void AddPassSource(PassSource source) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.sources.push_back(std::move(source));
}

base::Status LoadPasses(const Options& options) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.loading);
  if (registry.loads == 0) GE_RETURN_IF_ERROR(LoadAll(options));
  ++registry.loads;
  return {};
}

base::Status EnsurePassesLoaded(const Options& options) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.loading);
  return registry.loads > 0 ? base::Status() : LoadAll(options);
}

void UnloadPasses() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.loading);
  if (registry.loads == 0 || --registry.loads > 0) return;
  for (const PassSource& source : Sources()) source.unload();
}

}  // namespace ge::passes
