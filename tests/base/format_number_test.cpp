#include "base/format_number.h"

#include <gtest/gtest.h>

namespace gioul {
namespace {

TEST(Numbers, HaveSoManyDecimals) {
  EXPECT_EQ(with_decimals(-0.12, 3), "-0.120");
  EXPECT_EQ(with_decimals(0.5, 0), "0") << "halves go to the even one";
  EXPECT_EQ(with_decimals(1234567.891, 1), "1234567.9");
  EXPECT_EQ(grouped(1234567.891, 1), "1,234,567.9");
}

TEST(Numbers, HaveSixDigitsAtMost) {
  EXPECT_EQ(in_six_digits(0.1), "0.1");
  EXPECT_EQ(in_six_digits(-64.0), "-64");
  EXPECT_EQ(in_six_digits(1e6), "1e+06");
  EXPECT_EQ(in_six_digits(0.123456789), "0.123457");
}

}  // namespace
}  // namespace gioul
