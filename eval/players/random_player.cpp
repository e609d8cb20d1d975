#include "eval/players/random_player.h"

namespace gioul {

namespace {

class RandomPlayer : public Player {
 public:
  std::size_t choose(const Position&, const AfterstateList& list, CounterRng& rng) override {
    return rng.below(list.lines());
  }
};

class RandomPlayerSpec : public PlayerSpec {
 public:
  PlayerFactory factory_from(EvaluatorSource&, Game) const override {
    return [] { return std::make_unique<RandomPlayer>(); };
  }
};

}  // namespace

std::unique_ptr<const PlayerSpec> read_random_player(const PlayerName& name, std::optional<int>) {
  if (name.head() != "random") return nullptr;
  name.check_options("");
  return std::make_unique<RandomPlayerSpec>();
}

}  // namespace gioul
