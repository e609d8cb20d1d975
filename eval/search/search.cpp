#include "eval/search/search.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/search/chain_beam.h"
#include "eval/search/transposition_table.h"
#include "eval/value/evaluator.h"
#include "eval/value/utility.h"

namespace gioul {

namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();  // below any equity

// The player whose decision it is, which determines the utility.
enum class SearchSide : std::uint8_t { kSelf, kOpponent };

constexpr SearchSide side_after(SearchSide side, bool same_player) {
  if (same_player) return side;
  return side == SearchSide::kSelf ? SearchSide::kOpponent : SearchSide::kSelf;
}

// The best of several plays, by equity for the player who decides.
struct BestValue {
  double equity = kMinusInfinity;
  Value value{};

  void consider(double other_equity, const Value& other) {
    if (other_equity > equity) *this = {other_equity, other};
  }
};

// The width of the search of a chain.
struct ChainWidth {
  int beam;    // number of positions kept after each number
  int leaves;  // number of ends of the chain that are searched deeper
};

// The chains of the root decision are searched more widely than those after a later roll, where
// wider beams and more replies cost 2 to 10 times as much without a measurable gain
// (docs/analysis.md).
constexpr int kRootChainLeaves = 4;
constexpr ChainWidth kInnerChainWidth{.beam = 0, .leaves = 1};

// The valuation of a doublet of the last roll that begins a chain: statically, as the chain still
// owed (one evaluation instead of some 60), or by the best reply.
enum class ChainValuation : std::uint8_t { kStatic, kExpanded };

// A roll whose replies are evaluated statically.
struct LastRoll {
  int times;
  bool mover_acts;
  BestValue best;
};

// The possible ends of a decision, including decisions that follow without new dice: those to
// search deeper, and the statically best one.
struct DecisionLeaves {
  BestValue best_terminal;  // of plays that end the game
  BestValue best;           // of all plays, statically; only if requested
  std::array<BeamEntry, kRootChainLeaves> frontier;
  std::size_t count = 0;
};

class PlySearch : public Search {
 public:
  PlySearch(Game game, const SearchOptions& options, std::unique_ptr<Evaluator> evaluator)
      : game_(game),
        options_(options),
        own_width_{options.chain_beam, kRootChainLeaves},
        evaluator_(std::move(evaluator)) {}

  void set_utility(const Utility& utility) override {
    if (utility == utilities_[0]) return;
    utilities_ = {utility, utility.flipped()};
    clear_cache();
  }

  std::span<const ScoredPlay> rank(const Position& before, const AfterstateList& list) override {
    rank_afterstates(before, list, ValueFill::kAll);
    return ranked_;
  }

  std::size_t choose(const Position& before, const AfterstateList& list) override {
    if (list.size() == 1) return 0;
    rank_afterstates(before, list, ValueFill::kSearched);
    return ranked_.front().afterstate_index;
  }

  Value evaluate(const Position& position) override {
    try {
      return value(position, options_.plies, own_width_, SearchSide::kSelf,
                   ChainValuation::kExpanded);
    } catch (const Interrupted&) {
      return evaluate_static(position);
    }
  }

  void clear_cache() override {
    cache_.clear();
    leaves_cache_.clear();
  }

  std::uint64_t evaluation_count() const override { return evaluations_; }

 private:
  enum class ValueFill : std::uint8_t { kAll, kSearched };
  // Selects whether the statically best end is found, too.
  enum class StaticBest : std::uint8_t { kTrack, kSkip };

