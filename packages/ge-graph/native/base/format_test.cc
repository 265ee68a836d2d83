#include "base/format.h"

#include <gtest/gtest.h>

namespace ge::base {
namespace {

TEST(Format, TextsAreReadBack) {
  for (int32_t number = 0; number <= 54; ++number) {
    const auto format = static_cast<Format>(number);
    EXPECT_EQ(FormatFromText(FormatText(format)), format == Format::kFractalZZ ? Format::kReserved : format);
  }
}

TEST(Format, ASubFormatFollowsAColon) {
  const auto packed = static_cast<Format>(4 | 32 << 8);

  EXPECT_EQ(FormatText(packed), "FRACTAL_Z:32");
  EXPECT_EQ(FormatFromText("FRACTAL_Z:32"), packed);
  EXPECT_EQ(PrimaryFormat(packed), Format::kFractalZ);
  EXPECT_EQ(SubFormat(packed), 32);
}

TEST(Format, WhatIsNoFormatIsReserved) {
  for (const char* text :
       {"", "RESERVED", "UNDEFINED", "nchw", "NCHW:", "NCHW:x", "NCHW:1x", "NCHW:-1", "NCHW:65536", ":3"}) {
    EXPECT_EQ(FormatFromText(text), Format::kReserved) << text;
  }
  EXPECT_EQ(FormatText(Format::kReserved), "FORMAT_RESERVED");
  EXPECT_EQ(FormatText(static_cast<Format>(99)), "RESERVED");
}

}  // namespace
}  // namespace ge::base
