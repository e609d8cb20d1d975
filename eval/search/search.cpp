#include "eval/search/search.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "eval/search/chain_beam.h"
#include "eval/search/value_cache.h"
#include "eval/value/interrupt.h"

namespace gioul {

namespace {

constexpr Dice kNoDice{1, 1};  // of a pending position: they mean nothing
constexpr double kNothing = -std::numeric_limits<double>::infinity();  // below any equity

// Whose decision it is; what outcomes are worth to him follows from it.
enum class Who : std::uint8_t { kSearcher, kOpponent };

constexpr Who next_actor(Who who, bool same_player) {
  if (same_player) return who;
  return who == Who::kSearcher ? Who::kOpponent : Who::kSearcher;
}

// How widely a chain is played on: positions kept after each number, and ends looked at deeper.
struct Width {
  int beam;
  int ends;
};

// What the searching player himself has to play deserves more care than what may come up after a
// roll: wider beams and more replies there cost 2 to 10 times as much and gained nothing that could
// be measured (docs/analysis.md).
constexpr int kEndsOfOwnChain = 4;
constexpr Width kAfterARoll{.beam = 0, .ends = 1};

Value seen_by(bool same_player, const Value& value) { return same_player ? value : flipped(value); }

// The player of the afterstates in `list` goes on playing: the rest of his chain or his forfeit.
bool chain_goes_on(const AfterstateList& list) {
  return list.mover_acts_next() && !list.positions().empty() &&
         list.positions().front().is_pending();
}

class Searcher : public Search {
 public:
  Searcher(Game game, const SearchOptions& options, std::unique_ptr<Evaluator> evaluator)
      : game_(game),
        options_(options),
        own_{options.beam, kEndsOfOwnChain},
        evaluator_(std::move(evaluator)) {}

  void set_utility(const Utility& utility) override {
    if (utility == utilities_[0]) return;
    utilities_ = {utility, utility.flipped()};
    by_points_ = utility.is_points();
    cache_.clear();
  }

  std::span<const RankedLine> rank(const Position& before, const AfterstateList& list) override {
    order(before, list, Values::kAll);
    return ranked_;
  }

  std::size_t choose(const Position& before, const AfterstateList& list) override {
    if (list.lines() == 1) return 0;
    order(before, list, Values::kSearched);
    return ranked_.front().line;
  }

  Value evaluate(const Position& position) override {
    try {
      return value(position, options_.plies, own_, Who::kSearcher);
    } catch (const Interrupted&) {
      return evaluator_->evaluate(position);
    }
  }

  void forget() override { cache_.clear(); }

  std::uint64_t evaluations() const override { return evaluations_; }

 private:
  enum class Values : std::uint8_t { kAll, kSearched };

  // What a value is worth to him who acts there. Everything that is called an equity in here is
  // one by this function; by points it is the equity itself, to the last bit.
  double worth(const Value& value, Who who) const {
    return by_points_ ? equity(value) : utilities_[static_cast<std::size_t>(who)].of(value);
  }

  // The plays of the decision in ranked_, from what the evaluator says of them through the stages
  // of the filter to the full number of plies.
  void order(const Position& before, const AfterstateList& list, Values values) {
    ranked_.clear();
    const std::span<const float> equities = equities_of(before, list, Who::kSearcher);
    for (std::size_t i = 0; i < list.lines(); ++i) {
      if (i < equities.size()) {
        ranked_.push_back({i, 0, static_cast<double>(equities[i]), {}});
        if (values == Values::kAll) {
          ranked_.back().value = seen_by(list.mover_acts_next(), evaluator_->value_of(i));
        }
      } else {
        const Value won = certain_value(outcome_of(list.ending(i)));
        ranked_.push_back({i, options_.plies, worth(won, Who::kSearcher), won});
      }
    }
    sort_deepest_first();
    if (chain_goes_on(list) && own_.beam > 0) look_deeper(list, 0);
    for (int plies = 1; plies <= options_.plies; ++plies) look_deeper(list, plies);
  }

  void sort_deepest_first() {
    std::ranges::stable_sort(ranked_, [](const RankedLine& a, const RankedLine& b) {
      return a.plies != b.plies ? a.plies > b.plies : a.equity > b.equity;
    });
  }

  // Takes the lines that pass the filter to `plies`, and puts them in front.
  void look_deeper(const AfterstateList& list, int plies) {
    const int halvings = std::max(plies - 1, 0);
    const auto most = static_cast<std::size_t>(std::max(options_.filter >> halvings, 2));
    const double least =
        ranked_.front().equity - options_.margin / static_cast<double>(1 << halvings);
    const std::size_t count = std::min(most, ranked_.size());
    std::size_t end = 0;
    while (end < count && ranked_[end].equity >= least) ++end;
    std::size_t done = 0;
    try {
      for (; done < end; ++done) look_at(list, plies, ranked_[done]);
    } catch (const Interrupted&) {  // those before it are the best of the plies before
    }
    const auto looked_at = std::span(ranked_).first(done);
    std::ranges::stable_sort(looked_at, std::ranges::greater{}, &RankedLine::equity);
  }

  void look_at(const AfterstateList& list, int plies, RankedLine& line) {
    if (line.line < list.positions().size()) {
      const bool same = list.mover_acts_next();
      line.value = seen_by(
          same, value(list.positions()[line.line], plies, own_, next_actor(Who::kSearcher, same)));
      line.equity = worth(line.value, Who::kSearcher);
    }
    line.plies = plies;
  }

