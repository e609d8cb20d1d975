// Finding a play for an afterstate and the afterstate of a play, compared with all legal plays.
#include "engine/find_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/dice.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"
#include "tests/reference/random_positions.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kFoundDecisions = 100;
#else
constexpr int kFoundDecisions = 1'000;
#endif

// The checker moves of a play in any order, and the index of its afterstate.
using Listed = std::pair<std::multiset<std::string>, std::size_t>;

Listed listed(const Play& play, std::size_t line) {
  Listed result{{}, line};
  for (std::size_t i = 0; i < play.size; ++i) {
    Play one;
    one.moves[one.size++] = play.moves[i];
    result.first.insert(format_play(one));
  }
  return result;
}

// Calls check(std::type_identity<R>, position, dice, list, random) for random decisions of each
// game.
template <typename Check>
void for_random_decisions(Check check) {
  const auto list = std::make_unique<AfterstateList>();
  for (const std::string_view name : game_names()) {
    dispatch_game(find_game(name), [&]<GameRules R>(std::type_identity<R> game) {
      reference::Random random(17);
      for (int i = 0; i < kFoundDecisions && !testing::Test::HasFailure(); ++i) {
        const Position position = reference::random_position(name, random);
        const Dice dice =
            kDistinctRolls[static_cast<std::size_t>(reference::random_int(random, 0, 20))];
        generate_afterstates<R>(position, dice, *list);
        SCOPED_TRACE(std::string(name) + " " + format_position(R::kVariant, position) + " " +
                     format_dice(dice));
        check(game, position, dice, *list, random);
      }
    });
  }
}

TEST(FindPlay, FindsALegalPlayForEveryAfterstate) {
  for_random_decisions([]<GameRules R>(std::type_identity<R>, const Position& position, Dice dice,
                                       const AfterstateList& list, reference::Random&) {
    std::set<Listed> legal;
    for (const auto& [play, line] : generate_plays<R>(position, dice, list)) {
      legal.insert(listed(play, line));
      ASSERT_EQ(find_afterstate_index<R>(position, dice, list, play), line) << format_play(play);
    }
    for (std::size_t line = 0; line < list.size(); ++line) {
      const Ending ending = list.ending(line);
      const Play play =
          ending == Ending::kNone
              ? find_play_to<R>(position, dice, list.positions()[line], list.mover_acts_next())
              : find_play_to_ending<R>(position, dice, ending);
      ASSERT_EQ(legal.count(listed(play, line)), 1u) << format_play(play);
      ASSERT_EQ(find_afterstate_index<R>(position, dice, list, play), line) << format_play(play);
    }
  });
}

TEST(FindPlay, RejectsChangedPlaysUnlessTheyAreLegal) {
  for_random_decisions([]<GameRules R>(std::type_identity<R>, const Position& position, Dice dice,
                                       const AfterstateList& list, reference::Random& random) {
    const std::vector<LegalPlay> plays = generate_plays<R>(position, dice, list);
    std::set<Listed> legal;
    for (const auto& [play, line] : plays) legal.insert(listed(play, line));
    Play play = plays[static_cast<std::size_t>(
                          reference::random_int(random, 0, static_cast<int>(plays.size()) - 1))]
                    .play;
    switch (reference::random_int(random, 0, 3)) {
      case 0:
        play.size = static_cast<std::size_t>(reference::random_int(random, 0, 4));
        break;
      case 1:
        play.moves[0].hits = !play.moves[0].hits;
        break;
      case 2:
        play.moves[0].from = reference::random_int(random, 1, kBar);
        break;
      default:
        play.moves[0].to = reference::random_int(random, kOff, kStartPoint);
    }
    const auto line = find_afterstate_index<R>(position, dice, list, play);
    if (line) {
      ASSERT_EQ(legal.count(listed(play, *line)), 1u) << format_play(play);
    }
  });
}

// Spells a play in another way: without stars, two moves of a checker as one, in any order.
Play respelled(Play play, reference::Random& random) {
  for (CheckerMove& move : play.moves) move.hits = false;
  for (std::size_t i = 0; i + 1 < play.size; ++i) {
    CheckerMove& next = play.moves[i + 1];
    if (play.moves[i].to != next.from || reference::random_int(random, 0, 1) == 0) continue;
    play.moves[i].to = next.to;
    next = play.moves[--play.size];
    break;
  }
  std::ranges::shuffle(std::span(play.moves).first(play.size), random);
  return play;
}

TEST(FindPlay, FindsLegalPlaysInAnySpelling) {
  int ambiguous = 0;
  for_random_decisions([&]<GameRules R>(std::type_identity<R>, const Position& position, Dice dice,
                                        const AfterstateList& list, reference::Random& random) {
    for (const auto& [play, line] : generate_plays<R>(position, dice, list)) {
      const Play spelled = respelled(play, random);
      const auto found = find_play_meanings<R>(position, dice, list, spelled);
      ASSERT_EQ(std::ranges::count(found, line, &LoosePlayMeaning::afterstate_index), 1)
          << format_play(play) << " as " << format_play(spelled);
      ASSERT_LE(found.size(), spelled.size < play.size ? 2u : 1u) << format_play(spelled);
      ambiguous += found.size() == 2 ? 1 : 0;
    }
  });
  EXPECT_GT(ambiguous, 0);
}

TEST(FindPlay, RejectsOtherMovesInAnySpelling) {
  for_random_decisions([]<GameRules R>(std::type_identity<R>, const Position& position, Dice dice,
                                       const AfterstateList& list, reference::Random& random) {
    Play play;
    for (int i = reference::random_int(random, 0, 4); i > 0; --i) {
      const int from = reference::random_int(random, 1, kBar);
      play.moves[play.size++] = {from, reference::random_int(random, kOff, from - 1)};
    }
    for (const LoosePlayMeaning& meaning : find_play_meanings<R>(position, dice, list, play)) {
      // A play has no fewer moves than its spelling, except for those after the end of the game.
      std::size_t longest = 0;
      for (const auto& [legal, line] : generate_plays<R>(position, dice, list)) {
        if (line == meaning.afterstate_index) longest = std::max(longest, legal.size);
      }
      ASSERT_TRUE(longest >= play.size || meaning.afterstate_index >= list.positions().size());
    }
  });
}

}  // namespace
}  // namespace gioul
