#include "eval/endgame/endgame.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/players/evaluator_loader.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"
#include "eval/value/evaluator.h"
#include "tests/eval/endgame/endgame_tables.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kSample = 100;
constexpr int kGames = 2;
constexpr int kFew = 1;
constexpr int kTwoSided = 3;
constexpr bool kOneSided = false;
#else
constexpr int kSample = 1000;
constexpr int kGames = 20;
constexpr int kFew = 2;
constexpr int kTwoSided = 5;
constexpr bool kOneSided = true;
#endif

// Stands for a net: returns the same value for all positions and counts its calls.
class ConstantEvaluator : public PositionEvaluator {
 public:
  static constexpr Value kValue = {0.0, 0.25, 0.0, 0.75, 0.0};

  explicit ConstantEvaluator(int& asked) : asked_(asked) {}
  Value evaluate(const Position&) override {
    ++asked_;
    return kValue;
  }

 private:
  int& asked_;
};

std::unique_ptr<Evaluator> wrapped(std::shared_ptr<const EndgameTables> tables, int& asked) {
  return with_endgame_tables([&] { return std::make_unique<ConstantEvaluator>(asked); },
                             std::move(tables))();
}

// Returns the value of a position computed by search: the mean over the rolls of the best play.
template <GameRules R>
Value backed_up(Evaluator& evaluator, const Position& position) {
  const auto list = std::make_unique<AfterstateList>();
  Value sums{};
  for (const Dice dice : kDistinctRolls) {
    generate_afterstates<R>(position, dice, *list);
    evaluator.evaluate(position, *list);
    Value best{};
    double best_equity = -3.0;
    for (std::size_t line = 0; line < list->size(); ++line) {
      Value value{};
      if (line < list->positions().size()) {
        value = evaluator.result_value(0, line);
        if (!list->mover_acts_next()) value = flipped(value);
      } else {
        value = one_hot_value(outcome_of(list->ending(line)));
      }
      if (equity(value) <= best_equity) continue;
      best_equity = equity(value);
      best = value;
    }
    const double share = position.is_pending() ? 1.0 / 21.0 : count_permutations(dice) / 36.0;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) sums[o] += share * best[o];
  }
  return sums;
}

// Makes a random position with at most `most` checkers per side on points up to `highest`,
// something off and sometimes something pending. Returns false if the notation does not accept it.
template <GameRules R>
bool random_endgame(CounterRng& rng, int most, int highest, Position& position) {
  position = Position{};
  for (Side* side : {&position.own, &position.opp}) {
    const int count = 1 + static_cast<int>(rng.uniform_below(static_cast<std::uint64_t>(most)));
    for (int i = 0; i < count; ++i) {
      const int point =
          1 + static_cast<int>(rng.uniform_below(static_cast<std::uint64_t>(highest)));
      side->add(place_bit(point));
    }
    side->set_count(kOff, kMaxCheckers - count);
  }
  position.own_roll_count = position.opp_roll_count = R::kVariant.rolls_before_chains;
  if (R::kVariant.contact == ContactRule::kPin) {
    const ExtraStateIndex extras(game_with_rules<R>(), most);
    if (!extras.set_extra_state(rng.uniform_below(extras.count()), position)) return false;
  }
  if (R::kVariant.doublets == DoubletRule::kChain && rng.uniform_below(3) == 0) {
    position.owed_moves = static_cast<std::uint8_t>(1 + rng.uniform_below(kMaxOwedMoves));
    position.is_forfeited =
        R::kVariant.unfinished_chain == UnfinishedChainRule::kForfeited && rng.uniform_below(2) == 0
            ? 1
            : 0;
  }
  try {
    position =
        parse_position(game_with_rules<R>(), format_position(game_with_rules<R>(), position));
  } catch (const InputError&) {
    return false;
  }
  return true;
}

template <GameRules R>
void expect_values_are_backed_up(TestTables wanted, int most, int highest) {
  const auto tables = build_tables(game_with_rules<R>(), wanted);
  int asked = 0;
  const auto evaluator = wrapped(tables, asked);
  CounterRng rng(7, 0, RngStream::kDice);
  Position position{};
  for (int i = 0; i < kSample; ++i) {
    if (!random_endgame<R>(rng, most, highest, position)) continue;
    const std::string text = format_position(game_with_rules<R>(), position);
    const auto known = tables->find_value(position);
    ASSERT_TRUE(known && known->is_exact()) << R::kVariant.name << " " << text;
    const Value value = evaluator->evaluate(position);
    ASSERT_EQ(value, known->outcome_probabilities);
    const Value expected = backed_up<R>(*evaluator, position);
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      ASSERT_NEAR(value[o], expected[o], 1e-12) << R::kVariant.name << " " << text;
      ASSERT_TRUE(value[o] >= 0.0 && value[o] <= 1.0) << R::kVariant.name << " " << text;
    }
  }
  EXPECT_EQ(asked, 0) << R::kVariant.name << ": everything here is in the tables";
}

