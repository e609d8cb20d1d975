#include "eval/players/search_player.h"

#include <vector>

#include "eval/value/best_line.h"
#include "eval/value/net_evaluator.h"

namespace gioul {

namespace {

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

}  // namespace gioul
