// gioul.Plays, the legal plays of one decision, and gioul.Decisions, those of many games. Nets,
// tables and Python players choose from them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/legal_play_list.h"
#include "python/bindings/arguments.h"
#include "python/bindings/gil.h"
#include "python/bindings/positions.h"
#include "selfplay/envs/game_batch.h"

namespace gioul::python {

/// The object behind gioul.Plays: the legal plays of one decision. Immutable and shared by all
/// Python objects that refer to it.
struct Plays : LegalPlayList {};

/// The dice of a pending decision in pickles, where 0 and 0 mean that there is no decision.
inline constexpr Dice kPickledNoDice{1, 1};

/// Returns the dice of a decision at `position` that was pickled as `high` and `low`.
inline std::optional<Dice> unpickled_dice(const Position& position, int high, int low) {
  return position.is_pending() ? std::nullopt : std::optional(Dice{high, low});
}

/// Lists the legal plays of a decision: a position and dice.
std::shared_ptr<Plays> make_plays(const GamePosition& at, std::optional<Dice> dice);

/// The object behind gioul.Decisions: the pending decisions of many games, with the positions after
/// their legal plays as Positions in the same memory.
struct Decisions {
  std::shared_ptr<const BatchDecisions> batch;
  Positions afterstates;
};

/// Makes Decisions of a batch of decisions, without a copy.
Decisions decisions_of(std::shared_ptr<const BatchDecisions> batch);

/// Changes the viewpoint of values that Python computed for afterstates. Returns the equity of
/// each, in points, for the player who decides. `values` are for the player to move in the
/// afterstate: float[k], in points, or float[k, 5], probabilities.
std::vector<double> mover_equities(const Decisions& decisions, const py::object& values);

/// Returns for each decision the index of its best afterstate, counted from the decision's first;
/// the first of several equal ones. `offsets` are the indices of each decision's first afterstate;
/// `equities` are for the player who decides.
std::vector<std::int64_t> best_afterstate_indices(std::span<const std::int64_t> offsets,
                                                  const std::vector<double>& equities);

/// A common interface to the afterstates (positions after legal plays) of a gioul.Plays, in its
/// order, and of a gioul.Decisions.
class AfterstateView {
 public:
  /// Returns true for a Plays or Decisions object.
  static bool is_supported(const py::object& of);
  /// Wraps a Plays or Decisions object. Throws TypeError for other types.
  explicit AfterstateView(const py::object& of);

  Game game() const { return plays_ != nullptr ? plays_->game : batch_->game; }
  /// Returns the index of each decision's first afterstate, and at the end the number of all
  /// afterstates.
  std::span<const std::int64_t> offsets() const { return offsets_; }
  /// Returns the number of afterstates of all decisions.
  std::size_t size() const { return static_cast<std::size_t>(offsets_.back()); }

  /// Calls f(i, before, list) for each decision i, where `before` is its position and `list` has
  /// its afterstates. For Decisions, runs on several threads without the GIL.
  template <typename F>
  void for_each(const F& f) const {
    if (plays_ != nullptr) {
      plays_->restore_afterstates(scratch_afterstates());
      f(std::size_t{0}, plays_->before, scratch_afterstates());
      return;
    }
    const GilRelease released;
    for_each_decision(*batch_, [&](std::size_t env, const AfterstateList& list) {
      f(env, batch_->decisions[env].position, list);
    });
  }

  /// Computes `width` numbers per afterstate: write(before, list, numbers) fills those of a list,
  /// in its order.
  template <typename T, typename Write>
  std::vector<T> numbers(std::size_t width, const Write& write) const {
    std::vector<T> made(size() * width);
    for_each([&](std::size_t i, const Position& before, const AfterstateList& list) {
      write(before, list, made.data() + static_cast<std::size_t>(offsets_[i]) * width);
    });
    if (plays_ == nullptr) return made;
    std::vector<T> sorted;
    sorted.reserve(made.size());
    for (const ListedPlay& play : plays_->plays) {
      const T* const first = made.data() + play.afterstate_index * width;
      sorted.insert(sorted.end(), first, first + width);
    }
    return sorted;
  }

  /// Converts an index in the engine's order of afterstates to the order of Plays. For Decisions
  /// they are the same.
  std::int64_t text_order_index(std::size_t index) const {
    return static_cast<std::int64_t>(plays_ != nullptr ? plays_->play_index_of_afterstate(index)
                                                       : index);
  }

  /// Converts Python's choice of plays to one index per decision: from a number for Plays, from an
  /// array for Decisions.
  std::vector<std::int64_t> choices(const py::object& choice) const;
  /// Converts one result per decision to Python: a number for Plays, an array for Decisions.
  template <typename T>
  py::object to_python(const std::vector<T>& values) const {
    return plays_ != nullptr ? py::cast(values.front()) : py::object(copy_array(values));
  }

 private:
  const Plays* plays_ = nullptr;
  const BatchDecisions* batch_ = nullptr;  // if it is not Plays
  std::vector<std::int64_t> offsets_;
};

}  // namespace gioul::python
