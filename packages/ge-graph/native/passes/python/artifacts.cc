#include "passes/python/artifacts.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "base/file.h"
#include "base/json.h"
#include "passes/python/bridge_api.h"

namespace ge::passes {
namespace {

namespace fs = std::filesystem;

constexpr const char* kArtifacts = "passes/python_pass_artifacts";

fs::path OwnFolder() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<const void*>(&PackageFolders), &info) == 0 || info.dli_fname == nullptr)
    return {};
  std::error_code error;
  return fs::absolute(info.dli_fname, error).parent_path();
}

class Folders {
 public:
  void Add(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) return;
    const std::string path = fs::canonical(folder, error).string();
    if (!error && std::find(found_.begin(), found_.end(), path) == found_.end()) found_.push_back(path);
  }
  void AddEntry(const fs::path& entry) {
    Add(entry / "ge");
    if (entry.filename() == "ge") Add(entry);
  }
  std::vector<std::string> Take() { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

std::optional<PythonArtifact> ReadManifest(const fs::path& root) {
  const base::Result<std::string> text = base::ReadWholeFile((root / "manifest.json").string());
  const base::Result<base::Json> manifest = text.ok() ? base::ParseJson(*text) : text.status();
  if (!manifest.ok()) return std::nullopt;
  const std::string* tag = base::FindText(*manifest, {"python_tag"});
  const std::string* platform = base::FindText(*manifest, {"platform"});
  const base::Json* abi = base::FindIn(*manifest, {"bridge_abi"});
  const std::string* bridge = base::FindText(*manifest, {"artifacts", "bridge"});
  const std::string* native = base::FindText(*manifest, {"artifacts", "native"});
  if (tag == nullptr || platform == nullptr || bridge == nullptr || native == nullptr || abi == nullptr ||
      *abi != kPythonBridgeAbi) {
    return std::nullopt;
  }
  PythonArtifact artifact{root.string(), *tag, *platform, (root / *bridge).string(),
                          (root / *native).string()};
  std::error_code error;
  if (!fs::is_regular_file(artifact.bridge_path, error) ||
      !fs::is_regular_file(artifact.native_path, error)) {
    return std::nullopt;
  }
  return artifact;
}

std::vector<std::string> ArtifactRoots(const fs::path& folder) {
  std::vector<std::string> roots;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / kArtifacts, error)) {
    if (entry.is_directory(error)) roots.push_back(entry.path().string());
  }
  std::sort(roots.begin(), roots.end());
  roots.insert(roots.begin(), (folder / kArtifacts).string());
  return roots;
}

}  // namespace

std::vector<std::string> PackageFolders(const PythonRuntime& runtime) {
  Folders folders;
  const fs::path own = OwnFolder();
  folders.Add(own / "../python/site-packages/ge");
  if (own.filename() == "lib64") folders.Add(own / "../../python/site-packages/ge");
  if (own.filename() == "_capi" || own.parent_path().filename() == "ge") folders.Add(own.parent_path());
  if (own.filename() == "ge") folders.Add(own);
  const char* variable = std::getenv("PYTHONPATH");
  std::istringstream entries(variable == nullptr ? "" : variable);
  for (std::string entry; std::getline(entries, entry, ':');) {
    if (!entry.empty()) folders.AddEntry(entry);
  }
  for (const std::string& entry : runtime.sys_path) folders.AddEntry(entry);
  return folders.Take();
}

std::vector<PythonArtifact> MatchingArtifacts(const std::vector<std::string>& folders,
                                              const PythonRuntime& runtime) {
  std::vector<std::string> roots;
  for (const std::string& folder : folders) {
    const std::vector<std::string> more = ArtifactRoots(folder);
    roots.insert(roots.end(), more.begin(), more.end());
  }
  return ArtifactsIn(roots, runtime);
}

std::vector<PythonArtifact> ArtifactsIn(const std::vector<std::string>& roots, const PythonRuntime& runtime) {
  std::vector<PythonArtifact> matching;
  for (const std::string& root : roots) {
    std::optional<PythonArtifact> artifact = ReadManifest(root);
    if (!artifact || artifact->python_tag != runtime.tag || artifact->platform != PlatformTag()) continue;
    matching.push_back(std::move(*artifact));
  }
  return matching;
}

}  // namespace ge::passes
