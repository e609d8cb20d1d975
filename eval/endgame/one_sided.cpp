#include "eval/endgame/one_sided.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "engine/dice.h"
#include "engine/outcome.h"

namespace gioul {

namespace {

constexpr std::size_t kNone =
    std::numeric_limits<std::size_t>::max();  // the condition is already met

// A side at the end of a turn, and the mean number of rolls it still needs.
struct End {
  double mean = 0.0;
  std::size_t rank = kNone;
};

/// Finds, for each side, the plays that minimize the mean number of rolls until is_done(step) is
/// true of a checker move. Sides are processed in order of pips, which every move lowers.
template <typename IsDone>
class RollCounter {
 public:
  using Chances = std::vector<double>;  // by number of rolls; none for 0

  RollCounter(const SideIndex& sides, const SideGraph& graph, DoubletRule doublet_rule,
              const IsDone& is_done)
      : sides_(sides),
        graph_(graph),
        doublet_rule_(doublet_rule),
        is_done_(is_done),
        owed_(sides.count()),
        one_(sides.count()),
        chances_(sides.count()) {
    std::vector<std::size_t> order(sides.count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t rank) { return sides.pip_count(rank); });
    for (const std::size_t rank : order) {
      if (rank != 0) count_rolls(rank);
    }
  }

  const Chances& chances(std::size_t rank) const { return chances_[rank]; }
  std::size_t rank_after_owed(std::size_t rank, int owed) const {
    return owed_[rank][static_cast<std::size_t>(owed)].rank;
  }

 private:
  // Returns the first of the best moves. after(to) is the result of a move that does not meet the
  // condition.
  template <typename After>
  End best_move(std::size_t rank, int die, const After& after) const {
    End best{std::numeric_limits<double>::infinity(), kNone};
    for (const SideMove& move : graph_.checker_moves(rank, die)) {
      const End end = is_done_(move) ? End{} : after(move.rank_after);
      if (end.mean < best.mean) best = end;
    }
    return best;
  }

  void count_rolls(std::size_t rank) {
    for (int owed = 1; owed <= kMaxOwedMoves; ++owed) {
      const auto left = static_cast<std::size_t>(owed_after_bearoff_move(doublet_rule_, owed));
      owed_[rank][static_cast<std::size_t>(owed)] =
          best_move(rank, next_chain_number(owed), [&](std::size_t to) { return owed_[to][left]; });
    }
    for (int die = 1; die <= 6; ++die) {
      one_[rank][static_cast<std::size_t>(die)] =
          best_move(rank, die, [&](std::size_t to) { return owed_[to][0]; });
    }
    Chances& chances = chances_[rank];
    for (const Dice dice : kDistinctRolls) {
      const End end = end_after_roll(rank, dice);
      const double share = count_permutations(dice) / 36.0;
      const Chances done = {1.0};
      const Chances& rest = end.rank == kNone ? done : chances_[end.rank];
      if (chances.size() < rest.size() + 1) chances.resize(rest.size() + 1);
      for (std::size_t i = 0; i < rest.size(); ++i) chances[i + 1] += share * rest[i];
    }
    double mean = 0.0;
    for (std::size_t i = 0; i < chances.size(); ++i) mean += static_cast<double>(i) * chances[i];
    owed_[rank][0] = {mean, rank};
  }

  End end_after_roll(std::size_t rank, Dice dice) const {
    if (dice.is_doublet()) {
      return owed_[rank][static_cast<std::size_t>(chain_length(dice.high))];
    }
    const auto then = [&](int die) {
      return [this, die](std::size_t to) { return one_[to][static_cast<std::size_t>(die)]; };
    };
    const End high_first = best_move(rank, dice.high, then(dice.low));
    const End low_first = best_move(rank, dice.low, then(dice.high));
    return low_first.mean < high_first.mean ? low_first : high_first;
  }

  const SideIndex& sides_;
  const SideGraph& graph_;
  DoubletRule doublet_rule_;
  const IsDone& is_done_;
  std::vector<std::array<End, kMaxOwedMoves + 1>>
      owed_;                             // [side][moves of a doublet left]; 0: to roll
  std::vector<std::array<End, 7>> one_;  // [side][the die that is left]
  std::vector<Chances> chances_;
};

template <typename T>
void append(std::string& bytes, const std::vector<T>& numbers) {
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
}

// Appends the distributions in the table's format: only the range of non-zero probabilities.
template <typename Counter>
void append_distributions(std::string& bytes, const Counter& counter, std::size_t count) {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint8_t> first;
  std::vector<std::uint8_t> length;
  std::vector<float> chances;
  for (std::size_t rank = 0; rank < count; ++rank) {
    const auto& all = counter.chances(rank);
    const auto possible = [](double chance) { return static_cast<float>(chance) > 0.0f; };
    const auto from = std::find_if(all.begin(), all.end(), possible);
    const auto to = std::find_if(all.rbegin(), std::make_reverse_iterator(from), possible).base();
    begin.push_back(static_cast<std::uint32_t>(chances.size()));
    first.push_back(static_cast<std::uint8_t>(from - all.begin()));
    length.push_back(static_cast<std::uint8_t>(to - from));
    for (auto chance = from; chance != to; ++chance) {
      chances.push_back(static_cast<float>(*chance));
    }
  }
  begin.push_back(static_cast<std::uint32_t>(chances.size()));
  append(bytes, begin);
  append(bytes, first);
  append(bytes, length);
  append(bytes, chances);
}

}  // namespace

