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
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "eval/search/chain_beam.h"
#include "eval/search/transposition_table.h"
#include "eval/value/evaluator.h"
#include "eval/value/utility.h"

namespace gioul {

namespace {

constexpr double kBelowAll = -std::numeric_limits<double>::infinity();  // below any equity

// The player whose decision it is, which determines the utility.
enum class Who : std::uint8_t { kSearcher, kOpponent };

constexpr Who next_actor(Who who, bool same_player) {
  if (same_player) return who;
  return who == Who::kSearcher ? Who::kOpponent : Who::kSearcher;
}

// The best of several plays, by equity for the player who decides.
struct Best {
  double equity = kBelowAll;
  Value value{};

  void consider(double other_equity, const Value& other) {
    if (other_equity > equity) *this = {other_equity, other};
  }
};

// How widely a chain is searched: the number of positions kept after each number, and of leaves
// searched deeper.
struct Width {
  int beam;
  int ends;
};

// The chains of the root decision are searched more widely than those after a later roll, where
// wider beams and more replies cost 2 to 10 times as much without a measurable gain
// (docs/analysis.md).
constexpr int kEndsOfOwnChain = 4;
constexpr Width kAfterARoll{.beam = 0, .ends = 1};

// How a doublet of the last roll is valued where it begins a chain: statically as the chain still
// owed (one evaluation instead of some 60), or by the best reply.
enum class Chains : std::uint8_t { kOwed, kPlayed };

// A roll whose replies are evaluated statically.
struct LastRoll {
  int times;
  bool mover_acts;
  Best best;
};

// The possible ends of a decision, including decisions that follow without new dice: those to
// search deeper, and the statically best one.
struct Ends {
  Best won;   // of plays that end the game
  Best best;  // of all plays, statically; only if requested
  std::array<BeamEntry, kEndsOfOwnChain> deeper;
  std::size_t count = 0;

  std::span<const BeamEntry> entries() const { return std::span(deeper).first(count); }
};

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
    forget();
  }

  std::span<const ScoredPlay> rank(const Position& before, const AfterstateList& list) override {
    order(before, list, Values::kAll);
    return ranked_;
  }

  std::size_t choose(const Position& before, const AfterstateList& list) override {
    if (list.size() == 1) return 0;
    order(before, list, Values::kSearched);
    return ranked_.front().index;
  }

  Value evaluate(const Position& position) override {
    try {
      return value(position, options_.plies, own_, Who::kSearcher, Chains::kPlayed);
    } catch (const Interrupted&) {
      return at_once(position);
    }
  }

  void forget() override {
    cache_.clear();
    ends_cache_.clear();
  }

  std::uint64_t evaluations() const override { return evaluations_; }

 private:
  enum class Values : std::uint8_t { kAll, kSearched };
  enum class AtOnce : std::uint8_t { kToo, kNot };  // whether to find the statically best end

