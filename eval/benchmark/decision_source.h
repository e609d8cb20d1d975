// Where the decisions of a benchmark come from: games of a net against itself, some of them with
// plays at random or a weaker opponent, so that positions come up which good players avoid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "eval/benchmark/decision_set.h"
#include "eval/players/players.h"

namespace gioul {

/// The kind of decision `number` of a set: of 20 nine ordinary ones, six of chains, two forfeits
/// and three of bearing off, less those that the game does not have.
inline DecisionKind kind_of_number(Game game, std::int64_t number) {
  using enum DecisionKind;
  constexpr std::array kPattern = {kOrdinary,   kChain,    kOrdinary, kBearingOff, kOrdinary,
                                   kChain,      kOrdinary, kForfeit,  kChain,      kOrdinary,
                                   kBearingOff, kOrdinary, kChain,    kOrdinary,   kChain,
                                   kBearingOff, kOrdinary, kForfeit,  kChain,      kOrdinary};
  std::vector<DecisionKind> kinds;
  for (const DecisionKind kind : kPattern) {
    const bool chain = kind == kChain || kind == kForfeit;
    if (chain && game.axes().doublets != Doublets::kChain) continue;
    if (kind == kForfeit && game.axes().unfinished != Unfinished::kForfeited) continue;
    kinds.push_back(kind);
  }
  return kinds[static_cast<std::size_t>(number) % kinds.size()];
}

/// Used by one thread at a time.
class DecisionSource {
 public:
  /// `strong` plays most of the games' decisions.
  DecisionSource(Game game, int checkers, std::uint64_t seed, std::unique_ptr<Player> strong)
      : game_(game),
        start_(game.start(checkers)),
        seed_(seed),
        strong_(std::move(strong)),
        weak_(make_player_factory("blocker", game)()) {}

  /// A decision of this kind from game `game` with at least two lines, all equally likely; none if
  /// the game has none.
  std::optional<Decision> draw(std::uint64_t game, DecisionKind kind) {
    CounterRng dice(seed_, game, Stream::kDice);
    CounterRng lots(seed_, game, Stream::kShuffle);
    std::array<CounterRng, 2> seats{CounterRng(seed_, game, Stream::kFirstSeat),
                                    CounterRng(seed_, game, Stream::kSecondSeat)};
    // Of 20 games 13 are between two strong players, 4 with one play in ten at random, and 3
    // against the weak one.
    const std::uint64_t sort = lots.below(20);
    const bool errs = sort >= 13 && sort < 17;
    const std::size_t weak_seat = sort < 17 ? 2 : static_cast<std::size_t>(lots.below(2));

    std::optional<Decision> drawn;
    std::uint64_t found = 0;
    Turn turn(start_);
    for (;;) {
      turn.roll([&] { return dice.roll(); });
      game_.generate(turn.position(), turn.dice(), *list_);
      if (list_->lines() > 1 && kind_of(game_, turn.position(), turn.dice()) == kind &&
          lots.below(++found) == 0) {
        drawn = turn.decision();
      }
      Player& player = turn.actor() == weak_seat ? *weak_ : *strong_;
      const std::size_t line = errs && lots.below(10) == 0
                                   ? static_cast<std::size_t>(lots.below(list_->lines()))
                                   : player.choose(turn.position(), *list_, seats[turn.actor()]);
      if (!turn.play(*list_, line)) return drawn;
    }
  }

 private:
  Game game_;
  Position start_;
  std::uint64_t seed_;
  std::unique_ptr<Player> strong_;
  std::unique_ptr<Player> weak_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace gioul
