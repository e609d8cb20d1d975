#include "eval/endgame/one_sided.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "engine/games/dispatch.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "tests/eval/endgame/endgame_tables.h"
#include "tests/paths.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kBruteCheckers = 2;
#else
constexpr int kBruteCheckers = 4;
#endif

// Computes the rolls of one side by trying every play that the engine lists, against an opponent
// that does not move.
template <GameRules R>
class AloneAtHome {
 public:
  using Chances = std::vector<double>;  // by number of rolls

  // `until_one_off`: until the next checker is off, else until the last one.
  explicit AloneAtHome(bool until_one_off) : until_one_off_(until_one_off) {}

  const Chances& chances(const Side& side) {
    const auto known = known_.find(side.planes);
    if (known != known_.end()) return known->second;
    Chances result;
    for (const Dice dice : kDistinctRolls) {
      Position position{};
      position.own = side;
      position.opp = parse_position(game_with_rules<R>(), "1:14,off:1|1:14,off:1").own;
      position.own_roll_count = position.opp_roll_count = R::kVariant.rolls_before_chains;
      const Chances best = best_end(position, dice);
      if (result.size() < best.size() + 1) result.resize(best.size() + 1);
      for (std::size_t i = 0; i < best.size(); ++i)
        result[i + 1] += count_permutations(dice) / 36.0 * best[i];
    }
    return known_[side.planes] = result;
  }

  static double mean(const Chances& chances) {
    double sum = 0.0;
    for (std::size_t i = 0; i < chances.size(); ++i) sum += static_cast<double>(i) * chances[i];
    return sum;
  }

 private:
  Chances best_end(const Position& position, Dice dice) {
    const auto list = std::make_unique<AfterstateList>();
    generate_afterstates<R>(position, dice, *list);
    if (list->size() > list->positions().size()) return {1.0};
    Chances best;
    for (const Position& next : list->positions()) {
      const Side& after = list->mover_acts_next() ? next.own : next.opp;
      Chances chances = {1.0};
      if (!until_one_off_ || checkers_left(after) == checkers_left(position.own)) {
        EXPECT_EQ(next.is_pending(), list->mover_acts_next()) << "nothing is forfeited";
        chances = next.is_pending() ? best_end(next, dice) : this->chances(after);
      }
      if (best.empty() || mean(chances) < mean(best) - 1e-12) best = chances;
    }
    return best;
  }

  bool until_one_off_;
  std::map<std::array<std::uint32_t, 4>, Chances> known_;
};

template <GameRules R>
void expect_brute_force_agrees(const OneSidedTable& table) {
  AloneAtHome<R> to_last(false);
  AloneAtHome<R> to_next(true);
  const SideIndex sides(kBruteCheckers, 1, kHomePoints);
  for (std::size_t i = 1; i < sides.count(); ++i) {
    const Side& side = sides.side(i);
    const std::size_t rank = table.side_index().rank(side);
    const auto compare = [&](const RollCountDistribution& got,
                             const std::vector<double>& expected) {
      const double mean = AloneAtHome<R>::mean(expected);
      ASSERT_NEAR(got.mean(), mean, 1e-5) << R::kVariant.name << " " << i;
      double sum = 0.0;
      for (int n = 0; n < got.length; ++n) sum += static_cast<double>(got.probabilities[n]);
      ASSERT_NEAR(sum, 1.0, 1e-6);
      ASSERT_EQ(got.min_rolls + got.length, static_cast<int>(expected.size())) << i;
    };
    compare(table.rolls_to_last_off(rank), to_last.chances(side));
    compare(table.rolls_to_next_off(rank), to_next.chances(side));
  }
}

// After the sides after owed moves come the starts of the probabilities, the fewest rolls, and the
// numbers of probabilities (docs/tables.md).
TEST(OneSidedTable, NumbersAreInTheDocumentedOrder) {
  constexpr std::size_t kSides = OneSidedTable::kSideCount;
  constexpr std::size_t kStarts = kSides * kMaxOwedMoves * sizeof(std::uint16_t);
  constexpr std::size_t kFewest = kStarts + (kSides + 1) * sizeof(std::uint32_t);
  const std::string bytes = OneSidedTable::build(DoubletRule::kChain);
  const auto start = [&](std::size_t side) {
    std::uint32_t first;
    std::memcpy(&first, &bytes.at(kStarts + side * sizeof(first)), sizeof(first));
    return first;
  };
  const auto fewest = [&](std::size_t side) { return static_cast<int>(bytes.at(kFewest + side)); };
  const auto count = [&](std::size_t side) { return bytes.at(kFewest + kSides + side); };
  EXPECT_EQ(fewest(1), 1) << "one checker on the 1-point";
  EXPECT_GT(fewest(kSides - 1), 1) << "15 checkers on the 6-point";
  EXPECT_EQ(start(kSides) - start(kSides - 1), static_cast<std::uint32_t>(count(kSides - 1)));
}