double RollCountDistribution::mean() const {
  double mean = 0.0;
  for (int i = 0; i < length; ++i) mean += (min_rolls + i) * static_cast<double>(probabilities[i]);
  return mean;
}

double RollCountDistribution::probability_of_at_least(int rolls) const {
  double sum = 0.0;
  for (int i = length; i-- > std::max(0, rolls - min_rolls);)
    sum += static_cast<double>(probabilities[i]);
  return rolls <= min_rolls ? 1.0 : sum;
}

TableId OneSidedTable::id(DoubletRule doublet_rule) {
  return {"one-sided", std::string(doublet_rule_name(doublet_rule)), kMaxTableCheckers};
}

std::string OneSidedTable::build(DoubletRule doublet_rule) {
  const SideIndex sides(kMaxTableCheckers, 0, kHomePoints);
  const SideGraph graph = make_home_side_graph(sides, kMaxTableCheckers);
  std::string bytes;
  const auto all_off = [](const SideMove& move) { return move.rank_after == 0; };
  const RollCounter last(sides, graph, doublet_rule, all_off);
  std::vector<std::uint16_t> ends;
  for (std::size_t rank = 0; rank < sides.count(); ++rank) {
    for (int owed = 1; owed <= kMaxOwedMoves; ++owed) {
      const std::size_t end = last.rank_after_owed(rank, owed);
      ends.push_back(end == kNone ? 0 : static_cast<std::uint16_t>(end));
    }
  }
  append(bytes, ends);
  append_distributions(bytes, last, sides.count());
  const auto one_off = [](const SideMove& move) { return move.landing == kOff; };
  append_distributions(bytes, RollCounter(sides, graph, doublet_rule, one_off), sides.count());
  return bytes;
}

OneSidedTable::OneSidedTable(TableBytes bytes)
    : bytes_(std::move(bytes)), side_index_(kMaxTableCheckers, 0, kHomePoints) {
  const std::size_t count = side_index_.count();
  static_assert(kSideCount % sizeof(float) == 0, "all numbers are aligned");
  static_assert(kMaxOwedMoves == 24, "as in the files");
  std::size_t at = 0;
  const auto take = [&]<typename T>(const T*& numbers, std::size_t many) {
    numbers = bytes_.array_at<T>(at, many);
    at += many * sizeof(T);
  };
  take(ranks_after_owed_, count * kMaxOwedMoves);
  for (DistributionArrays* const part : {&last_off_distributions_, &next_off_distributions_}) {
    take(part->first_indices, count + 1);
    take(part->min_rolls, count);
    take(part->lengths, count);
    part->probability_count = part->first_indices[count];
    take(part->probabilities, part->probability_count);
  }
}

void OneSidedTable::throw_damaged() {
  throw InputError("a one-sided endgame table is corrupted (`gioul tables build` finds the file)");
}

Value OneSidedTable::value(const Position& position) const {
  std::size_t own = side_index_.rank(position.own);
  const std::size_t opp = side_index_.rank(position.opp);
  bool own_has_off = has_off(position.own);
  const bool opp_has_off = has_off(position.opp);
  if (!position.is_pending()) return race_value(own, opp, own_has_off, opp_has_off);
  own = rank_after_owed(own, position.owed_moves);
  if (own == 0) return one_hot_value(opp_has_off ? Outcome::kWin1 : Outcome::kWin2);
  own_has_off = true;  // owed moves end with a 6, which bears a checker off
  if (position.is_forfeited != 0) return race_value(own, opp, own_has_off, opp_has_off);
  return flipped(race_value(opp, own, opp_has_off, own_has_off));
}

// The player to move needs X rolls to bear off the last checker and X' for the next one, the
// opponent Y and Y'. The player wins if X <= Y, with a gammon if X <= Y', and loses a gammon if X'
// > Y. X and X' assume different plays of the same side, which makes gammons less exact than wins.
Value OneSidedTable::race_value(std::size_t own, std::size_t opp, bool own_has_off,
                                bool opp_has_off) const {
  const RollCountDistribution mine = rolls_to_last_off(own);
  const RollCountDistribution theirs = rolls_to_last_off(opp);
  double win = 0.0;
  double win2 = 0.0;
  double lose2 = 0.0;
  for (int i = 0; i < mine.length; ++i) {
    const double chance = static_cast<double>(mine.probabilities[i]);
    win += chance * theirs.probability_of_at_least(mine.min_rolls + i);
    if (!opp_has_off)
      win2 += chance * rolls_to_next_off(opp).probability_of_at_least(mine.min_rolls + i);
  }
  win = std::min(win, 1.0);
  if (!own_has_off) {
    for (int i = 0; i < theirs.length; ++i) {
      lose2 += static_cast<double>(theirs.probabilities[i]) *
               rolls_to_next_off(own).probability_of_at_least(theirs.min_rolls + i + 1);
    }
  }
  win2 = std::min(win2, win);
  lose2 = std::min(lose2, 1.0 - win);
  return {lose2, 1.0 - win - lose2, 0.0, win - win2, win2};
}

}  // namespace gioul