template <typename F>
void for_each_game(const F& f) {
  for (const std::string_view name : game_names()) {
    dispatch_game(find_game(name), [&]<GameRules R>(std::type_identity<R> game) { f(game); });
  }
}

TEST(EndgameTables, TwoSidedValuesAreMeansOverRollsOfTheBestPlay) {
  for_each_game([]<GameRules R>(std::type_identity<R>) {
    expect_values_are_backed_up<R>({.two_sided = kTwoSided}, kTwoSided, kHomePoints);
  });
}

TEST(EndgameTables, FewCheckersValuesAreMeansOverRollsOfTheBestPlay) {
  for_each_game([]<GameRules R>(std::type_identity<R>) {
    const int few =
        R::kVariant.contact == ContactRule::kHit ? 1 : kFew;  // with hits, sweeps take long
    expect_values_are_backed_up<R>({.few_checkers = few}, few,
                                   SideIndex::max_place_in(R::kVariant));
  });
}

// Solves whole games by afterstates, without knowledge of the home.
TEST(EndgameTables, TwoSidedValuesMatchSolvedGames) {
  for_each_game([]<GameRules R>(std::type_identity<R>) {
    if (R::kVariant.contact == ContactRule::kHit) return;
    const auto solved = solve({.game = game_with_rules<R>(),
                               .checkers = kFew,
                               .already_off = 1,
                               .threads = 2,
                               .method = SolveMethod::kGeneral});
    const auto tables = build_tables(game_with_rules<R>(), {.two_sided = kFew});
    const SideIndex sides(kFew, 1, kHomePoints);
    for (std::size_t own = 1; own < sides.count(); ++own) {
      for (std::size_t opp = 1; opp < sides.count(); ++opp) {
        Position position{};
        position.own = sides.side(own);
        position.opp = sides.side(opp);
        position.own_roll_count = position.opp_roll_count = R::kVariant.rolls_before_chains;
        const auto known = tables->find_value(position);
        ASSERT_TRUE(known);
        ASSERT_EQ(known->kind, EndgameKind::kTwoSided);
        ASSERT_NEAR(equity(known->outcome_probabilities), equity(solved->value(position)), 1e-12);
      }
    }
  });
}

TEST(EndgameTables, PositionsOutsideTheTablesHaveNoValue) {
  const auto tables = build_tables(game_with_rules<GulBara>(),
                                   {.one_sided = true, .two_sided = 3, .few_checkers = 1});
  const auto kind = [&](const char* text) {
    const auto known = tables->find_value(parse_position(game_with_rules<GulBara>(), text));
    return known ? std::optional(known->kind) : std::nullopt;
  };
  EXPECT_EQ(kind("24:15|24:15"), std::nullopt);
  EXPECT_EQ(kind("7:1,1:14|1:15"), std::nullopt);
  EXPECT_EQ(kind("1:15|1:15"), EndgameKind::kOneSided);
  EXPECT_EQ(kind("1:15|1:15|turns=2/3"), std::nullopt);
  EXPECT_EQ(kind("1:3,off:12|6:2,off:13"), EndgameKind::kTwoSided);
  EXPECT_EQ(kind("2:1,off:14|3:1,off:14"), EndgameKind::kTwoSided) << "before few checkers";
  EXPECT_EQ(kind("1:3,off:12|6:4,off:11"), EndgameKind::kOneSided);
  EXPECT_EQ(kind("1:3|6:2,off:1"), EndgameKind::kOneSided);  // three checkers: a gammon is possible
  EXPECT_EQ(kind("9:1,off:14|24:1,off:14"), EndgameKind::kFewCheckers);
  EXPECT_EQ(kind("9:1,off:14|24:2,off:13"), std::nullopt);
  EXPECT_EQ(kind("9:1|24:1"), std::nullopt);
}

