#include "base/checksum.h"

#include <gtest/gtest.h>

namespace gioul {
namespace {

// Values from the authors' page, http://www.isthe.com/chongo/tech/comp/fnv/ (test vectors).
TEST(Checksum, FnvMatchesPublishedValues) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8u);
  EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
}

TEST(Checksum, CrcMatchesThePublishedValue) {
  // The check value of the CRC catalogue (https://reveng.sourceforge.io/crc-catalogue/).
  EXPECT_EQ(crc32("123456789"), 0xCBF43926u);
  EXPECT_EQ(crc32("456789", crc32("123")), crc32("123456789"));
  EXPECT_EQ(crc32({}), 0u);
  EXPECT_EQ(crc32({}, 0xCBF43926u), 0xCBF43926u);
}

TEST(Checksum, FormatsHashesAsSixteenDigits) {
  EXPECT_EQ(format_hex(0), "0000000000000000");
  EXPECT_EQ(format_hex(0x0123456789abcdefu), "0123456789abcdef");
}

}  // namespace
}  // namespace gioul
