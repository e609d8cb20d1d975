#include "eval/solve/solver.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/solve/exact_table.h"
#include "eval/tournament/tournament.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kMaxCheckersTested = 1;
#else
constexpr int kMaxCheckersTested = 2;
#endif

std::shared_ptr<const ExactTable> solved(const std::string& variant, int checkers,
                                         SolveMethod method = SolveMethod::kFastest,
                                         int threads = 2) {
  return solve(
      {.game = find_game(variant), .checkers = checkers, .threads = threads, .method = method});
}

double start_equity(const std::string& variant, int checkers) {
  const auto table = solved(variant, checkers);
  return equity(table->value(start_position(table->game(), checkers)));
}

// Calls check(position) for every position of the table that the notation can express.
template <typename Check>
void for_each_position(const ExactTable& table, const Check& check) {
  const SideIndex& sides = table.side_index();
  for (std::size_t own = 1; own < sides.count(); ++own) {
    for (std::size_t opp = 1; opp < sides.count(); ++opp) {
      for (std::size_t extra = 0; extra < table.extra_state_index().count(); ++extra) {
        Position position{};
        position.own = sides.side(own);
        position.opp = sides.side(opp);
        if (!table.extra_state_index().set_extra_state(extra, position)) continue;
        try {
          parse_position(table.game(), format_position(table.game(), position));
        } catch (const InputError&) {
          continue;
        }
        check(position);
      }
    }
  }
}

TEST(Solver, ComputesKnownEquitiesOfTheSmallestGames) {
  EXPECT_NEAR(start_equity("gioul", 1), 0.554081, 1e-6);
  if (kMaxCheckersTested < 2) return;
  EXPECT_NEAR(start_equity("gioul", 2), 0.225776, 1e-6);
  EXPECT_NEAR(start_equity("gul-bara", 2), 0.224906, 1e-6);
  EXPECT_NEAR(start_equity("plakoto", 2), 0.323345, 1e-6);
  EXPECT_NEAR(start_equity("fevga", 2), 0.439345, 1e-6);
}

TEST(Solver, ProbabilitiesAreFromZeroToOne) {
  const auto table = solved("gioul", kMaxCheckersTested);
  for_each_position(*table, [&](const Position& position) {
    for (const double probability : table->value(position)) {
      ASSERT_GE(probability, 0.0) << format_position(table->game(), position);
      ASSERT_LE(probability, 1.0) << format_position(table->game(), position);
    }
  });
}

TEST(Solver, BothMethodsAgree) {
  for (const char* variant : {"gioul", "gul-bara", "gul-bara-lost"}) {
    const auto fastest = solved(variant, kMaxCheckersTested);
    const auto general = solved(variant, kMaxCheckersTested, SolveMethod::kGeneral);
    for_each_position(*fastest, [&](const Position& position) {
      ASSERT_NEAR(equity(fastest->value(position)), equity(general->value(position)), 1e-12)
          << variant << " " << format_position(fastest->game(), position);
    });
  }
}

// Checks the equation that defines exact values, with the engine's own afterstates: each value is
// the mean over the rolls of the best play. This check uses neither sweeps nor passes.
TEST(Solver, EveryValueIsTheMeanOverRollsOfTheBestPlay) {
  for (const std::string_view variant : game_names()) {
    dispatch_game(find_game(variant), [&]<GameRules R>(std::type_identity<R>) {
      if constexpr (R::kVariant.contact != ContactRule::kHit) {
        const auto table = solved(std::string(variant), 1);
        const auto exact = table_evaluator_factory(table)();
        const auto list = std::make_unique<AfterstateList>();
        for_each_position(*table, [&](const Position& position) {
          double mean = 0.0;
          for (const Dice dice : kDistinctRolls) {
            generate_afterstates<R>(position, dice, *list);
            double best = -3.0;
            for (const Position& next : list->positions()) {
              const double won = equity(exact->evaluate(next));
              best = std::max(best, list->mover_acts_next() ? won : -won);
            }
            for (std::size_t line = list->positions().size(); line < list->size(); ++line) {
              best = std::max<double>(best, points(outcome_of(list->ending(line))));
            }
            mean += best * count_permutations(dice) / 36.0;
          }
          ASSERT_NEAR(equity(exact->evaluate(position)), mean, 1e-9)
              << variant << " " << format_position(game_with_rules<R>(), position);
        });
      }
    });
  }
}