TEST(EndgameTables, MissingTablesHaveNoValues) {
  const auto none = build_tables(game_with_rules<Gioul>(), {});
  EXPECT_FALSE(none->find_value(parse_position(game_with_rules<Gioul>(), "1:3,off:12|6:2,off:13")));
  int asked = 0;
  const EvaluatorFactory base = [&] { return std::make_unique<ConstantEvaluator>(asked); };
  const auto evaluator = with_endgame_tables(base, nullptr)();
  EXPECT_EQ(evaluator->evaluate(parse_position(game_with_rules<Gioul>(), "1:3,off:12|6:2,off:13")),
            ConstantEvaluator::kValue);
}

// Plays random games to their end. Each equity must come from the table or from the base, as
// appropriate, and the quick test per decision must never hide a value of the table.
TEST(EndgameTables, EvaluatorPrefersTablesOverTheNet) {
  int from_tables = 0;
  int from_base = 0;
  for_each_game([&]<GameRules R>(std::type_identity<R>) {
    const auto tables = build_tables(game_with_rules<R>(),
                                     {.one_sided = kOneSided, .two_sided = 3, .few_checkers = 1});
    int asked = 0;
    const auto evaluator = wrapped(tables, asked);
    const auto list = std::make_unique<AfterstateList>();
    for (int game = 0; game < kGames; ++game) {
      CounterRng rng(11, static_cast<std::uint64_t>(game), RngStream::kDice);
      Position position = start_position(game_with_rules<R>());
      for (;;) {
        generate_afterstates<R>(position, rng.roll_dice(), *list);
        const auto results = evaluator->evaluate(position, *list);
        ASSERT_EQ(results.size(), list->positions().size());
        for (std::size_t i = 0; i < results.size(); ++i) {
          const auto known = tables->find_value(list->positions()[i]);
          ++(known ? from_tables : from_base);
          const Value expected = known ? known->outcome_probabilities : ConstantEvaluator::kValue;
          const double sign = list->mover_acts_next() ? 1.0 : -1.0;
          ASSERT_EQ(evaluator->result_value(0, i), expected);
          ASSERT_EQ(results[i].equity, static_cast<float>(sign * equity(expected)));
        }
        const std::size_t line = rng.uniform_below(list->size());
        if (list->ending(line) != Ending::kNone) break;
        position = list->positions()[line];
      }
    }
  });
  EXPECT_GT(from_tables, 0);
  EXPECT_GT(from_base, 0);
}

// Decisions that are queued together, some of which a table may contain.
TEST(EndgameTables, EvaluatorMatchesSingleDecisionsInABatch) {
  const Game game = find_game("portes");
  const auto tables = build_tables(game, {.one_sided = false, .two_sided = 4});
  int asked = 0;
  const auto evaluator = wrapped(tables, asked);
  const auto one_by_one = wrapped(tables, asked);
  const auto list = std::make_unique<AfterstateList>();
  std::vector<std::vector<float>> expected;
  std::vector<std::vector<Value>> values;
  int in_tables = 0;
  CounterRng rng(12, 0, RngStream::kDice);
  for (int decision = 0; decision < kSample; ++decision) {
    Position position;
    if (!random_endgame<Portes>(rng, 6, 6, position)) continue;
    game.generate_afterstates(position, rng.roll_dice(), *list);
    evaluator->submit(position, *list, 1000);
    expected.emplace_back();
    values.emplace_back();
    for (const auto [i, equity] : one_by_one->evaluate(position, *list)) {
      expected.back().push_back(equity);
      values.back().push_back(one_by_one->result_value(0, i));
      in_tables += tables->find_value(list->positions()[i]) ? 1 : 0;
    }
    evaluator->submit(position);  // a single position between the decisions
    const Value alone = one_by_one->evaluate(position);
    expected.push_back({static_cast<float>(equity(alone))});
    values.push_back({alone});
    if (rng.uniform_below(5) != 0) continue;
    evaluator->flush();
    for (std::size_t d = 0; d < expected.size(); ++d) {
      const auto results = evaluator->results(d);
      ASSERT_EQ(results.size(), expected[d].size());
      for (std::size_t i = 0; i < results.size(); ++i) {
        ASSERT_EQ(results[i].afterstate_index, i);
        ASSERT_FLOAT_EQ(results[i].equity, expected[d][i]);
        ASSERT_EQ(evaluator->result_value(d, i), values[d][i]);
      }
    }
    expected.clear();
    values.clear();
  }
  EXPECT_GT(in_tables, 0);
}

}  // namespace
}  // namespace gioul
