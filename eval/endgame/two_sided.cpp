#include "eval/endgame/two_sided.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/huge_array.h"
#include "engine/dice.h"
#include "eval/solve/sweep.h"

namespace gioul {

namespace {

// A pair of sides with a roll partly played, for the player who plays it. Only that player decides
// until the roll is over, so the best play is found move by move.
struct Partial {
  std::array<double, kMaxOwedMoves + 1> owed;  // by moves of a doublet left; 0: the opponent rolls
  std::array<double, 7> one;                   // by the one die that is left
};
static_assert(sizeof(Partial) == 32 * sizeof(double));

class TwoSidedSolver {
 public:
  TwoSidedSolver(DoubletRule doublet_rule, int checkers)
      : doublet_rule_(doublet_rule),
        sides_(checkers, 0, kHomePoints),
        graph_(make_home_side_graph(sides_, checkers)),
        partial_(sides_.count() * sides_.count()),
        wins_(sides_.count() * sides_.count() * sizeof(double), '\0') {}

  std::string run(int threads, const std::function<void(double)>& progress) {
    sweep_by_pips(sides_, threads, progress, [&](std::size_t a, std::size_t b) {
      solve(a, b);
      if (a != b) solve(b, a);
    });
    return std::move(wins_);
  }

 private:
  // Rows are grouped by the opponent's side, so that all boards the mover can reach are close
  // together.
  std::size_t row(std::size_t mover, std::size_t opponent) const {
    return opponent * sides_.count() + mover;
  }

  template <typename After>
  double best_move(std::size_t mover, std::size_t opponent, int die, const After& after) const {
    double best = 0.0;
    for (const SideMove& move : graph_.checker_moves(mover, die)) {
      if (move.rank_after == 0) return 1.0;
      best = std::max(best, after(partial_[row(move.rank_after, opponent)]));
    }
    return best;
  }

  // Every move leads to fewer pips, so to a solved pair.
  void solve(std::size_t mover, std::size_t opponent) {
    Partial& partial = partial_[row(mover, opponent)];
    for (int owed = 1; owed <= kMaxOwedMoves; ++owed) {
      const auto left = static_cast<std::size_t>(owed_after_bearoff_move(doublet_rule_, owed));
      partial.owed[static_cast<std::size_t>(owed)] =
          best_move(mover, opponent, next_chain_number(owed),
                    [left](const Partial& after) { return after.owed[left]; });
    }
    for (int die = 1; die <= 6; ++die) {
      partial.one[static_cast<std::size_t>(die)] =
          best_move(mover, opponent, die, [](const Partial& after) { return after.owed[0]; });
    }
    double win = 0.0;
    for (const Dice dice : kDistinctRolls)
      win += count_permutations(dice) / 36.0 * roll(mover, opponent, dice);
    // The mover waits next: stores the win for the opponent, who ends a roll with this pair.
    partial_[row(opponent, mover)].owed[0] = 1.0 - win;
    const std::size_t at = (mover * sides_.count() + opponent) * sizeof(double);
    std::copy_n(reinterpret_cast<const char*>(&win), sizeof(double), wins_.data() + at);
  }

  double roll(std::size_t mover, std::size_t opponent, Dice dice) const {
    if (dice.is_doublet()) {
      const auto owed = static_cast<std::size_t>(chain_length(dice.high));
      return partial_[row(mover, opponent)].owed[owed];
    }
    const auto with = [&](int first, int then) {
      return best_move(mover, opponent, first, [then](const Partial& after) {
        return after.one[static_cast<std::size_t>(then)];
      });
    };
    return std::max(with(dice.high, dice.low), with(dice.low, dice.high));
  }

  DoubletRule doublet_rule_;
  SideIndex sides_;
  SideGraph graph_;
  HugeArray<Partial> partial_;
  std::string wins_;
};

}  // namespace

std::string TwoSidedTable::build(DoubletRule doublet_rule, int checkers, int threads,
                                 const std::function<void(double)>& progress) {
  return TwoSidedSolver(doublet_rule, checkers).run(threads, progress);
}

double TwoSidedTable::build_memory_bytes(int checkers) {
  const double sides = SideIndex::count_arrangements(checkers, kHomePoints);
  return sides * sides * static_cast<double>(sizeof(Partial) + 2 * sizeof(double));
}

TableId TwoSidedTable::id(DoubletRule doublet_rule, int checkers) {
  return {"two-sided", std::string(doublet_rule_name(doublet_rule)), checkers};
}

TwoSidedTable::TwoSidedTable(TableBytes bytes, DoubletRule doublet_rule, int checkers)
    : bytes_(std::move(bytes)),
      doublet_rule_(doublet_rule),
      max_checkers_(checkers),
      side_index_(checkers, 0, kHomePoints),
      graph_(make_home_side_graph(side_index_, checkers)),
      win_probabilities_(bytes_.array_at<double>(0, side_index_.count() * side_index_.count())) {}

double TwoSidedTable::win_probability(const Position& position) const {
  const std::size_t own = side_index_.rank(position.own);
  const std::size_t opp = side_index_.rank(position.opp);
  if (!position.is_pending()) return win_probability(own, opp);
  return pending_win_probability(own, opp, position.owed_moves, position.is_forfeited != 0);
}

// Computes all boards after one move, after two and so on: all ways to play what is owed have the
// same length.
double TwoSidedTable::pending_win_probability(std::size_t own, std::size_t opp, int owed,
                                              bool own_rolls) const {
  std::vector<std::uint32_t> boards = {static_cast<std::uint32_t>(own)};
  std::vector<std::uint32_t> next;
  for (; owed > 0; owed = owed_after_bearoff_move(doublet_rule_, owed)) {
    next.clear();
    for (const std::uint32_t board : boards) {
      for (const SideMove& move : graph_.checker_moves(board, next_chain_number(owed))) {
        if (move.rank_after == 0) return 1.0;
        next.push_back(move.rank_after);
      }
    }
    std::ranges::sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::swap(boards, next);
  }
  double best = 0.0;
  for (const std::uint32_t board : boards) {
    best =
        std::max(best, own_rolls ? win_probability(board, opp) : 1.0 - win_probability(opp, board));
  }
  return best;
}

}  // namespace gioul
