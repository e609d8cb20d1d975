// Checks the counts in tests/data/perft/GAME.txt for every game: those in notation.md, and those of
// the reference generator. A new game needs such a file, but no code here.
#include "engine/perft.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"
#include "tests/base/test_name.h"
#include "tests/paths.h"
#include "tests/reference/reference.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
// Larger counts take too long without optimization, and half a minute with the reference.
constexpr std::uint64_t kLargest = 300'000;
constexpr std::uint64_t kLargestOfReference = 5'000;
#else
constexpr std::uint64_t kLargest = 100'000'000;
constexpr std::uint64_t kLargestOfReference = 500'000;
#endif

struct Entry {
  std::string position;
  int depth = 0;
  std::uint64_t count = 0;
};

template <typename Integer>
Integer number(std::string_view text, const std::string& line) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::runtime_error("no 'position TAB depth TAB count': " + line);
  }
  return value;
}

std::vector<Entry> entries_of(std::string_view game) {
  const std::string name = test_data() + "/perft/" + std::string(game) + ".txt";
  std::ifstream file(name);
  if (!file) throw std::runtime_error(name + " is missing: every game needs its perft file");
  std::vector<Entry> entries;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.rfind('\t');
    if (first == second) throw std::runtime_error("no 'position TAB depth TAB count': " + line);
    const std::string_view text = line;
    entries.push_back({line.substr(0, first),
                       number<int>(text.substr(first + 1, second - first - 1), line),
                       number<std::uint64_t>(text.substr(second + 1), line)});
  }
  return entries;
}

class PerftFile : public ::testing::TestWithParam<std::string_view> {};

TEST_P(PerftFile, MatchesPerft) {
  const Game game = find_game(GetParam());
  const std::vector<Entry> entries = entries_of(GetParam());
  EXPECT_GE(entries.size(), 2u);
  for (const Entry& entry : entries) {
    if (entry.count > kLargest) continue;
    const Position position = parse_position(game, entry.position);
    EXPECT_EQ(game.perft(position, entry.depth), entry.count)
        << entry.position << " depth " << entry.depth;
    if (entry.count > kLargestOfReference) continue;
    EXPECT_EQ(static_cast<std::uint64_t>(reference::perft(GetParam(), position, entry.depth)),
              entry.count)
        << "the reference: " << entry.position << " depth " << entry.depth;
  }
}

TEST_P(PerftFile, ContainsTheStartOfTheGame) {
  const Game game = find_game(GetParam());
  const std::string start = format_position(game, start_position(game));
  EXPECT_EQ(entries_of(GetParam()).front().position, start);
}

TEST_P(PerftFile, DepthZeroCountsOne) {
  const Game game = find_game(GetParam());
  EXPECT_EQ(game.perft(start_position(game), 0), 1u);
}

INSTANTIATE_TEST_SUITE_P(AllGames, PerftFile, ::testing::ValuesIn(game_names()), kTestName);

// One checker each, both about to bear off: all 21 rolls end the game at once.
TEST(Perft, PlayThatEndsTheGameCountsOnceAtAnyDepth) {
  const Game game = find_game("gioul");
  const Position position = parse_position(game, "1:1,off:14|1:1,off:14");
  for (int depth = 1; depth <= 3; ++depth) EXPECT_EQ(game.perft(position, depth), 21u);
}

TEST(Perft, PendingPositionIsOneDecision) {
  const Game game = find_game("gioul");
  const Position position = parse_position(game, "24:15|24:15|owed=4");
  EXPECT_EQ(game.perft(position, 1), 4u);
}

}  // namespace
}  // namespace gioul