TEST(Solver, OutcomesAreADistribution) {
  const auto table = solved("plakoto", kMaxCheckersTested);
  for_each_position(*table, [&](const Position& position) {
    double sum = 0.0;
    for (const double p : table->value(position)) {
      ASSERT_GE(p, -1e-12);
      sum += p;
    }
    ASSERT_NEAR(sum, 1.0, 1e-9);
  });
}

TEST(Solver, RejectsGamesThatExceedTheMemoryLimit) {
  const auto solve_all = [] {
    solve({.game = find_game("gioul"), .checkers = 15, .max_memory_bytes = 1e9});
  };
  EXPECT_TRUE(holds(message_of<InputError>(solve_all), "needs"));
}

class TableFileTest : public ::testing::Test {
 protected:
  void SetUp() override { solved("gioul", 1)->save(file_); }
  TemporaryFolder folder_;  // each test has its own: tests run in parallel
  std::filesystem::path file_ = folder_ / "gioul1.table";
};

TEST_F(TableFileTest, ReadsBackWrittenTables) {
  const auto table = ExactTable::load(file_);
  const auto again = solved("gioul", 1);
  for_each_position(*again, [&](const Position& position) {
    const Value expected = again->value(position);
    const Value got = table->value(position);
    for (std::size_t o = 0; o < kOutcomeCount; ++o) ASSERT_NEAR(got[o], expected[o], 1e-15);
  });
}

TEST_F(TableFileTest, RejectsDamagedTablesAndSaysWhatIsWrong) {
  const std::string bytes = bytes_of(file_);
  const auto refuses = [&](const std::string& text, const char* part) {
    put_bytes(file_, text);
    const auto message = message_of<InputError>([&] { ExactTable::load(file_); });
    EXPECT_TRUE(message.starts_with(file_.string() + ": ")) << message;
    EXPECT_TRUE(holds(message, part));
  };
  const auto with = [&](std::string_view old_part, const char* new_part) {
    std::string other = bytes;
    return other.replace(other.find(old_part), old_part.size(), new_part);
  };
  refuses("", "not a table");
  refuses("{", "not a table");
  refuses("{}\n", "not a table of this version");
  refuses(bytes.substr(0, bytes.size() / 2), "is truncated");
  refuses(bytes.substr(0, bytes.size() - 1), "is truncated");
  refuses(bytes + "x", "trailing data");
  std::string flipped = bytes;
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  refuses(flipped, "is a corrupted table");
  refuses(with("\"gioul\"", "\"fevga\""), "is a corrupted table");  // of the same size
  refuses(with("\"gioul\"", "\"chess\""), "unknown variant 'chess'");
  refuses(with("\"checkers\":1", "\"checkers\":0"),
          "checkers: expected a whole number from 1 to 15, not 0");
}

// The sparse file would need more memory than exists.
TEST_F(TableFileTest, RejectsAWrongLengthBeforeReading) {
  std::filesystem::resize_file(file_, std::uint64_t{1} << 40);
  EXPECT_TRUE(holds(message_of<InputError>([&] { ExactTable::load(file_); }), "trailing data"));
}

TEST_F(TableFileTest, TablePlaysPerfectly) {
  TournamentOptions options{.checkers = 1,
                            .player_names = {"table:" + file_.string(), "random", "blocker"},
                            .pairs_per_pairing = 200,
                            .seed = 5};
  const TournamentResult result = run_tournament(options);
  for (const PairingTotals& pairing : result.pairings) {
    if (pairing.player_index != 0) continue;
    const Estimate points = pairing.points_per_game();
    EXPECT_GE(points.mean, -3 * points.standard_error);
  }
  options.checkers = 2;
  EXPECT_THROW(run_tournament(options), InputError);
}

}  // namespace
}  // namespace gioul
