#include "passes/python/artifacts.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "passes/registry.h"

namespace ge::passes {
namespace {

namespace fs = std::filesystem;

// A `ge` folder with sets of libraries.
class Installed {
 public:
  explicit Installed(const char* name) : ge_(fs::path(::testing::TempDir()) / name / "ge") {
    fs::remove_all(ge_);
    fs::create_directories(ge_);
  }
  std::string folder() const { return ge_.string(); }
  std::string entry() const { return ge_.parent_path().string(); }

  void Add(const std::string& set, const std::string& manifest) const {
    const fs::path root = ge_ / "passes/python_pass_artifacts" / set;
    fs::create_directories(root);
    std::ofstream(root / "native.so") << "";
    std::ofstream(root / "bridge.so") << "";
    std::ofstream(root / "manifest.json") << manifest;
  }

 private:
  fs::path ge_;
};

std::string Manifest(const std::string& tag, const std::string& abi,
                     const std::string& bridge = "bridge.so") {
  return R"({"python_tag": ")" + tag + R"(", "platform": ")" + PlatformTag() + R"(", "bridge_abi": )" + abi +
         R"(, "artifacts": {"native": "native.so", "bridge": ")" + bridge + R"("}})";
}

const PythonRuntime kPython{"cp311", true, {}};

TEST(PythonArtifacts, AllThatFitAreFoundTheRootFirst) {
  const Installed installed("fitting");
  installed.Add("b", Manifest("cp311", "1"));
  installed.Add("a", Manifest("cp311", "1"));
  installed.Add("", Manifest("cp311", "1"));

  const auto found = MatchingArtifacts({installed.folder()}, kPython);

  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(fs::path(found[1].root).filename(), "a");
  EXPECT_EQ(found[2].bridge_path, installed.folder() + "/passes/python_pass_artifacts/b/bridge.so");
}

TEST(PythonArtifacts, WhatDoesNotFitOrCannotBeReadIsPassedOver) {
  const Installed installed("unfitting");
  installed.Add("other_python", Manifest("cp39", "1"));
  installed.Add("other_abi", Manifest("cp311", "2"));
  installed.Add("abi_as_text", Manifest("cp311", "\"1\""));
  installed.Add("no_file", Manifest("cp311", "1", "missing.so"));
  installed.Add("no_json", "{");
  installed.Add("no_object", "[]");

  EXPECT_TRUE(MatchingArtifacts({installed.folder(), "/nowhere"}, kPython).empty());
}

TEST(PythonArtifacts, FoldersAreSearchedAlongThePaths) {
  const Installed first("first");
  const Installed second("second");
  setenv("PYTHONPATH", (first.entry() + "::" + first.folder() + ":/nowhere").c_str(), 1);

  const auto folders = PackageFolders({"cp311", true, {second.entry(), first.entry(), second.folder()}});
  unsetenv("PYTHONPATH");

  const auto canonical = [](const std::string& path) { return fs::canonical(path).string(); };
  EXPECT_EQ(folders, (std::vector<std::string>{canonical(first.folder()), canonical(second.folder())}));
}

TEST(PythonPasses, WithoutAnInterpreterTheErrorSaysSo) {
  const std::string commands = getenv("PATH");
  setenv("ASCEND_GE_PY_PASS_PATH", "/some/passes", 1);
  setenv("PATH", "/nowhere", 1);  // else one would be started

  const base::Status status = EnsurePassesLoaded({});
  unsetenv("ASCEND_GE_PY_PASS_PATH");
  setenv("PATH", commands.c_str(), 1);

  EXPECT_EQ(status.code(), "E13029");
  EXPECT_NE(status.message().find("no Python interpreter runs in this process"), std::string::npos)
      << status.message();
  EXPECT_TRUE(EnsurePassesLoaded({}).ok());
}

}  // namespace
}  // namespace ge::passes
