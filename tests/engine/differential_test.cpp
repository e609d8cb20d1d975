// Compares every game's move generator with the reference generator at random decisions: same
// afterstates, same endings, same next player. A game added to AllGames is tested as soon as the
// reference knows its rules (tests/reference/board.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/movegen.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/text/notation.h"
#include "tests/reference/all_games.h"
#include "tests/reference/random_positions.h"
#include "tests/reference/reference.h"

namespace gioul {
namespace {

// Decisions per game: 130,000 in all, a tenth of that in builds with assertions or sanitizers.
#ifdef GIOUL_REDUCED_TESTS
constexpr int kScale = 100;
#else
constexpr int kScale = 1000;
#endif
constexpr int kFullGames = 30 * kScale;
constexpr int kSmallGames = 20 * kScale;
constexpr int kScattered = 80 * kScale;

constexpr int kPlayedOn = 6;  // decisions played from each scattered board

void list_positions(std::ostream& out, const Variant& variant, std::string_view label,
                    const std::vector<Position>& positions) {
  constexpr std::size_t kShown = 10;
  out << "\n  " << label << " (" << positions.size() << ")";
  for (std::size_t i = 0; i < std::min(positions.size(), kShown); ++i) {
    out << "\n    " << format_position(variant, positions[i]);
  }
}

/// Returns how the engine's list differs from the reference, or "".
std::string difference(const Variant& variant, const AfterstateList& list,
                       const reference::Result& expected) {
  std::vector<Position> found(list.positions().begin(), list.positions().end());
  std::sort(found.begin(), found.end(), reference::comes_before);

  std::vector<Position> wrong;  // a duplicate of a right one counts as wrong
  std::set_difference(found.begin(), found.end(), expected.positions.begin(),
                      expected.positions.end(), std::back_inserter(wrong), reference::comes_before);
  std::vector<Position> missing;
  std::set_difference(expected.positions.begin(), expected.positions.end(), found.begin(),
                      found.end(), std::back_inserter(missing), reference::comes_before);
  std::ostringstream out;
  if (!wrong.empty()) list_positions(out, variant, "not legal, or listed twice", wrong);
  if (!missing.empty()) list_positions(out, variant, "missing", missing);

  for (const Ending ending : {Ending::kWin1, Ending::kWin2, Ending::kTie}) {
    const bool is_listed = list.find_ending(ending).has_value();
    if (is_listed == expected.endings.contains(ending)) continue;
    out << "\n  " << format_ending(ending) << (is_listed ? " is not possible" : " is missing");
  }
  if (!expected.positions.empty() && list.mover_acts_next() != expected.mover_acts_next) {
    out << "\n  next player: the " << (expected.mover_acts_next ? "mover" : "other player");
  }
  return out.str();
}

template <typename R>
class Differential : public ::testing::Test {
 protected:
  // A failure prints everything needed to replay the decision by hand.
  void compare(const Position& position, Dice dice) {
    generate_afterstates<R>(position, dice, *list_);
    expected_ = reference::afterstates(R::kVariant.name, position, dice);
    ++decisions_;
    const std::string what = difference(R::kVariant, *list_, expected_);
    ASSERT_TRUE(what.empty()) << R::kVariant.name << " " << format_position(R::kVariant, position)
                              << " " << format_dice(dice) << " (seed " << seed_ << ", decision "
                              << decisions_ << ")" << what;
  }

  // Compares and continues at random until the game ends or `limit` decisions are made.
  void play(Position position, int limit) {
    for (; limit > 0; --limit) {
      compare(position, roll());
      if (HasFatalFailure()) return;
      const int line = reference::random_int(random_, 1, static_cast<int>(expected_.size()));
      const auto index = static_cast<std::size_t>(line - 1);
      if (index >= expected_.positions.size()) return;
      position = expected_.positions[index];
    }
  }

  Dice roll() {
    const int first = reference::random_int(random_, 1, 6);
    return make_dice(first, reference::random_int(random_, 1, 6));
  }

  void seed(unsigned seed) {
    seed_ = seed;
    random_.seed(seed);
  }

  int decisions_ = 0;
  reference::Random random_;

 private:
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  reference::Result expected_;
  unsigned seed_ = 0;
};

TYPED_TEST_SUITE(Differential, reference::AllGameTypes, reference::GameName);

TYPED_TEST(Differential, MatchesTheReferenceInRandomGames) {
  this->seed(1);
  while (this->decisions_ < kFullGames) {
    this->play(start_position(TypeParam::kVariant), kFullGames - this->decisions_);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(Differential, MatchesTheReferenceInRandomGamesOfFewerCheckers) {
  if (!TypeParam::kVariant.allows_fewer_checkers) GTEST_SKIP() << "played with 15 checkers only";
  this->seed(2);
  for (int checkers = 1; this->decisions_ < kSmallGames; checkers = checkers % 14 + 1) {
    this->play(start_position(TypeParam::kVariant, checkers), kSmallGames - this->decisions_);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(Differential, MatchesTheReferenceOnScatteredBoards) {
  this->seed(3);
  const int decisions =
      TypeParam::kVariant.allows_fewer_checkers ? kScattered : kScattered + kSmallGames;
  while (this->decisions_ < decisions) {
    this->play(reference::random_position(TypeParam::kVariant.name, this->random_), kPlayedOn);
    if (this->HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace gioul