  // Ranks the plays of the decision into ranked_: by static evaluation, then through the stages of
  // the move filter to the full number of plies.
  void order(const Position& before, const AfterstateList& list, Values values) {
    ranked_.clear();
    own_ends_.clear();
    const std::span<const AfterstateEquity> plays =
        at_once(before, list, kMaxAfterstates, Who::kSearcher);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i < plays.size()) {
        ranked_.push_back({.index = i, .equity = static_cast<double>(plays[i].equity)});
        if (values == Values::kAll) {
          ranked_.back().value = result_value(0, i, list.mover_acts_next());
        }
      } else {
        const Value won = one_hot_value(outcome_of(list.ending(i)));
        ranked_.push_back({.index = i,
                           .plies = options_.plies,
                           .equity = worth(won, Who::kSearcher),
                           .value = won});
      }
    }
    std::ranges::stable_sort(ranked_, [](const ScoredPlay& a, const ScoredPlay& b) {
      return a.plies != b.plies ? a.plies > b.plies : a.equity > b.equity;
    });
    if (chain_continues(list) && own_.beam > 0) look_deeper(list, 0, values);
    for (int plies = 1; plies <= options_.plies; ++plies) look_deeper(list, plies, values);
  }

  // Searches the plays that pass the filter to `plies` and moves them to the front. After the last
  // roll, chains are expanded only where that may decide which play is best. An earlier stage
  // decides only which plays pass to the next one.
  void look_deeper(const AfterstateList& list, int plies, Values values) {
    const int halvings = std::max(plies - 1, 0);
    const auto most = static_cast<std::size_t>(std::max(options_.filter >> halvings, 2));
    const double margin = options_.margin / static_cast<double>(1 << halvings);
    std::size_t count = lines_within(margin, std::min(most, ranked_.size()));
    const bool is_last = plies == options_.plies;
    const auto is_decided = [&] { return is_last && values == Values::kSearched && count == 1; };
    if (is_decided()) return;
    if (plies > 0 && (is_last ? compares_first() && count > 1 : has_chains())) {
      count = look_at_first(count, list, plies, Chains::kOwed);
      if (!is_last) return;
      count = lines_within(options_.chain_margin, count);
      if (is_decided()) return;
    }
    look_at_first(count, list, plies, Chains::kPlayed);
  }

  bool has_chains() const { return game_.variant().doublets == DoubletRule::kChain; }

  bool compares_first() const { return has_chains() && options_.chain_margin < kAllChains; }

  // Returns how many of the first `limit` plays are at most `margin` worse than the first.
  std::size_t lines_within(double margin, std::size_t most) const {
    const double least = ranked_.front().equity - margin;
    std::size_t count = 0;
    while (count < most && ranked_[count].equity >= least) ++count;
    return count;
  }

  // Searches the first `count` plays and sorts them. Returns how many were searched.
  std::size_t look_at_first(std::size_t count, const AfterstateList& list, int plies,
                            Chains chains) {
    std::size_t done = 0;
    try {
      for (; done < count; ++done) look_at(list, plies, chains, ranked_[done]);
    } catch (const Interrupted&) {  // the plays before it were searched to this depth
    }
    const auto looked_at = std::span(ranked_).first(done);
    std::ranges::stable_sort(looked_at, std::ranges::greater{}, &ScoredPlay::equity);
    return done;
  }

  void look_at(const AfterstateList& list, int plies, Chains chains, ScoredPlay& play) {
    if (play.index < list.positions().size()) {
      const bool same = list.mover_acts_next();
      play.value = from_viewpoint(same, value_after(list.positions()[play.index], play.index, plies,
                                                    next_actor(Who::kSearcher, same), chains));
      play.equity = worth(play.value, Who::kSearcher);
      play.is_rough = plies > 0 && chains == Chains::kOwed;
    }
    play.plies = plies;
  }

  // Returns value() of the afterstate with that index. The leaves of its chain are shared by all
  // stages.
  Value value_after(const Position& position, std::size_t line, int plies, Who who, Chains chains) {
    const bool walks = position.is_pending() && (plies > 0 || own_.beam > 0);
    if (!walks || evaluator_->is_exact(position)) return value(position, plies, own_, who, chains);
    auto found = std::ranges::find(own_ends_, line, &std::pair<std::size_t, Ends>::first);
    if (found == own_ends_.end()) {
      own_ends_.emplace_back(line, find_ends(position, kNoDice, own_, who, AtOnce::kToo));
      found = std::prev(own_ends_.end());
    }
    return plies == 0 ? found->second.best.value : best_of(found->second, plies, who, chains);
  }

  // Returns the value for the player to move.
  Value value(const Position& position, int plies, Width width, Who who, Chains chains) {
    const bool walks = position.is_pending() && (plies > 0 || width.beam > 0);
    const bool is_known = (plies > 0 || walks) && evaluator_->is_exact(position);
    if (walks && !is_known) return best_value(position, kNoDice, plies, width, who, chains);
    if (plies == 0 || is_known) return at_once(position);
    const int depth = depth_of(plies, who, chains);
    if (const Value* known = cache_.find(position, depth)) return *known;
    Value mean{};
    if (plies > 1) {
      for (const Dice dice : kRolls) {
        throw_if_interrupted();
        add(mean, best_value(position, dice, plies - 1, kAfterARoll, who, chains), weight(dice));
      }
    } else {
      mean = last_rolls(position, who, chains);
    }
    for (double& share : mean) share /= 36.0;
    cache_.insert(position, depth, mean);
    return mean;
  }

  // Returns 36 times the mean over the last roll of the statically best reply. All rolls are
  // evaluated in one batch. In games with chains the ordinary rolls come first, since they have the
  // same value with both ways to value chains.
  Value last_rolls(const Position& position, Who who, Chains chains) {
    throw_if_interrupted();  // not later, while decisions are queued
    const bool begins_chains = doublet_starts_chain(game_, position);
    const int depth = 2 * first_depth(who);  // key of the ordinary rolls (no plies)
    const Value* const known = begins_chains ? cache_.find(position, depth) : nullptr;
    Value sum = known != nullptr ? *known : Value{};
    last_.clear();
    if (known == nullptr) {
      for (const Dice dice : kRolls) {
        if (!begins_chains || !dice.is_doublet()) submit_roll(position, dice, who);
      }
    }
    const std::size_t ordinary = last_.size();
    for (int number = 1; begins_chains && number <= 6; ++number) {
      chains == Chains::kPlayed ? submit_roll(position, {number, number}, who)
                                : submit_owed(position, number);
    }
    evaluator_->flush();
    for (std::size_t i = 0; i < last_.size(); ++i) {
      if (i == ordinary && known == nullptr) cache_.insert(position, depth, sum);
      LastRoll& last = last_[i];
      consider_best(evaluator_->results(i, utility_of(who), last.mover_acts), i, last.mover_acts,
                    last.best);
      add(sum, last.best.value, last.times);
    }
    return sum;
  }

  void submit_roll(const Position& position, Dice dice, Who who) {
    game_.generate(position, dice, list_);
    last_.push_back({weight(dice), list_.mover_acts_next(), Best{}});
    consider_endings(who, last_.back().best);
    evaluations_ += list_.positions().size();
    evaluator_->submit(position, list_, most_of(list_));
  }

  // Submits the chain of a doublet of `number`, still owed.
  void submit_owed(Position position, int number) {
    position.owed = static_cast<std::uint8_t>(chain_length(number));
    last_.push_back({weight({number, number}), true, Best{}});
    ++evaluations_;
    evaluator_->submit(position);
  }

  static void add(Value& sum, const Value& value, int times) {
    for (std::size_t o = 0; o < kOutcomes; ++o) sum[o] += times * value[o];
  }

  // With points as utility, both players value a position alike and share cache entries.
  int depth_of(int plies, Who who, Chains chains) const {
    const bool is_owed = chains == Chains::kOwed && has_chains();
    return 2 * (plies + first_depth(who)) + (is_owed ? 1 : 0);
  }
  int first_depth(Who who) const {
    return utilities_[0].is_points() || who == Who::kSearcher ? 0 : kMaxPlies + 1;
  }

  // Returns the value for the player who decides at `position`, if that player searches with
  // `plies` and `width`. Includes decisions that follow without new dice.
  Value best_value(const Position& position, Dice dice, int plies, Width width, Who who,
                   Chains chains) {
    if (plies == 0) return find_ends(position, dice, {width.beam, 0}, who, AtOnce::kToo).best.value;
    if (width.ends != kAfterARoll.ends) {
      return best_of(find_ends(position, dice, width, who, AtOnce::kNot), plies, who, chains);
    }
    return best_of(ends_after_a_roll(position, dice, who), plies, who, chains);
  }

  // These are shared by both ways to value chains.
  Ends ends_after_a_roll(const Position& position, Dice dice, Who who) {
    const std::size_t roll = position.is_pending() ? kRolls.size() : roll_index(dice);
    const int depth =
        static_cast<int>(roll) + static_cast<int>(kRolls.size() + 1) * first_depth(who);
    if (const Ends* known = ends_cache_.find(position, depth)) return *known;
    const Ends ends = find_ends(position, dice, kAfterARoll, who, AtOnce::kNot);
    ends_cache_.insert(position, depth, ends);
    return ends;
  }

  // Returns the value of the best end at `plies`. If there are several ends, chains are expanded
  // only where they may decide, as in deepen().
  Value best_of(const Ends& ends, int plies, Who who, Chains chains) {
    std::array<double, kEndsOfOwnChain> equities{};
    double least = kBelowAll;
    if (chains == Chains::kPlayed && ends.count > 1 && compares_first()) {
      double best = ends.won.equity;
      for (std::size_t i = 0; i < ends.count; ++i) {
        equities[i] = worth(value_of_end(ends.deeper[i], plies, who, Chains::kOwed), who);
        best = std::max(best, equities[i]);
      }
      least = best - options_.chain_margin;
    }
    Best best = ends.won;
    for (std::size_t i = 0; i < ends.count; ++i) {
      if (equities[i] < least) continue;
      const Value found = value_of_end(ends.deeper[i], plies, who, chains);
      best.consider(worth(found, who), found);
    }
    return best.value;
  }

  Value value_of_end(const BeamEntry& end, int plies, Who who, Chains chains) {
    const Who actor = next_actor(who, end.mover_acts);
    return from_viewpoint(end.mover_acts, value(end.position, plies, kAfterARoll, actor, chains));
  }

  // Plays on until the next roll of the dice or a decision of the opponent.
  Ends find_ends(const Position& position, Dice dice, Width width, Who who, AtOnce static_best) {
    Ends ends;
    end_beam_.clear(width.ends);
    frontier_.clear(std::max(width.beam, 1));
    frontier_.offer(position, 0.0f, true);
    for (bool first = true; !frontier_.entries().empty(); first = false) {
      next_frontier_.clear(width.beam);
      if (width.beam > 0) throw_if_interrupted();
      for (const BeamEntry& entry : frontier_.entries()) {
        game_.generate(entry.position, first ? dice : kNoDice, list_);
        consider_endings(who, ends.won);
        ends.best.consider(ends.won.equity, ends.won.value);
        const std::span<const AfterstateEquity> results =
            at_once(entry.position, list_, most_of(list_), who);
        if (chain_continues(list_) && width.beam > 0) {
          offer_all(results, next_frontier_);
          continue;
        }
        if (width.ends > 0) offer_all(results, end_beam_);
        if (static_best == AtOnce::kToo) {
          consider_best(results, 0, list_.mover_acts_next(), ends.best);
        }
      }
      std::swap(frontier_, next_frontier_);
    }
    ends.count = end_beam_.entries().size();
    std::ranges::copy(end_beam_.entries(), ends.deeper.begin());
    return ends;
  }

  void offer_all(std::span<const AfterstateEquity> results, ChainBeam& beam) const {
    for (const auto [index, equity] : results) {
      if (equity <= beam.threshold()) continue;
      beam.offer(list_.positions()[index], equity, list_.mover_acts_next());
    }
  }

  const Utility& utility_of(Who who) const { return utilities_[static_cast<std::size_t>(who)]; }

  double worth(const Value& value, Who who) const { return utility_of(who).of(value); }

  // Static evaluation.
  Value at_once(const Position& position) {
    ++evaluations_;
    return evaluator_->evaluate(position);
  }
  std::span<const AfterstateEquity> at_once(const Position& before, const AfterstateList& list,
                                            std::size_t most, Who who) {
    evaluations_ += list.positions().size();
    return evaluator_->evaluate(before, list, utility_of(who), most);
  }

  // Returns the value of a result, for the player who decides.
  Value result_value(std::size_t decision, std::size_t i, bool mover_acts) const {
    return from_viewpoint(mover_acts, evaluator_->result_value(decision, i));
  }

  void consider_endings(Who who, Best& best) const {
    for (std::size_t line = list_.positions().size(); line < list_.size(); ++line) {
      const Value won = one_hot_value(outcome_of(list_.ending(line)));
      best.consider(worth(won, who), won);
    }
  }

  // Considers the best of the results of a decision.
  void consider_best(std::span<const AfterstateEquity> results, std::size_t decision,
                     bool mover_acts, Best& best) const {
    if (results.empty()) return;
    const auto found = std::ranges::max_element(results, {}, &AfterstateEquity::equity);
    const auto i = static_cast<std::size_t>(found - results.begin());
    const auto equity = static_cast<double>(found->equity);
    if (equity > best.equity) best = {equity, result_value(decision, i, mover_acts)};
  }

  std::size_t most_of(const AfterstateList& list) const {
    if (options_.replies == 0) return kMaxAfterstates;
    return static_cast<std::size_t>(options_.replies) * (chain_continues(list) ? 3 : 1);
  }

  Game game_;
  SearchOptions options_;
  Width own_;
  std::unique_ptr<Evaluator> evaluator_;
  std::array<Utility, 2> utilities_;  // by SearchSide
  std::uint64_t evaluations_ = 0;
  std::vector<ScoredPlay> ranked_;
  std::vector<std::pair<std::size_t, Ends>> own_ends_;  // by afterstate index, of ranked_
  AfterstateList list_;
  std::vector<LastRoll> last_;
  ChainBeam frontier_;
  ChainBeam next_frontier_;
  ChainBeam end_beam_;
  ValueCache<Value> cache_{std::size_t{1} << 13};  // 0.8 MB, about the size of an L2 cache
  ValueCache<Ends> ends_cache_{std::size_t{1} << 11};
};

}  // namespace

std::unique_ptr<Search> make_search(Game game, const SearchOptions& options,
                                    std::unique_ptr<Evaluator> evaluator) {
  assert(options.plies >= 0 && options.plies <= kMaxPlies);
  assert(options.beam >= 0 && options.beam <= kMaxBeam && options.filter >= 1);
  return std::make_unique<Searcher>(game, options, std::move(evaluator));
}

}  // namespace gioul
