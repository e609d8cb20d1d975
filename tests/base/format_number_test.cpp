#include "base/format_number.h"

#include <gtest/gtest.h>

namespace gioul {
namespace {

TEST(FormatNumber, FixedHasTheGivenDecimals) {
  EXPECT_EQ(format_fixed(-0.12, 3), "-0.120");
  EXPECT_EQ(format_fixed(0.5, 0), "0") << "halves go to the even one";
  EXPECT_EQ(format_fixed(1234567.891, 1), "1234567.9");
  EXPECT_EQ(format_grouped(1234567.891, 1), "1,234,567.9");
}

TEST(FormatNumber, GeneralHasAtMostSixDigits) {
  EXPECT_EQ(format_general(0.1), "0.1");
  EXPECT_EQ(format_general(-64.0), "-64");
  EXPECT_EQ(format_general(1e6), "1e+06");
  EXPECT_EQ(format_general(0.123456789), "0.123457");
}

}  // namespace
}  // namespace gioul
