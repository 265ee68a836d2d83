#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace ge::base {
namespace {

std::string FreshFolder() {
  const std::string folder = testing::TempDir() + "/file_test_" + std::to_string(::getpid());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  return folder;
}

mode_t ModeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(::stat(path.c_str(), &info), 0);
  return info.st_mode & 0777U;
}

TEST(File, MissingFoldersAreMade) {
  const std::string folder = FreshFolder();

  ASSERT_TRUE(WriteFileAtomically(folder + "/a/b/file", {"text"}).ok());

  EXPECT_EQ(ReadWholeFile(folder + "/a/b/file").value(), "text");
  std::filesystem::remove_all(folder);
}

TEST(File, FilesAndFoldersHaveThePermissionsThatTheUmaskLeaves) {
  const std::string folder = FreshFolder();
  const mode_t before = ::umask(0);
  for (const mode_t mask : {0022U, 0077U, 0U}) {
    ::umask(mask);
    const std::string below = folder + "/" + std::to_string(mask);

    ASSERT_TRUE(WriteFileAtomically(below + "/file", {"text"}).ok());

    EXPECT_EQ(ModeOf(below + "/file"), 0666U & ~mask);
    EXPECT_EQ(ModeOf(below), 0777U & ~mask);
  }
  ::umask(before);
  std::filesystem::remove_all(folder);
}

TEST(File, WritingReplacesTheWholeFileAndLeavesNothingElse) {
  const std::string folder = FreshFolder();
  ASSERT_TRUE(WriteFileAtomically(folder + "/file", {"a long old text"}).ok());

  ASSERT_TRUE(WriteFileAtomically(folder + "/file", {"new"}).ok());

  EXPECT_EQ(ReadWholeFile(folder + "/file").value(), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

TEST(File, APathThatCannotBeWrittenIsAnErrorAndLeavesNothing) {
  const std::string folder = FreshFolder();
  ASSERT_TRUE(WriteFileAtomically(folder + "/file", {"x"}).ok());

  EXPECT_EQ(WriteFileAtomically("", {"x"}).code(), "E13000");
  EXPECT_EQ(WriteFileAtomically(folder + "/file/below", {"x"}).code(), "E13000");
  EXPECT_EQ(WriteFileAtomically(folder, {"x"}).code(), "E13004");

  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace ge::base
