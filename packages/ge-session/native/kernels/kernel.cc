#include "kernels/kernel.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

namespace ge::cpu::kernels {
namespace {

using Registry = std::unordered_map<base::Name, KernelInfo>;

// Filled while libraries are loaded, only read afterwards.
Registry& TheRegistry() {
  static auto* const registry = new Registry;
  return *registry;
}

}  // namespace

const KernelInfo* FindKernel(base::Name type) {
  const Registry& registry = TheRegistry();
  const auto found = registry.find(type);
  return found == registry.end() ? nullptr : &found->second;
}

std::vector<base::Name> KernelTypes() {
  std::vector<base::Name> types;
  types.reserve(TheRegistry().size());
  for (const auto& [type, info] : TheRegistry()) types.push_back(type);
  std::sort(types.begin(), types.end());
  return types;
}

KernelRegistration::KernelRegistration(KernelInfo info) {
  const base::Name type = info.type;
  if (TheRegistry().emplace(type, std::move(info)).second) return;
  std::fprintf(stderr, "two kernels are registered for operator %s\n", type.text().c_str());
  std::abort();
}

}  // namespace ge::cpu::kernels
