#include "bodies/registry.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include "base/log.h"

namespace ge::bodies {
namespace {

using base::Status;
using base::Text;

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<base::Name, std::shared_ptr<const BodyRule>> rules;
  std::vector<std::string> load_errors;
};

Registry& TheRegistry() {
  static auto* const registry = new Registry;  // bodies register while other static objects are built
  return *registry;
}

}  // namespace

Status RegisterBody(base::Name type, BodyRule rule) {
  auto shared = std::make_shared<const BodyRule>(std::move(rule));
  Registry& registry = TheRegistry();
  const std::unique_lock lock(registry.mutex);
  if (registry.rules.emplace(type, std::move(shared)).second) return {};
  return base::InvalidArgument(Text("operator type ", type, " has a body already"));
}

Status UnregisterBody(base::Name type) {
  Registry& registry = TheRegistry();
  const std::unique_lock lock(registry.mutex);
  if (registry.rules.erase(type) != 0) return {};
  return base::InvalidArgument(Text("operator type ", type, " has no body"));
}

std::shared_ptr<const BodyRule> FindBody(base::Name type) {
  Registry& registry = TheRegistry();
  const std::shared_lock lock(registry.mutex);
  const auto found = registry.rules.find(type);
  return found == registry.rules.end() ? nullptr : found->second;
}

std::vector<base::Name> TypesWithBody() {
  Registry& registry = TheRegistry();
  const std::shared_lock lock(registry.mutex);
  std::vector<base::Name> types;
  types.reserve(registry.rules.size());
  for (const auto& [type, rule] : registry.rules) types.push_back(type);
  std::sort(types.begin(), types.end());
  return types;
}

std::vector<std::string> LoadErrors() {
  Registry& registry = TheRegistry();
  const std::shared_lock lock(registry.mutex);
  return registry.load_errors;
}

BodyRegistration::BodyRegistration(const char* type, void (*rule)(Body&)) {
  const Status status = RegisterBody(type, rule);
  if (status.ok()) return;
  GE_LOG(kError, status.message());
  Registry& registry = TheRegistry();
  const std::unique_lock lock(registry.mutex);
  registry.load_errors.push_back(status.message());
}

}  // namespace ge::bodies
