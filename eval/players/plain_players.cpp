#include "eval/players/plain_players.h"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "engine/outcome.h"
#include "eval/players/search_player.h"
#include "eval/tables/evaluator_source.h"
#include "eval/value/evaluator.h"

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

class Blocker : public Player {
 public:
  explicit Blocker(Contact contact) : contact_(contact) {}

  std::size_t choose(const Position&, const AfterstateList& list, CounterRng& rng) override {
    int best = -1;
    std::size_t choice = 0;
    std::uint64_t ties = 0;
    for (std::size_t line = 0; line < list.lines(); ++line) {
      const Ending ending = list.ending(line);
      const int score = ending == Ending::kNone ? score_of(list, list.positions()[line])
                                                : kWon + points(outcome_of(ending));
      if (score > best) {
        best = score;
        choice = line;
        ties = 1;
      } else if (score == best && rng.below(++ties) == 0) {
        choice = line;
      }
    }
    return choice;
  }

 private:
  static constexpr int kWon = 1000;  // above any score of a board: at most 24 points, a run of 24

  int score_of(const AfterstateList& list, const Position& next) const {
    const Side& side = mover_side(list, next);
    const PlaceSet held =
        kPoints & (contact_ == Contact::kBlock ? side.occupied() : side.two_or_more());
    int run = 0;
    for (PlaceSet rest = held; rest != 0; rest &= rest << 1) ++run;
    return std::popcount(held) * 32 + run;
  }

  Contact contact_;
};

class BlockerSpec : public PlayerSpec {
 public:
  PlayerFactory factory_from(EvaluatorSource&, Game game) const override {
    return [contact = game.axes().contact] { return std::make_unique<Blocker>(contact); };
  }
};

class TablePlayerSpec : public PlayerSpec {
 public:
  explicit TablePlayerSpec(std::string file) : file_(std::move(file)) {}

  PlayerFactory factory_from(EvaluatorSource& source, Game game) const override {
    return search_player_factory(game, {},
                                 source.evaluator(file_, game, EvaluatorSource::Numbers::kExact));
  }
  std::optional<Judgement> judgement(Game game) const override {
    return Judgement{{}, load_evaluator(file_, game)};
  }
  bool weighs_outcomes() const override { return true; }
  std::filesystem::path evaluator_file(Game) const override { return file_; }

 private:
  std::string file_;
};

}  // namespace

std::unique_ptr<const PlayerSpec> read_random_player(const PlayerName& name, std::optional<int>) {
  if (name.head() != "random") return nullptr;
  name.check_options("");
  return std::make_unique<RandomPlayerSpec>();
}

std::unique_ptr<const PlayerSpec> read_blocker(const PlayerName& name, std::optional<int>) {
  if (name.head() != "blocker") return nullptr;
  name.check_options("");
  return std::make_unique<BlockerSpec>();
}

std::unique_ptr<const PlayerSpec> read_table_player(const PlayerName& name, std::optional<int>) {
  if (!name.head().starts_with("table:")) return nullptr;
  std::string file = name.file_after("table");
  name.check_options("");
  return std::make_unique<TablePlayerSpec>(std::move(file));
}

}  // namespace gioul
