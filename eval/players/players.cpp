#include "eval/players/players.h"

#include <bit>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/players/player_spec.h"
#include "eval/players/rollout_player.h"
#include "eval/search/search.h"
#include "eval/tables/endgame_evaluator.h"
#include "eval/tables/load_evaluator.h"
#include "eval/ubgi/ubgi_player.h"
#include "eval/value/best_line.h"
#include "eval/value/evaluator.h"
#include "eval/value/net_evaluator.h"

namespace gioul {

namespace {

class RandomPlayer : public Player {
 public:
  std::size_t choose(const Position&, const AfterstateList& list, CounterRng& rng) override {
    return rng.below(list.lines());
  }
};

// Holds as many points as possible, then the longest run of adjacent points; equals by lot.
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

// 0-ply: the afterstate with the highest equity, the first of equals.
class ZeroPlyPlayer : public Player {
 public:
  explicit ZeroPlyPlayer(std::unique_ptr<Evaluator> evaluator) : evaluator_(std::move(evaluator)) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng&) override {
    const std::span<const float> equities = evaluator_->equities(before, list);
    if (utility_.is_points()) return best_line(list, equities);
    fill_utilities(*evaluator_, list, utility_, utilities_);
    return best_line(list, utilities_, utility_);
  }

  void set_utility(const Utility& utility) override { utility_ = utility; }

 private:
  Utility utility_;
  std::vector<float> utilities_;
  std::unique_ptr<Evaluator> evaluator_;
};

// Looks ahead.
class SearchPlayer : public Player {
 public:
  explicit SearchPlayer(std::unique_ptr<Search> search) : search_(std::move(search)) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng&) override {
    return search_->choose(before, list);
  }

  void set_utility(const Utility& utility) override { search_->set_utility(utility); }

 private:
  std::unique_ptr<Search> search_;
};

}  // namespace

PlayerFactory net_player_factory(std::shared_ptr<const CompiledNet> net) {
  return [factory = net_evaluator_factory(std::move(net))] {
    return std::make_unique<ZeroPlyPlayer>(factory());
  };
}

PlayerFactory search_player_factory(Game game, const SearchOptions& search,
                                    EvaluatorFactory evaluator) {
  if (search.plies == 0 && search.beam == 0) {
    return
        [evaluator = std::move(evaluator)] { return std::make_unique<ZeroPlyPlayer>(evaluator()); };
  }
  return [game, search, evaluator = std::move(evaluator)] {
    return std::make_unique<SearchPlayer>(make_search(game, search, evaluator()));
  };
}

PlayerFactory make_player_factory(std::string_view name, Game game) {
  const PlayerSpec spec = parse_player(name);
  switch (spec.kind) {
    case PlayerSpec::Kind::kRandom:
      return [] { return std::make_unique<RandomPlayer>(); };
    case PlayerSpec::Kind::kBlocker:
      return [contact = game.axes().contact] { return std::make_unique<Blocker>(contact); };
    case PlayerSpec::Kind::kEngine:
      return ubgi_player_factory(spec.engine, find_game(game.name()));
    default:
      break;
  }
  const auto with_tables = [&](EvaluatorFactory factory) {
    return spec.tables ? with_usual_tables(std::move(factory), game) : factory;
  };
  const std::filesystem::path file = file_of(spec, game);
  EvaluatorFactory factory = with_tables(load_evaluator(file, game, spec.precision));
  if (spec.kind == PlayerSpec::Kind::kRollout) {
    return rollout_player_factory(game, spec.rollout, std::move(factory),
                                  with_tables(load_fast_evaluator(file, game)));
  }
  return search_player_factory(game, spec.search, std::move(factory));
}

}  // namespace gioul
