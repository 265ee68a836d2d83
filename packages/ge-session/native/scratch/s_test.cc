#include <gtest/gtest.h>
#include "base/status.h"
TEST(S, OkIsOk) { EXPECT_TRUE(ge::base::Status().ok()); }
