#include "eval/search/chain_expansion.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <unordered_set>

#include "base/interrupt.h"
#include "engine/games/game.h"

namespace gioul {

namespace {

struct Node {
  Position position;
  float equity;          // for the player of the chain
  std::uint32_t parent;  // index in the previous level
  Ending ending;
  bool mover_acts;
};

// Best first. The other criteria only make the order unique.
bool is_better(const Node& a, const Node& b) {
  if (a.equity != b.equity) return a.equity > b.equity;
  if (a.parent != b.parent) return a.parent < b.parent;
  return std::memcmp(&a.position, &b.position, sizeof(Position)) < 0;
}

// A set of distinct positions. If there are too many, it keeps the best.
class NodeSet {
 public:
  explicit NodeSet(const ChainLimits& limits) : limits_(limits) {}

  void offer(const Node& node) {
    if (node.equity < threshold_ || !known_.insert(node.position).second) return;
    nodes_.push_back(node);
    ++found_;
    if (nodes_.size() <= limits_.max_exhaustive_positions) return;
    is_exact_ = false;
    keep_best(std::max<std::size_t>(limits_.max_exhaustive_positions / 2, 1));
    threshold_ = std::ranges::min_element(nodes_, {}, &Node::equity)->equity;
  }

  /// Returns the positions, best first. Call it after the last offer().
  std::vector<Node> take_sorted() {
    if (!is_exact_) keep_best(limits_.beam_width);
    std::ranges::sort(nodes_, is_better);
    return std::move(nodes_);
  }

  bool is_exact() const { return is_exact_; }
  std::size_t found() const { return found_; }

 private:
  void keep_best(std::size_t count) {
    if (nodes_.size() <= count) return;
    std::ranges::nth_element(nodes_, nodes_.begin() + static_cast<std::ptrdiff_t>(count),
                             is_better);
    nodes_.resize(count);
    known_.clear();
    for (const Node& node : nodes_) known_.insert(node.position);
  }

  const ChainLimits& limits_;
  std::vector<Node> nodes_;
  std::unordered_set<Position, PositionHash> known_;
  float threshold_ = -1e9f;
  std::size_t found_ = 0;
  bool is_exact_ = true;
};

class ChainExpander {
 public:
  ChainExpander(Game game, Evaluator& evaluator, const ChainLimits& limits)
      : game_(game), evaluator_(evaluator), limits_(limits), ends_(limits) {}

  ChainLeaves run(const Position& position, std::optional<Dice> dice,
                  const FractionListener& progress) {
    const int first = position.is_pending() ? next_chain_number(position.owed_moves) : dice->low;
    const double numbers = 7 - first;
    levels_.push_back({Node{position, 0.0f, 0, Ending::kNone, true}});
    ChainLeaves result;
    while (!levels_.back().empty()) {
      NodeSet next(limits_);
      for (std::size_t i = 0; i < levels_.back().size(); ++i) {
        if (progress) {
          const double share = static_cast<double>(i) / static_cast<double>(levels_.back().size());
          progress(std::min(1.0, (static_cast<double>(levels_.size() - 1) + share) / numbers));
        }
        throw_if_interrupted();
        game_.generate_afterstates(levels_.back()[i].position, dice, *list_);
        offer_afterstates(i, next);
      }
      result.is_complete = result.is_complete && next.is_exact();
      levels_.push_back(next.take_sorted());
    }
    result.is_complete = result.is_complete && ends_.is_exact();
    result.found_count = ends_.found() + terminal_.size();
    std::vector<Node> ends = ends_.take_sorted();
    ends.insert(ends.end(), terminal_.begin(), terminal_.end());
    std::ranges::sort(ends, is_better);
    if (ends.size() > limits_.max_ends) ends.resize(limits_.max_ends);
    for (const Node& end : ends) result.ends.push_back(with_path(end));
    return result;
  }

 private:
  // Adds the afterstates of a node, whose index on the current level is `parent`.
  void offer_afterstates(std::size_t parent, NodeSet& next) {
    const bool continues = chain_continues(*list_);
    const std::span<const AfterstateEquity> results =
        evaluator_.evaluate(levels_.back()[parent].position, *list_);
    for (std::size_t index = 0; index < list_->size(); ++index) {
      const Ending ending = list_->ending(index);
      if (ending != Ending::kNone) {
        const auto won = static_cast<float>(points(outcome_of(ending)));
        if (std::ranges::find(terminal_, ending, &Node::ending) == terminal_.end())
          terminal_.push_back({Position{}, won, node_index(parent), ending, false});
        continue;
      }
      (continues ? next : ends_)
          .offer({list_->positions()[index], results[index].equity, node_index(parent),
                  Ending::kNone, list_->mover_acts_next()});
    }
  }

  // Leaves have parents on different levels, so parents are numbered through all levels.
  std::uint32_t node_index(std::size_t parent) {
    std::size_t number = parent;
    for (std::size_t l = 0; l + 1 < levels_.size(); ++l) number += levels_[l].size();
    return static_cast<std::uint32_t>(number);
  }

  ChainEnd with_path(const Node& end) const {
    ChainEnd result{end.ending, end.mover_acts, static_cast<double>(end.equity), {}};
    if (end.ending == Ending::kNone) result.path.push_back(end.position);
    for (std::size_t number = end.parent; number > 0;) {
      std::size_t level = 0;
      std::size_t at = number;
      while (at >= levels_[level].size()) at -= levels_[level++].size();
      result.path.push_back(levels_[level][at].position);
      number = levels_[level][at].parent;
    }
    std::ranges::reverse(result.path);
    return result;
  }

  Game game_;
  Evaluator& evaluator_;
  const ChainLimits& limits_;
  NodeSet ends_;
  std::vector<Node> terminal_;             // one for each kind of ending
  std::vector<std::vector<Node>> levels_;  // before each number, from the start position on
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace

ChainLeaves expand_chain(Game game, const Position& position, std::optional<Dice> dice,
                         Evaluator& evaluator, const ChainLimits& limits,
                         const FractionListener& progress) {
  return ChainExpander(game, evaluator, limits).run(position, dice, progress);
}

}  // namespace gioul
