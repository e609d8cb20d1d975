// Baseline players that need neither a net nor another program.
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/outcome.h"
#include "eval/players/player_spec.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

class RandomPlayer : public Player {
 public:
  std::size_t choose(const Position&, const AfterstateList& list, CounterRng& rng) override {
    return rng.uniform_below(list.size());
  }
};

class BlockerPlayer : public Player {
 public:
  explicit BlockerPlayer(ContactRule contact) : contact_(contact) {}

  std::size_t choose(const Position&, const AfterstateList& list, CounterRng& rng) override {
    int best = -1;
    std::size_t choice = 0;
    std::uint64_t ties = 0;
    for (std::size_t index = 0; index < list.size(); ++index) {
      const Ending ending = list.ending(index);
      const int score = ending == Ending::kNone ? score_board(list, list.positions()[index])
                                                : kWon + points(outcome_of(ending));
      if (score > best) {
        best = score;
        choice = index;
        ties = 1;
      } else if (score == best && rng.uniform_below(++ties) == 0) {
        choice = index;
      }
    }
    return choice;
  }

 private:
  static constexpr int kWon = 1000;  // above any board's score: 24 points and a run of 24

  int score_board(const AfterstateList& list, const Position& next) const {
    const Side& side = mover_side(list, next);
    const PlaceSet held =
        kAllPoints &
        (contact_ == ContactRule::kBlock ? side.occupied() : side.multi_checker_places());
    int run = 0;
    for (PlaceSet rest = held; rest != 0; rest &= rest << 1) ++run;
    return std::popcount(held) * 32 + run;
  }

  ContactRule contact_;
};

}  // namespace

std::optional<PlayerSpec> parse_random_player(const ParsedPlayerName& name, std::optional<int>) {
  if (name.head() != "random") return std::nullopt;
  name.check_options("");
  return PlayerSpec{.make_players = [](Game, const EvaluatorFactory&) -> PlayerFactory {
    return [] { return std::make_unique<RandomPlayer>(); };
  }};
}

std::optional<PlayerSpec> parse_blocker_player(const ParsedPlayerName& name, std::optional<int>) {
  if (name.head() != "blocker") return std::nullopt;
  name.check_options("");
  return PlayerSpec{.make_players = [](Game game, const EvaluatorFactory&) -> PlayerFactory {
    return [contact = game.variant().contact] { return std::make_unique<BlockerPlayer>(contact); };
  }};
}

}  // namespace gioul
