// gioul.Plays, one decision with its lines as text, and gioul.Decisions, those of many games at
// once: what nets, tables and players are asked about, and Python chooses of.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/walk/lines.h"
#include "python/bindings/arguments.h"
#include "python/bindings/calls.h"
#include "python/bindings/positions.h"
#include "selfplay/loop/game_batch.h"

namespace gioul::python {

/// Immutable, and shared by all that Python makes of it.
struct Plays : ListedDecision {};

std::shared_ptr<Plays> make_plays(const GamePosition& at, Dice dice);

/// What is to be decided, and its afterstates as positions that share one memory.
struct Decisions {
  std::shared_ptr<const BatchDecisions> batch;
  Positions afterstates;
};

Decisions decisions_of(std::shared_ptr<const BatchDecisions> batch);

/// What each line is worth to who decides, by what its afterstate is worth to its player to act:
/// float[k], points, or float[k, 5], probabilities.
std::vector<double> mover_equities(const Decisions& decisions, const py::object& values);

/// The best line of each decision, whose lines begin at `offsets`, by what each is worth to who
/// decides; the first of equals.
std::vector<std::int64_t> best_lines(std::span<const std::int64_t> offsets,
                                     const std::vector<double>& equities);

/// The lines of Plays, in their order, or of Decisions.
class Lines {
 public:
  static bool are(const py::object& of);
  /// Throws TypeError for anything else.
  explicit Lines(const py::object& of);

  Game game() const { return plays_ != nullptr ? plays_->game : batch_->game; }
  /// Where the lines of each decision begin, and their end.
  std::span<const std::int64_t> offsets() const { return offsets_; }
  std::size_t size() const { return static_cast<std::size_t>(offsets_.back()); }

  /// Calls f(decision, before, list) for all decisions that there are; those of a batch on its
  /// threads, the lock being somebody else's.
  template <typename F>
  void for_each(const F& f) const {
    if (plays_ != nullptr) {
      plays_->restore(working_list());
      f(std::size_t{0}, plays_->before, working_list());
      return;
    }
    const Released released;
    for_each_decision(*batch_, [&](std::size_t seat, const AfterstateList& list) {
      f(seat, batch_->decisions[seat].position, list);
    });
  }

  /// `width` numbers a line: write(before, list, numbers) makes those of a list, in its order.
  template <typename T, typename Write>
  std::vector<T> numbers(std::size_t width, const Write& write) const {
    std::vector<T> made(size() * width);
    for_each([&](std::size_t i, const Position& before, const AfterstateList& list) {
      write(before, list, made.data() + static_cast<std::size_t>(offsets_[i]) * width);
    });
    if (plays_ == nullptr) return made;
    std::vector<T> sorted;
    sorted.reserve(made.size());
    for (const DecisionLine& line : plays_->lines) {
      const T* const first = made.data() + line.line * width;
      sorted.insert(sorted.end(), first, first + width);
    }
    return sorted;
  }

  /// Where a line of the engine is among those of its decision.
  std::int64_t place_of(std::size_t line) const {
    return static_cast<std::int64_t>(plays_ != nullptr ? plays_->place_of(line) : line);
  }

  /// A number for each decision, which Plays have one of, as Python gives it: a line of each, ...
  std::vector<std::int64_t> choices(const py::object& choice) const;
  /// ... and takes it.
  template <typename T>
  py::object told(const std::vector<T>& values) const {
    return plays_ != nullptr ? py::cast(values.front()) : py::object(copied(values));
  }

 private:
  const Plays* plays_ = nullptr;
  const BatchDecisions* batch_ = nullptr;  // if it is no Plays
  std::vector<std::int64_t> offsets_;
};

}  // namespace gioul::python
