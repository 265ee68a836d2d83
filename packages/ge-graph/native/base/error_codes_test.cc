#include "base/error_codes.h"

#include <gtest/gtest.h>

namespace ge::base {
namespace {

TEST(ErrorCodes, ACodeHasATitleAndTheNamesOfItsParameters) {
  const ErrorInfo* info = FindError("E10002");

  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->title, "Invalid_Argument_Tensor_Input_Shape");
  EXPECT_EQ(info->ParameterNames(), (std::vector<std::string_view>{"shape", "reason", "sample"}));
  EXPECT_TRUE(FindError("E19999")->ParameterNames().empty());
  EXPECT_EQ(FindError("E13005")->ParameterNames(), std::vector<std::string_view>{"file"});
}

TEST(ErrorCodes, TheCatalogueHas122EntriesAndNoOthers) {
  EXPECT_EQ(ErrorCodes().size(), 122U);
  EXPECT_EQ(FindError("E10000"), nullptr);
  EXPECT_EQ(FindError(""), nullptr);
  EXPECT_EQ(FindError("Z"), nullptr);
  for (const std::string_view code : ErrorCodes()) EXPECT_EQ(FindError(code)->code, code);
}

}  // namespace
}  // namespace ge::base
