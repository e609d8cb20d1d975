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
#include "engine/movegen.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/players/players.h"
#include "eval/study/decision_set.h"

namespace gioul {

/// A decision with a choice, and how many others like it its game had.
struct DrawnDecision {
  Position position{};
  Dice dice{1, 1};
};

/// The kind of decision `number` of a set: of 20 nine ordinary ones, six of chains, two forfeits
/// and three of bearing off, less those that the game does not have.
inline DecisionKind kind_of_number(const Axes& axes, std::int64_t number) {
  using enum DecisionKind;
  constexpr std::array kPattern = {kOrdinary,   kChain,    kOrdinary, kBearingOff, kOrdinary,
                                   kChain,      kOrdinary, kForfeit,  kChain,      kOrdinary,
                                   kBearingOff, kOrdinary, kChain,    kOrdinary,   kChain,
                                   kBearingOff, kOrdinary, kForfeit,  kChain,      kOrdinary};
  std::vector<DecisionKind> kinds;
  for (const DecisionKind kind : kPattern) {
    const bool chain = kind == kChain || kind == kForfeit;
    if (chain && axes.doublets != Doublets::kChain) continue;
    if (kind == kForfeit && axes.unfinished != Unfinished::kForfeited) continue;
    kinds.push_back(kind);
  }
  return kinds[static_cast<std::size_t>(number) % kinds.size()];
}

/// Used by one thread at a time.
template <Rules R>
class DecisionSource {
 public:
  /// `strong` plays most of the games' decisions.
  DecisionSource(int checkers, std::uint64_t seed, std::unique_ptr<Player> strong)
      : start_(start_position(R::kAxes, checkers)),
        seed_(seed),
        strong_(std::move(strong)),
        weak_(make_player_factory("blocker", R::kAxes)()) {}

  /// A decision of this kind from game `game` with at least two lines, all equally likely; none if
  /// the game has none.
  std::optional<DrawnDecision> draw(std::uint64_t game, DecisionKind kind) {
    CounterRng dice(seed_, game, Stream::kDice);
    CounterRng lots(seed_, game, Stream::kShuffle);
    std::array<CounterRng, 2> seats{CounterRng(seed_, game, Stream::kFirstSeat),
                                    CounterRng(seed_, game, Stream::kSecondSeat)};
    // Of 20 games 13 are between two strong players, 4 with one play in ten at random, and 3
    // against the weak one.
    const std::uint64_t sort = lots.below(20);
    const bool errs = sort >= 13 && sort < 17;
    const std::size_t weak_seat = sort < 17 ? 2 : static_cast<std::size_t>(lots.below(2));

    std::optional<DrawnDecision> drawn;
    std::uint64_t found = 0;
    Position position = start_;
    for (std::size_t actor = 0;;) {
      const Dice roll = position.is_pending() ? Dice{1, 1} : dice.roll();
      generate_afterstates<R>(position, roll, *list_);
      if (list_->lines() > 1 && kind_of(R::kAxes, position, roll) == kind &&
          lots.below(++found) == 0) {
        drawn = {position, roll};
      }
      Player& player = actor == weak_seat ? *weak_ : *strong_;
      const std::size_t line = errs && lots.below(10) == 0
                                   ? static_cast<std::size_t>(lots.below(list_->lines()))
                                   : player.choose(position, *list_, seats[actor]);
      if (list_->ending(line) != Ending::kNone) return drawn;
      position = list_->positions()[line];
      if (!list_->mover_acts_next()) actor = 1 - actor;
    }
  }

 private:
  Position start_;
  std::uint64_t seed_;
  std::unique_ptr<Player> strong_;
  std::unique_ptr<Player> weak_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace gioul
