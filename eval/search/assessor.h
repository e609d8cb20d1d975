// What a search is told of positions, as it counts for whoever decides: an evaluator's word, or how
// the game ended, by what outcomes are worth to him.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/afterstates.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "eval/value/evaluator.h"
#include "eval/value/utility.h"

namespace gioul {

/// Whose decision it is; what outcomes are worth to him follows from it.
enum class Who : std::uint8_t { kSearcher, kOpponent };

constexpr Who next_actor(Who who, bool same_player) {
  if (same_player) return who;
  return who == Who::kSearcher ? Who::kOpponent : Who::kSearcher;
}

/// The value of a position, for its player to act or for the other one.
inline Value seen_by(bool same_player, const Value& value) {
  return same_player ? value : flipped(value);
}

/// The player of the afterstates in `list` goes on playing: the rest of his chain or his forfeit.
inline bool chain_goes_on(const AfterstateList& list) {
  return list.mover_acts_next() && !list.positions().empty() &&
         list.positions().front().is_pending();
}

inline constexpr double kBelowAll = -std::numeric_limits<double>::infinity();  // below any equity

/// The best of several plays, for him who decides.
struct Best {
  double equity = kBelowAll;
  Value value{};

  void consider(double other_equity, const Value& other) {
    if (other_equity > equity) *this = {other_equity, other};
  }
};

/// Everything that is called an equity in a search is one by worth(); by points it is the equity
/// itself, to the last bit.
class Assessor {
 public:
  explicit Assessor(std::unique_ptr<Evaluator> evaluator) : evaluator_(std::move(evaluator)) {}

  /// Of the searcher. Returns whether it is another one than before.
  bool set_utility(const Utility& utility) {
    if (utility == utilities_[0]) return false;
    utilities_ = {utility, utility.flipped()};
    by_points_ = utility.is_points();
    return true;
  }

  /// Both players value a position alike, and their values can stand for each other.
  bool by_points() const { return by_points_; }

  /// Positions of which the evaluator was asked.
  std::uint64_t evaluations() const { return evaluations_; }

  bool is_exact(const Position& position) const { return evaluator_->is_exact(position); }

  /// What a value is worth to him who acts there.
  double worth(const Value& value, Who who) const {
    return by_points_ ? equity(value) : utilities_[static_cast<std::size_t>(who)].of(value);
  }

  Value evaluate(const Position& position) {
    ++evaluations_;
    return evaluator_->evaluate(position);
  }

  /// Evaluator::ask() and answer().
  void ask(const Position& before, const AfterstateList& list, std::size_t most) {
    evaluations_ += list.positions().size();
    evaluator_->ask(before, list, most);
  }
  void ask(const Position& position) {
    ++evaluations_;
    evaluator_->ask(position);
  }
  void answer() { evaluator_->answer(); }

  /// What the evaluator said of a decision that it was asked, for `who`, who decides.
  std::span<const Reply> replies(std::size_t decision, bool mover_acts, Who who) {
    const std::span<const Reply> replies = evaluator_->replies(decision);
    if (by_points_) return replies;
    worths_.assign(replies.begin(), replies.end());
    for (std::size_t i = 0; i < worths_.size(); ++i) {
      worths_[i].equity = worth_to_mover(utilities_[static_cast<std::size_t>(who)], mover_acts,
                                         evaluator_->value_of_reply(decision, i));
    }
    return worths_;
  }

  /// The same of this decision alone.
  std::span<const Reply> replies_to(const Position& before, const AfterstateList& list,
                                    std::size_t most, Who who) {
    ask(before, list, most);
    answer();
    return replies(0, list.mover_acts_next(), who);
  }

  /// The value of a reply, for him who decides.
  Value value_of_reply(std::size_t decision, std::size_t i, bool mover_acts) const {
    return seen_by(mover_acts, evaluator_->value_of_reply(decision, i));
  }

  void consider_endings(const AfterstateList& list, Who who, Best& best) const {
    for (std::size_t line = list.positions().size(); line < list.lines(); ++line) {
      const Value won = certain_value(outcome_of(list.ending(line)));
      best.consider(worth(won, who), won);
    }
  }

  /// Of what was said of a decision.
  void consider_best(std::span<const Reply> replies, std::size_t decision, bool mover_acts,
                     Best& best) const {
    if (replies.empty()) return;
    const auto i = static_cast<std::size_t>(std::ranges::max_element(replies, {}, &Reply::equity) -
                                            replies.begin());
    const auto found = static_cast<double>(replies[i].equity);
    if (found > best.equity) best = {found, value_of_reply(decision, i, mover_acts)};
  }

 private:
  std::unique_ptr<Evaluator> evaluator_;
  std::array<Utility, 2> utilities_;  // by Who
  bool by_points_ = true;
  std::vector<Reply> worths_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace gioul