  // The value for the player to act.
  Value value(const Position& position, int plies, Width width, Who who) {
    const bool walks = position.is_pending() && (plies > 0 || width.beam > 0);
    const bool is_known = (plies > 0 || walks) && evaluator_->is_exact(position);
    if (walks && !is_known) return best_value(position, kNoDice, plies, width, who);
    if (plies == 0 || is_known) {
      ++evaluations_;
      return evaluator_->evaluate(position);
    }
    const int depth = depth_of(plies, who);
    if (const Value* known = cache_.find(position, depth)) return *known;
    Value sums{};
    for (const Dice dice : kRolls) {
      end_if_interrupted();
      const Value after = best_value(position, dice, plies - 1, kAfterARoll, who);
      for (std::size_t o = 0; o < kOutcomes; ++o) sums[o] += weight(dice) * after[o];
    }
    for (double& sum : sums) sum /= 36.0;
    cache_.insert(position, depth, sums);
    return sums;
  }

  // By points both players value a position alike, and their values can stand for each other.
  int depth_of(int plies, Who who) const {
    return by_points_ || who == Who::kSearcher ? plies : plies + kMaxPlies + 1;
  }

  // The value for the player who decides at `position`, if he plays as well as `plies` and `width`
  // let him see: his decision, and the others that follow it without new dice.
  Value best_value(const Position& position, Dice dice, int plies, Width width, Who who) {
    Value best{};
    double best_equity = kNothing;
    const auto consider = [&](double equity_found, const Value& found) {
      best_equity = equity_found;
      best = found;
    };
    collect_ends(position, dice, plies, width, who, best_equity, consider);
    if (plies == 0) return best;
    std::array<BeamEntry, kEndsOfOwnChain> ends;  // a copy: looking deeper takes end_beam_ again
    const std::size_t count = end_beam_.entries().size();
    std::ranges::copy(end_beam_.entries(), ends.begin());
    for (const BeamEntry& end : std::span(ends).first(count)) {
      const Who actor = next_actor(who, end.mover_acts);
      const Value found = seen_by(end.mover_acts, value(end.position, plies, kAfterARoll, actor));
      if (worth(found, who) > best_equity) consider(worth(found, who), found);
    }
    return best;
  }

  // Plays on to where the dice are rolled next or the opponent decides. Plays that end the game,
  // and at 0 plies the best of all, are considered at once; else the best ends are in end_beam_.
  template <typename Consider>
  void collect_ends(const Position& position, Dice dice, int plies, Width width, Who who,
                    const double& best_equity, const Consider& consider) {
    end_beam_.clear(plies == 0 ? 0 : width.ends);
    frontier_.clear(std::max(width.beam, 1));
    frontier_.offer(position, 0.0f, true);
    for (bool first = true; !frontier_.entries().empty(); first = false) {
      next_frontier_.clear(width.beam);
      if (width.beam > 0) end_if_interrupted();
      for (const BeamEntry& entry : frontier_.entries()) {
        game_.generate(entry.position, first ? dice : kNoDice, list_);
        consider_endings(who, best_equity, consider);
        const std::span<const float> equities = equities_of(entry.position, list_, who);
        if (chain_goes_on(list_) && width.beam > 0) {
          offer_all(equities, next_frontier_);
        } else if (plies > 0) {
          offer_all(equities, end_beam_);
        } else if (!equities.empty()) {
          const auto best = static_cast<std::size_t>(
              std::distance(equities.begin(), std::ranges::max_element(equities)));
          const auto found = static_cast<double>(equities[best]);
          if (found <= best_equity) continue;
          consider(found, seen_by(list_.mover_acts_next(), evaluator_->value_of(best)));
        }
      }
      std::swap(frontier_, next_frontier_);
    }
  }

  template <typename Consider>
  void consider_endings(Who who, const double& best_equity, const Consider& consider) {
    for (std::size_t line = list_.positions().size(); line < list_.lines(); ++line) {
      const Value won = certain_value(outcome_of(list_.ending(line)));
      if (worth(won, who) > best_equity) consider(worth(won, who), won);
    }
  }

  void offer_all(std::span<const float> equities, ChainBeam& beam) const {
    for (std::size_t i = 0; i < equities.size(); ++i) {
      if (equities[i] <= beam.threshold()) continue;
      beam.offer(list_.positions()[i], equities[i], list_.mover_acts_next());
    }
  }

  // For `who`, who decides.
  std::span<const float> equities_of(const Position& before, const AfterstateList& list, Who who) {
    evaluations_ += list.positions().size();
    const std::span<const float> equities = evaluator_->equities(before, list);
    if (by_points_) return equities;
    fill_utilities(*evaluator_, list, utilities_[static_cast<std::size_t>(who)], worths_);
    return worths_;
  }

  Game game_;
  SearchOptions options_;
  Width own_;
  std::array<Utility, 2> utilities_;  // by Who
  bool by_points_ = true;
  std::vector<float> worths_;
  std::unique_ptr<Evaluator> evaluator_;
  std::uint64_t evaluations_ = 0;
  std::vector<RankedLine> ranked_;
  AfterstateList list_;
  ChainBeam frontier_;
  ChainBeam next_frontier_;
  ChainBeam end_beam_;
  ValueCache cache_;
};

}  // namespace

std::unique_ptr<Search> make_search(Game game, const SearchOptions& options,
                                    std::unique_ptr<Evaluator> evaluator) {
  assert(options.plies >= 0 && options.plies <= kMaxPlies);
  assert(options.beam >= 0 && options.beam <= kMaxBeam && options.filter >= 1);
  return std::make_unique<Searcher>(game, options, std::move(evaluator));
}

}  // namespace gioul
