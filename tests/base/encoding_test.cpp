#include "base/encoding.h"

#include <gtest/gtest.h>

#include <string>

namespace gioul {
namespace {

TEST(Encoding, Utf8StaysAndOtherBytesAreWindows1252) {
  EXPECT_EQ(to_utf8("a \xC3\xA9 \xF0\x9F\x8E\xB2"), "a \xC3\xA9 \xF0\x9F\x8E\xB2");
  EXPECT_EQ(to_utf8("\xE9\x80\xFF"), "\xC3\xA9\xE2\x82\xAC\xC3\xBF");
  EXPECT_EQ(to_utf8("\x81"), "\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8("\xC3"), "\xC3\x83");
}

TEST(Encoding, CharacterSetsByName) {
  EXPECT_EQ(to_utf8("\xEF", "KOI8-R"), "\xD0\x9E");
  EXPECT_EQ(to_utf8("\xC3\xA9", "KOI8-R"), "\xC3\xA9");            // valid UTF-8
  EXPECT_EQ(to_utf8("\xE9 Nam", "windows-1258"), "\xC3\xA9 Nam");  // marks may follow a letter
  EXPECT_EQ(to_utf8("\xE9", "no such set"), "\xC3\xA9");
  EXPECT_EQ(to_utf8("\xFF\xE9", "Shift_JIS"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Encoding, Utf16OfEitherOrder) {
  const std::string text = "\xC3\xA9 \xF0\x9F\x8E\xB2";
  const std::string big("\xFE\xFF\0\xE9\0 \xD8\x3C\xDF\xB2", 10);
  std::string little = big;
  for (std::size_t i = 0; i < little.size(); i += 2) std::swap(little[i], little[i + 1]);
  for (const std::string& bytes : {big, little}) {
    EXPECT_TRUE(is_utf16(bytes));
    EXPECT_EQ(utf16_to_utf8(bytes), "\xEF\xBB\xBF" + text);
  }
  EXPECT_TRUE(is_utf16(std::string("7\0 \0", 4)));
  EXPECT_FALSE(is_utf16("7 po"));
  EXPECT_FALSE(is_utf16(std::string("\0\0\0\0", 4)));
  EXPECT_EQ(utf16_to_utf8(std::string("\xFE\xFF\xD8\x3C\0a\0", 7)),
            "\xEF\xBB\xBF\xEF\xBF\xBD"
            "a");
}

}  // namespace
}  // namespace gioul
