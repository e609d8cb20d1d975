#include "eval/players/search_player.h"

#include <cmath>
#include <utility>
#include <vector>

#include "eval/players/player_spec.h"
#include "eval/value/evaluator.h"
#include "eval/value/net_evaluator.h"

namespace gioul {

namespace {

// Plays at 0 plies: the afterstate with the highest static equity, the first of equals.
class ZeroPlyPlayer : public Player {
 public:
  explicit ZeroPlyPlayer(std::unique_ptr<Evaluator> evaluator) : evaluator_(std::move(evaluator)) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng&) override {
    return best_afterstate_index(list, evaluator_->evaluate(before, list, utility_), utility_);
  }

  void set_utility(const Utility& utility) override { utility_ = utility; }

 private:
  Utility utility_;
  std::unique_ptr<Evaluator> evaluator_;
};

// Plays by a search.
class SearchPlayer : public Player {
 public:
  explicit SearchPlayer(std::unique_ptr<Search> search) : search_(std::move(search)) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng&) override {
    return search_->choose(before, list);
  }

  void set_utility(const Utility& utility) override { search_->set_utility(utility); }

 protected:
  std::unique_ptr<Search> search_;
};

// Errs on purpose, as a weaker opponent. A play that is d points worse than the best is chosen
// exp(-d / noise) times as often as the best. It is never chosen if d exceeds kMaxErrorPerNoise *
// noise. `noise` is in points.
class SoftmaxPlayer : public SearchPlayer {
 public:
  SoftmaxPlayer(std::unique_ptr<Search> search, double noise)
      : SearchPlayer(std::move(search)), noise_(noise) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override {
    const std::span<const ScoredPlay> ranked = search_->rank(before, list);
    const ScoredPlay& best = ranked.front();
    weights_.clear();
    double sum = 0.0;
    for (const ScoredPlay& play : ranked) {
      // Equities of other search depths are not comparable.
      if (play.searched_plies != best.searched_plies ||
          play.has_unexpanded_chains != best.has_unexpanded_chains)
        break;
      const double behind = (best.equity - play.equity) / noise_;
      if (behind > kMaxErrorPerNoise) break;
      weights_.push_back(std::exp(-behind));
      sum += weights_.back();
    }
    double left = rng.uniform() * sum;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      left -= weights_[i];
      if (left < 0.0) return ranked[i].afterstate_index;
    }
    return best.afterstate_index;
  }

 private:
  static constexpr double kMaxErrorPerNoise = 4.0;
  double noise_;
  std::vector<double> weights_;
};

bool is_float_precision(const PlayerOption& option) {
  if (option.value != "int16" && option.value != "float")
    throw_bad_option(option, "float or int16");
  return option.value == "float";
}

}  // namespace

PlayerFactory net_player_factory(std::shared_ptr<const QuantizedNet> net) {
  return [factory = net_evaluator_factory(std::move(net))] {
    return std::make_unique<ZeroPlyPlayer>(factory());
  };
}

PlayerFactory search_player_factory(Game game, const SearchOptions& search,
                                    EvaluatorFactory evaluator) {
  if (search.plies == 0 && search.chain_beam == 0) {
    return
        [evaluator = std::move(evaluator)] { return std::make_unique<ZeroPlyPlayer>(evaluator()); };
  }
  return [game, search, evaluator = std::move(evaluator)] {
    return std::make_unique<SearchPlayer>(make_search(game, search, evaluator()));
  };
}

std::optional<PlayerSpec> parse_net_player(const ParsedPlayerName& name, std::optional<int> plies) {
  if (!name.has_kind("net")) return std::nullopt;
  PlayerSpec spec{.net_or_table_file = name.file_argument("net"), .uses_net = true};
  name.check_options("plies filter margin beam tables precision temperature");
  for (const PlayerOption& option : name.options()) {
    if (option.key != "plies") continue;
    const int named = parse_int_option(option, 0, kMaxPlies);
    if (!plies) plies = named;
  }
  SearchOptions search = default_search_options(plies.value_or(0));
  spec.plies = search.plies;
  spec.uses_tables = search.plies > 0;
  double temperature = 0.0;  // in points
  for (const PlayerOption& option : name.options()) {
    if (option.key == "filter") search.move_filter = parse_int_option(option, 1, 1000);
    if (option.key == "margin") search.filter_margin = parse_points_option(option);
    if (option.key == "beam") search.chain_beam = parse_int_option(option, 0, kMaxChainBeam);
    if (option.key == "tables") spec.uses_tables = parse_bool_option(option);
    if (option.key == "precision" && is_float_precision(option)) {
      spec.precision = Precision::kFloat;
    }
    if (option.key == "temperature") temperature = parse_int_option(option, 0, 4000) / 1000.0;
  }
  spec.search_options = search;
  if (temperature > 0.0) {
    spec.make_players = [search, temperature](Game game,
                                              EvaluatorFactory evaluator) -> PlayerFactory {
      return [game, search, temperature, evaluator = std::move(evaluator)] {
        return std::make_unique<SoftmaxPlayer>(make_search(game, search, evaluator()), temperature);
      };
    };
  }
  return spec;
}

std::optional<PlayerSpec> parse_table_player(const ParsedPlayerName& name, std::optional<int>) {
  if (!name.head().starts_with("table:")) return std::nullopt;
  PlayerSpec spec{.search_options = SearchOptions(),
                  .net_or_table_file = name.file_argument("table"),
                  .precision = Precision::kFloat};
  name.check_options("");
  return spec;
}

}  // namespace gioul