  // Ranks the plays of the decision into ranked_: by static evaluation, then through the stages of
  // the move filter to the full number of plies.
  void rank_afterstates(const Position& before, const AfterstateList& list, ValueFill fill) {
    ranked_.clear();
    own_leaves_.clear();
    const std::span<const AfterstateEquity> plays =
        evaluate_static(before, list, kMaxAfterstates, SearchSide::kSelf);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i < plays.size()) {
        ranked_.push_back({.afterstate_index = i, .equity = static_cast<double>(plays[i].equity)});
        if (fill == ValueFill::kAll) {
          ranked_.back().value =
              from_viewpoint(list.mover_acts_next(), evaluator_->result_value(0, i));
        }
      } else {
        const Value won = one_hot_value(outcome_of(list.ending(i)));
        ranked_.push_back({.afterstate_index = i,
                           .searched_plies = options_.plies,
                           .equity = utility(won, SearchSide::kSelf),
                           .value = won});
      }
    }
    std::ranges::stable_sort(ranked_, [](const ScoredPlay& a, const ScoredPlay& b) {
      return a.searched_plies != b.searched_plies ? a.searched_plies > b.searched_plies
                                                  : a.equity > b.equity;
    });
    if (chain_continues(list) && own_width_.beam > 0) deepen(list, 0, fill);
    for (int plies = 1; plies <= options_.plies; ++plies) deepen(list, plies, fill);
  }

  // Searches the plays that pass the filter to `plies` and moves them to the front. After the last
  // roll, chains are expanded only where that may decide which play is best. An earlier stage
  // decides only which plays pass to the next one.
  void deepen(const AfterstateList& list, int plies, ValueFill fill) {
    const int halvings = std::max(plies - 1, 0);
    const auto limit = static_cast<std::size_t>(std::max(options_.move_filter >> halvings, 2));
    const double margin = options_.filter_margin / static_cast<double>(1 << halvings);
    std::size_t count = plays_within(margin, std::min(limit, ranked_.size()));
    const bool is_last = plies == options_.plies;
    const auto is_decided = [&] { return is_last && fill == ValueFill::kSearched && count == 1; };
    if (is_decided()) return;
    if (plies > 0 && (is_last ? compares_static_first() && count > 1 : has_chains())) {
      count = search_first(count, list, plies, ChainValuation::kStatic);
      if (!is_last) return;
      count = plays_within(options_.chain_margin, count);
      if (is_decided()) return;
    }
    search_first(count, list, plies, ChainValuation::kExpanded);
  }

  bool has_chains() const { return game_.variant().doublets == DoubletRule::kChain; }

  bool compares_static_first() const {
    return has_chains() && options_.chain_margin < kExpandAllChainsMargin;
  }

  // Returns how many of the first `limit` plays are at most `margin` worse than the first.
  std::size_t plays_within(double margin, std::size_t limit) const {
    const double lowest = ranked_.front().equity - margin;
    std::size_t count = 0;
    while (count < limit && ranked_[count].equity >= lowest) ++count;
    return count;
  }

  // Searches the first `count` plays and sorts them. Returns how many were searched.
  std::size_t search_first(std::size_t count, const AfterstateList& list, int plies,
                           ChainValuation chains) {
    std::size_t done = 0;
    try {
      for (; done < count; ++done) search_play(list, plies, chains, ranked_[done]);
    } catch (const Interrupted&) {  // the plays before it were searched to this depth
    }
    const auto searched = std::span(ranked_).first(done);
    std::ranges::stable_sort(searched, std::ranges::greater{}, &ScoredPlay::equity);
    return done;
  }

  void search_play(const AfterstateList& list, int plies, ChainValuation chains, ScoredPlay& play) {
    if (play.afterstate_index < list.positions().size()) {
      const bool same = list.mover_acts_next();
      play.value = from_viewpoint(
          same, value_after(list.positions()[play.afterstate_index], play.afterstate_index, plies,
                            side_after(SearchSide::kSelf, same), chains));
      play.equity = utility(play.value, SearchSide::kSelf);
      play.has_unexpanded_chains = plies > 0 && chains == ChainValuation::kStatic;
    }
    play.searched_plies = plies;
  }

  // Returns value() of the afterstate with that index. The leaves of its chain are shared by all
  // stages.
  Value value_after(const Position& position, std::size_t index, int plies, SearchSide side,
                    ChainValuation chains) {
    const bool expands_chain = position.is_pending() && (plies > 0 || own_width_.beam > 0);
    if (!expands_chain || evaluator_->is_exact(position))
      return value(position, plies, own_width_, side, chains);
    auto found =
        std::ranges::find(own_leaves_, index, &std::pair<std::size_t, DecisionLeaves>::first);
    if (found == own_leaves_.end()) {
      own_leaves_.emplace_back(
          index, expand_decision(position, std::nullopt, own_width_, side, StaticBest::kTrack));
      found = std::prev(own_leaves_.end());
    }
    return plies == 0 ? found->second.best.value : best_of(found->second, plies, side, chains);
  }

  // Returns the value for the player to move.
  Value value(const Position& position, int plies, ChainWidth width, SearchSide side,
              ChainValuation chains) {
    const bool expands_chain = position.is_pending() && (plies > 0 || width.beam > 0);
    const bool is_known = (plies > 0 || expands_chain) && evaluator_->is_exact(position);
    if (expands_chain && !is_known)
      return best_value(position, std::nullopt, plies, width, side, chains);
    if (plies == 0 || is_known) return evaluate_static(position);
    const int settings_key = make_settings_key(plies, side, chains);
    if (const Value* known = cache_.find(position, settings_key)) return *known;
    Value mean{};
    if (plies > 1) {
      for (const Dice dice : kDistinctRolls) {
        throw_if_interrupted();
        add(mean, best_value(position, dice, plies - 1, kInnerChainWidth, side, chains),
            count_permutations(dice));
      }
    } else {
      mean = last_rolls(position, side, chains);
    }
    for (double& share : mean) share /= 36.0;
    cache_.insert(position, settings_key, mean);
    return mean;
  }

  // Returns 36 times the mean over the last roll of the statically best reply. All rolls are
  // evaluated in one batch. In games with chains the ordinary rolls come first, since they have the
  // same value with both ways to value chains.
  Value last_rolls(const Position& position, SearchSide side, ChainValuation chains) {
    throw_if_interrupted();  // not later, while decisions are queued
    const bool begins_chains = doublet_starts_chain(game_, position);
    const int settings_key = 2 * settings_key_offset(side);  // of the ordinary rolls (no plies)
    const Value* const known = begins_chains ? cache_.find(position, settings_key) : nullptr;
    Value sum = known != nullptr ? *known : Value{};
    last_.clear();
    if (known == nullptr) {
      for (const Dice dice : kDistinctRolls) {
        if (!begins_chains || !dice.is_doublet()) submit_roll(position, dice, side);
      }
    }
    const std::size_t ordinary = last_.size();
    for (int number = 1; begins_chains && number <= 6; ++number) {
      chains == ChainValuation::kExpanded ? submit_roll(position, {number, number}, side)
                                          : submit_owed(position, number);
    }
    evaluator_->flush();
    for (std::size_t i = 0; i < last_.size(); ++i) {
      if (i == ordinary && known == nullptr) cache_.insert(position, settings_key, sum);
      LastRoll& last = last_[i];
      consider_best(evaluator_->results(i, utility_of(side), last.mover_acts), i, last.mover_acts,
                    last.best);
      add(sum, last.best.value, last.times);
    }
    return sum;
  }

  void submit_roll(const Position& position, Dice dice, SearchSide side) {
    game_.generate_afterstates(position, dice, list_);
    last_.push_back({count_permutations(dice), list_.mover_acts_next(), BestValue{}});
    consider_endings(side, last_.back().best);
    evaluations_ += list_.positions().size();
    evaluator_->submit(position, list_, reply_limit(list_));
  }

  // Submits the chain of a doublet of `number`, still owed.
  void submit_owed(Position position, int number) {
    position.owed_moves = static_cast<std::uint8_t>(chain_length(number));
    last_.push_back({count_permutations({number, number}), true, BestValue{}});
    ++evaluations_;
    evaluator_->submit(position);
  }

  // Returns the key of these settings in cache_.
  int make_settings_key(int plies, SearchSide side, ChainValuation chains) const {
    const bool is_owed = chains == ChainValuation::kStatic && has_chains();
    return 2 * (plies + settings_key_offset(side)) + (is_owed ? 1 : 0);
  }
  // Returns a number that keeps the keys of the two sides apart. With points as utility, both sides
  // value a position alike and share cache entries.
  int settings_key_offset(SearchSide side) const {
    return utilities_[0].is_points() || side == SearchSide::kSelf ? 0 : kMaxPlies + 1;
  }

  // Returns the value for the player who decides at `position`, if that player searches with
  // `plies` and `width`. Includes decisions that follow without new dice.
  Value best_value(const Position& position, std::optional<Dice> dice, int plies, ChainWidth width,
                   SearchSide side, ChainValuation chains) {
    if (plies == 0)
      return expand_decision(position, dice, {width.beam, 0}, side, StaticBest::kTrack).best.value;
    if (width.leaves != kInnerChainWidth.leaves) {
      return best_of(expand_decision(position, dice, width, side, StaticBest::kSkip), plies, side,
                     chains);
    }
    return best_of(leaves_after_roll(position, dice, side), plies, side, chains);
  }

  // These are shared by both ways to value chains.
  DecisionLeaves leaves_after_roll(const Position& position, std::optional<Dice> dice,
                                   SearchSide side) {
    const std::size_t roll = position.is_pending() ? kDistinctRolls.size() : roll_index(*dice);
    const int settings_key = static_cast<int>(roll) + static_cast<int>(kDistinctRolls.size() + 1) *
                                                          settings_key_offset(side);
    if (const DecisionLeaves* known = leaves_cache_.find(position, settings_key)) return *known;
    const DecisionLeaves leaves =
        expand_decision(position, dice, kInnerChainWidth, side, StaticBest::kSkip);
    leaves_cache_.insert(position, settings_key, leaves);
    return leaves;
  }

  // Returns the value of the best end at `plies`. If there are several ends, chains are expanded
  // only where they may decide, as in deepen().
  Value best_of(const DecisionLeaves& leaves, int plies, SearchSide side, ChainValuation chains) {
    std::array<double, kRootChainLeaves> equities{};
    double lowest = kMinusInfinity;
    if (chains == ChainValuation::kExpanded && leaves.count > 1 && compares_static_first()) {
      double best = leaves.best_terminal.equity;
      for (std::size_t i = 0; i < leaves.count; ++i) {
        equities[i] =
            utility(leaf_value(leaves.frontier[i], plies, side, ChainValuation::kStatic), side);
        best = std::max(best, equities[i]);
      }
      lowest = best - options_.chain_margin;
    }
    BestValue best = leaves.best_terminal;
    for (std::size_t i = 0; i < leaves.count; ++i) {
      if (equities[i] < lowest) continue;
      const Value found = leaf_value(leaves.frontier[i], plies, side, chains);
      best.consider(utility(found, side), found);
    }
    return best.value;
  }

  Value leaf_value(const BeamEntry& end, int plies, SearchSide side, ChainValuation chains) {
    const SearchSide actor = side_after(side, end.mover_acts_next);
    return from_viewpoint(end.mover_acts_next,
                          value(end.position, plies, kInnerChainWidth, actor, chains));
  }

  // Plays on until the next roll of the dice or a decision of the opponent.
  DecisionLeaves expand_decision(const Position& position, std::optional<Dice> dice,
                                 ChainWidth width, SearchSide side, StaticBest static_best) {
    DecisionLeaves leaves;
    leaf_beam_.clear(width.leaves);
    frontier_.clear(std::max(width.beam, 1));
    frontier_.add_if_better(position, 0.0f, true);
    for (bool first = true; !frontier_.entries().empty(); first = false) {
      next_frontier_.clear(width.beam);
      if (width.beam > 0) throw_if_interrupted();
      for (const BeamEntry& entry : frontier_.entries()) {
        game_.generate_afterstates(entry.position, first ? dice : std::nullopt, list_);
        consider_endings(side, leaves.best_terminal);
        leaves.best.consider(leaves.best_terminal.equity, leaves.best_terminal.value);
        const std::span<const AfterstateEquity> results =
            evaluate_static(entry.position, list_, reply_limit(list_), side);
        if (chain_continues(list_) && width.beam > 0) {
          offer_all(results, next_frontier_);
          continue;
        }
        if (width.leaves > 0) offer_all(results, leaf_beam_);
        if (static_best == StaticBest::kTrack) {
          consider_best(results, 0, list_.mover_acts_next(), leaves.best);
        }
      }
      std::swap(frontier_, next_frontier_);
    }
    leaves.count = leaf_beam_.entries().size();
    std::ranges::copy(leaf_beam_.entries(), leaves.frontier.begin());
    return leaves;
  }

  void offer_all(std::span<const AfterstateEquity> results, ChainBeam& beam) const {
    for (const auto [index, equity] : results) {
      if (equity <= beam.equity_threshold()) continue;
      beam.add_if_better(list_.positions()[index], equity, list_.mover_acts_next());
    }
  }

  const Utility& utility_of(SearchSide side) const {
    return utilities_[static_cast<std::size_t>(side)];
  }

  double utility(const Value& value, SearchSide side) const {
    return utility_of(side).evaluate(value);
  }

  // Static evaluation.
  Value evaluate_static(const Position& position) {
    ++evaluations_;
    return evaluator_->evaluate(position);
  }
  std::span<const AfterstateEquity> evaluate_static(const Position& before,
                                                    const AfterstateList& list, std::size_t limit,
                                                    SearchSide side) {
    evaluations_ += list.positions().size();
    return evaluator_->evaluate(before, list, utility_of(side), limit);
  }

  void consider_endings(SearchSide side, BestValue& best) const {
    for (std::size_t index = list_.positions().size(); index < list_.size(); ++index) {
      const Value won = one_hot_value(outcome_of(list_.ending(index)));
      best.consider(utility(won, side), won);
    }
  }

  // Considers the best of the results of a decision.
  void consider_best(std::span<const AfterstateEquity> results, std::size_t decision,
                     bool mover_acts, BestValue& best) const {
    if (results.empty()) return;
    const auto found = std::ranges::max_element(results, {}, &AfterstateEquity::equity);
    const auto i = static_cast<std::size_t>(found - results.begin());
    const auto equity = static_cast<double>(found->equity);
    if (equity > best.equity)
      best = {equity, from_viewpoint(mover_acts, evaluator_->result_value(decision, i))};
  }

  std::size_t reply_limit(const AfterstateList& list) const {
    if (options_.max_replies == 0) return kMaxAfterstates;
    return static_cast<std::size_t>(options_.max_replies) * (chain_continues(list) ? 3 : 1);
  }

  Game game_;
  SearchOptions options_;
  ChainWidth own_width_;
  std::unique_ptr<Evaluator> evaluator_;
  std::array<Utility, 2> utilities_;  // by SearchSide
  std::uint64_t evaluations_ = 0;
  std::vector<ScoredPlay> ranked_;
  std::vector<std::pair<std::size_t, DecisionLeaves>>
      own_leaves_;  // by afterstate index, of ranked_
  AfterstateList list_;
  std::vector<LastRoll> last_;
  ChainBeam frontier_;
  ChainBeam next_frontier_;
  ChainBeam leaf_beam_;
  TranspositionTable<Value> cache_{std::size_t{1} << 13};  // 0.8 MB, about the size of an L2 cache
  TranspositionTable<DecisionLeaves> leaves_cache_{std::size_t{1} << 11};
};

}  // namespace

std::unique_ptr<Search> make_search(Game game, const SearchOptions& options,
                                    std::unique_ptr<Evaluator> evaluator) {
  assert(options.plies >= 0 && options.plies <= kMaxPlies);
  assert(options.chain_beam >= 0 && options.chain_beam <= kMaxChainBeam &&
         options.move_filter >= 1);
  return std::make_unique<PlySearch>(game, options, std::move(evaluator));
}

}  // namespace gioul
