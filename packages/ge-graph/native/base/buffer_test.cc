#include "base/buffer.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "base/file.h"

namespace ge::base {
namespace {

TEST(Buffer, AllocatedBytesAreZeroAndAligned) {
  const auto buffer = Buffer::Allocate(100);

  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer->data()) % 64, 0U);
  EXPECT_EQ(buffer->view(), std::string(100, '\0'));
  EXPECT_EQ(Buffer::Allocate(0)->size(), 0U);
}

TEST(Buffer, ASliceKeepsTheWholeAlive) {
  auto whole = Buffer::CopyOf("hello world", 11);
  const std::weak_ptr<Buffer> watch = whole;
  auto slice = Buffer::Slice(whole, 6, 5);

  whole.reset();

  EXPECT_EQ(slice->view(), "world");
  EXPECT_FALSE(watch.expired());
  slice.reset();
  EXPECT_TRUE(watch.expired());
}

TEST(Buffer, APartThatLiesBadlyIsCopiedWhenItsElementsAreAskedFor) {
  auto whole = Buffer::Allocate(12);
  static_cast<char*>(whole->mutable_data())[5] = 1;

  const auto part = Buffer::AlignedSlice(whole, 1, 8, 8);

  EXPECT_EQ(part->view().data(), whole->view().data() + 1);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(part->data()) % 8, 0U);
  EXPECT_EQ(part->view(), std::string_view("\0\0\0\0\1\0\0\0", 8));
  static_cast<char*>(part->mutable_data())[0] = 2;
  EXPECT_EQ(part->view()[0], 2);
  EXPECT_EQ(whole->view()[1], 0);
}

TEST(Buffer, APartThatLiesWellIsNotCopied) {
  const auto whole = Buffer::Allocate(24);

  EXPECT_EQ(Buffer::AlignedSlice(whole, 8, 8, 8)->data(), static_cast<const char*>(whole->data()) + 8);
}

TEST(Buffer, BorrowedMemoryIsReleasedOnce) {
  int released = 0;
  char bytes[] = "abc";

  {
    const auto buffer = Buffer::Borrow(bytes, 3, [&released] { ++released; });
  }

  EXPECT_EQ(released, 1);
}

TEST(Buffer, AMappedFileCanBeChangedWithoutChangingTheFile) {
  const std::string path = testing::TempDir() + "/buffer_test_file";
  ASSERT_TRUE(WriteFileAtomically(path, {"ab", "", "cd"}).ok());

  const auto mapped = Buffer::MapFile(path);
  ASSERT_TRUE(mapped.ok());
  static_cast<char*>((*mapped)->mutable_data())[0] = 'X';

  EXPECT_EQ((*mapped)->view(), "Xbcd");
  EXPECT_EQ(ReadWholeFile(path).value(), "abcd");
  std::remove(path.c_str());
}

TEST(Buffer, WhatIsNoFileCannotBeMapped) {
  EXPECT_EQ(Buffer::MapFile(testing::TempDir() + "/no_such_file").status().code(), "E13001");
  EXPECT_EQ(Buffer::MapFile(testing::TempDir()).status().code(), "E13003");
}

}  // namespace
}  // namespace ge::base
