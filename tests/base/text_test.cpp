// Any bytes from users, files and other programs become one line of valid text.
#include "base/text.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace gioul {
namespace {

TEST(ToPrintableLine, PlainTextIsUnchanged) {
  EXPECT_EQ(to_printable_line(""), "");
  EXPECT_EQ(to_printable_line("24:15|24:15 ~"), "24:15|24:15 ~");
  EXPECT_EQ(to_printable_line("\xC3\xA9 \xE4\xB8\xAD \xF0\x9F\x8E\xB2 \xC2\xA0"),
            "\xC3\xA9 \xE4\xB8\xAD \xF0\x9F\x8E\xB2 \xC2\xA0");
}

TEST(ToPrintableLine, EscapesControlCharactersAsHex) {
  EXPECT_EQ(to_printable_line("a\nb\r\t\x1b[31m\x7f"), "a\\x0ab\\x0d\\x09\\x1b[31m\\x7f");
  EXPECT_EQ(to_printable_line(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(to_printable_line("\xC2\x9B"
                              "31m"),
            "\\xc2\\x9b31m");
}

TEST(ToPrintableLine, EscapesInvalidUtf8AsHex) {
  EXPECT_EQ(to_printable_line("a\xFFz"), "a\\xffz");
  EXPECT_EQ(to_printable_line("\x80"), "\\x80");
  EXPECT_EQ(to_printable_line("cut \xE4\xB8"), "cut \\xe4\\xb8");
  EXPECT_EQ(to_printable_line("\xC0\xAF"), "\\xc0\\xaf");                    // an overlong '/'
  EXPECT_EQ(to_printable_line("\xED\xA0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(to_printable_line("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
}

TEST(Quote, TruncatesLongText) {
  EXPECT_EQ(quote(""), "''");
  EXPECT_EQ(quote("a\nb"), "'a\\x0ab'");
  EXPECT_EQ(quote("12345", 5), "'12345'");
  EXPECT_EQ(quote("123456", 5), "'12345...'");
  EXPECT_EQ(quote(std::string(1000, 'x')).size(), 120u + 5u);
}

TEST(Trim, RemovesBlanksAtBothEnds) {
  EXPECT_EQ(trim(" \t a b\t "), "a b");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(" \ta ", " "), "\ta");
}

TEST(Split, ReturnsEmptyPartsToo) {
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(PopLine, RemovesOneLineAtATime) {
  std::string_view text = "a\n\nlast";
  EXPECT_EQ(pop_line(text), "a");
  EXPECT_EQ(pop_line(text), "");
  EXPECT_EQ(pop_line(text), "last");
  EXPECT_TRUE(text.empty());
  text = "whole\n";
  EXPECT_EQ(pop_line(text), "whole");
  EXPECT_TRUE(text.empty());
}

}  // namespace
}  // namespace gioul
