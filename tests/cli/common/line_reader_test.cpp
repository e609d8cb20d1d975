#include "cli/common/line_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gioul {
namespace {

/// A pipe with a reader at its end. What is written must fit the pipe's buffer of at least 64 KiB.
class LineReaderTest : public ::testing::Test {
 protected:
  LineReaderTest() { open(); }
  ~LineReaderTest() override { close(); }

  void open() { ASSERT_EQ(::pipe(ends_.data()), 0); }
  void close() {
    end();
    ::close(ends_[0]);
  }

  void put(std::string_view text) {
    ASSERT_EQ(::write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void end() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

  std::vector<std::string> all_lines(std::string_view text) {
    put(text);
    end();
    LineReader reader(ends_[0]);
    std::vector<std::string> lines;
    while (const auto line = reader.next_line()) lines.emplace_back(line->text);
    EXPECT_FALSE(reader.next_line());
    close();
    open();
    return lines;
  }

  std::array<int, 2> ends_{};
};

using Lines = std::vector<std::string>;

TEST_F(LineReaderTest, LastLineNeedsNoNewline) {
  EXPECT_EQ(all_lines("one\ntwo\n"), (Lines{"one", "two"}));
  EXPECT_EQ(all_lines("one\ntwo"), (Lines{"one", "two"}));
  EXPECT_EQ(all_lines("\n\na\n"), (Lines{"", "", "a"}));
  EXPECT_EQ(all_lines("a\r\nb\r\r\n\r\nc\rd\n"), (Lines{"a", "b\r", "", "c\rd"}));
  EXPECT_EQ(all_lines(""), Lines{});
  EXPECT_EQ(all_lines(std::string_view("a\0b\n", 4)), (Lines{std::string("a\0b", 3)}));
}

TEST_F(LineReaderTest, JoinsPartsOfALine) {
  LineReader reader(ends_[0]);
  put("one\ntw");
  EXPECT_EQ(reader.next_line()->text, "one");
  put("o\nthree\n");
  EXPECT_EQ(reader.next_line()->text, "two");
  EXPECT_EQ(reader.next_line()->text, "three");
}

TEST_F(LineReaderTest, ReadsALineOfTheMaximumLength) {
  LineReader reader(ends_[0]);
  const std::string longest(LineReader::kMaxLineLength - 2, 'x');
  put(longest + "\n");
  const auto line = reader.next_line();
  EXPECT_FALSE(line->is_too_long);
  EXPECT_EQ(line->text, longest);
}

TEST_F(LineReaderTest, TruncatesLongerLinesAndReadsTheNext) {
  LineReader reader(ends_[0]);
  // The reader must empty the pipe before more fits into it.
  std::string too_long(LineReader::kMaxLineLength, 'x');
  put(too_long);
  const pid_t writer = ::fork();
  if (writer == 0) {
    const std::string rest = too_long + too_long + "\nnext\n";
    std::size_t done = 0;
    while (done < rest.size()) {
      const ssize_t count = ::write(ends_[1], rest.data() + done, rest.size() - done);
      if (count > 0) done += static_cast<std::size_t>(count);
    }
    ::_exit(0);
  }
  end();
  const auto line = reader.next_line();
  EXPECT_TRUE(line->is_too_long);
  EXPECT_EQ(line->text, too_long);
  EXPECT_EQ(reader.next_line()->text, "next");
  EXPECT_FALSE(reader.next_line());
}

TEST_F(LineReaderTest, TruncatesALongLineWithoutAnEnd) {
  LineReader reader(ends_[0]);
  const pid_t writer = ::fork();
  if (writer == 0) {
    const std::string part(LineReader::kMaxLineLength, 'x');
    for (int i = 0; i < 3; ++i) {
      if (::write(ends_[1], part.data(), part.size()) < 0) ::_exit(1);
    }
    ::_exit(0);
  }
  end();
  EXPECT_TRUE(reader.next_line()->is_too_long);
  EXPECT_FALSE(reader.next_line());
}

TEST(LineReaderErrors, ReportsUnreadableInput) {
  LineReader reader(-1);
  EXPECT_THROW(reader.next_line(), std::runtime_error);
}

}  // namespace
}  // namespace gioul