TEST(OneSidedTable, RollCountsMatchTheBestPlaysOfTheEngine) {
  const OneSidedTable chain(TableBytes(OneSidedTable::build(DoubletRule::kChain)));
  expect_brute_force_agrees<Gioul>(chain);
  expect_brute_force_agrees<GulBara>(chain);
  const OneSidedTable plain(TableBytes(OneSidedTable::build(DoubletRule::kPlain)));
  expect_brute_force_agrees<Portes>(plain);
  expect_brute_force_agrees<Fevga>(plain);
}

TEST(OneSidedTable, GammonsCountIfNoCheckerIsOff) {
  const auto tables = build_tables(game_with_rules<Gioul>(), {.one_sided = true});
  const auto value = [&](const char* text) {
    return tables->find_value(parse_position(game_with_rules<Gioul>(), text))
        ->outcome_probabilities;
  };
  EXPECT_NEAR(value("1:2,off:13|6:15")[4], 1.0, 1e-6);
  EXPECT_NEAR(value("1:2,off:13|6:14,off:1")[3], 1.0, 1e-6);
  const Value late = value("6:15|1:3,off:12");  // 6:15 bears one off with any 6 or doublet
  EXPECT_GT(late[0], 0.05);
  EXPECT_LT(late[0], 0.95);
  EXPECT_NEAR(value("6:14,off:1|1:3,off:12")[0], 0.0, 1e-12);
}

TEST(OneSidedTable, PlaysOwedMovesFirst) {
  const auto tables = build_tables(game_with_rules<Gioul>(), {.one_sided = true});
  const auto value = [&](const char* text) {
    return tables->find_value(parse_position(game_with_rules<Gioul>(), text))
        ->outcome_probabilities;
  };
  // Four 6's bear off the four checkers on the 6-point; then the opponent rolls or, after a
  // forfeit, the same player.
  EXPECT_EQ(value("6:4,5:8,off:3|4:9,off:6|owed=4"), flipped(value("4:9,off:6|5:8,off:7")));
  EXPECT_EQ(value("6:4,5:8,off:3|4:9,off:6|forfeit=4"), value("5:8,off:7|4:9,off:6"));
  EXPECT_EQ(value("6:3,off:12|4:15|owed=4")[4], 1.0);
}

// Compares 54 positions with an independent program (docs/tables.md).
TEST(OneSidedTable, PortesMatchesGnuBackgammon) {
  const auto tables = build_tables(game_with_rules<Portes>(), {.one_sided = true, .two_sided = 6});
  std::ifstream file(test_data() + "/portes_bearoff.tsv");
  std::string line;
  int lines = 0;
  while (std::getline(file, line)) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string text;
    double win = 0.0;
    double win2 = 0.0;
    double lose2 = 0.0;
    std::array<double, 2> rolls{};
    ASSERT_TRUE(fields >> text >> win >> win2 >> lose2 >> rolls[0] >> rolls[1]) << line;
    const Position position = parse_position(game_with_rules<Portes>(), text);
    const Value value = tables->find_value(position)->outcome_probabilities;
    EXPECT_NEAR(value[3] + value[4], win, 1e-4) << text;
    EXPECT_NEAR(value[4], win2, 1e-4) << text;
    EXPECT_NEAR(value[0], lose2, 1e-4) << text;
    const OneSidedTable& table = *tables->tables().one_sided;
    EXPECT_NEAR(table.rolls_to_last_off(table.side_index().rank(position.own)).mean(), rolls[0],
                6e-4)
        << text;
    EXPECT_NEAR(table.rolls_to_last_off(table.side_index().rank(position.opp)).mean(), rolls[1],
                6e-4)
        << text;
    ++lines;
  }
  EXPECT_EQ(lines, 54);
}

}  // namespace
}  // namespace gioul
