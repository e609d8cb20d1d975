#include "python/bindings/batch_env.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "engine/outcome.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"
#include "python/bindings/position_records.h"
#include "python/bindings/value_arrays.h"
#include "selfplay/loop/recording.h"
#include "selfplay/report/selfplay_totals.h"

namespace gioul::python {

Decisions decisions_of(std::shared_ptr<const BatchDecisions> batch) {
  Positions afterstates(batch->game,
                        std::make_shared<const PositionBlock>(batch->afterstates, batch));
  return {std::move(batch), std::move(afterstates)};
}

std::vector<double> mover_equities(const Decisions& self, const py::object& values) {
  const BatchDecisions& batch = *self.batch;
  std::vector<double> equities = points_argument("values", values, batch.endings.size());
  for (std::size_t seat = 0; seat < batch.seats(); ++seat) {
    const auto end = static_cast<std::size_t>(batch.offsets[seat + 1]);
    for (auto line = static_cast<std::size_t>(batch.offsets[seat]); line < end; ++line) {
      if (batch.endings[line] != Ending::kNone) {
        equities[line] = points(outcome_of(batch.endings[line]));
      } else if (batch.acts_again[seat] == 0) {
        equities[line] = 0.0 - equities[line];
      }
    }
  }
  return equities;
}

std::vector<std::int64_t> best_lines(const BatchDecisions& batch,
                                     const std::vector<double>& equities) {
  std::vector<std::int64_t> best(batch.seats());
  for (std::size_t seat = 0; seat < best.size(); ++seat) {
    const double* const first = equities.data() + batch.offsets[seat];
    best[seat] = std::max_element(first, first + batch.lines(seat)) - first;
  }
  return best;
}

namespace {

constexpr std::int64_t kMostSeats = 1'000'000;

// The games and what is counted of them. Used by one thread at a time, the others wait.
class Env {
 public:
  explicit Env(const GameBatchOptions& options) : games_(options) {}

  void reset() {
    const Released released;
    const std::scoped_lock lock(mutex_);
    games_.reset();
    totals_ = {};
    part_ = {};
    decisions_.reset();
  }

  Decisions decisions() {
    const Released released;
    const std::scoped_lock lock(mutex_);
    return current();
  }

  BatchStep step(const std::vector<std::int64_t>& choices) {
    const Released released;
    const std::scoped_lock lock(mutex_);
    BatchStep step = games_.step(choices);
    decisions_.reset();
    // Part by part, as play_and_record() counts them.
    for (const PlayedGame& game : games_.take_finished()) {
      part_.add(game);
      if (part_.games == kGamesAPart) totals_.add(std::exchange(part_, {}));
    }
    return step;
  }

  SelfplayTotals totals() {
    const Released released;
    const std::scoped_lock lock(mutex_);
    SelfplayTotals all = totals_;
    if (part_.games > 0) all.add(part_);
    return all;
  }

  const GameBatchOptions& options() const { return games_.options(); }

  // Where it stands. The counts are those of all finished games and of the part not full yet.
  struct State {
    BatchState games;
    SelfplayTotals totals;
    GameTotals part;
  };

  State state() {
    const Released released;
    const std::scoped_lock lock(mutex_);
    return {games_.state(), totals_, part_};
  }

  void restore(const State& state) {
    const Released released;
    const std::scoped_lock lock(mutex_);
    games_.restore(state.games);
    totals_ = state.totals;
    part_ = state.part;
    decisions_.reset();
  }

 private:
  const Decisions& current() {
    if (!decisions_) {
      decisions_.emplace(decisions_of(games_.decisions()));
    }
    return *decisions_;
  }

  std::mutex mutex_;
  GameBatch games_;
  SelfplayTotals totals_;
  GameTotals part_;
  std::optional<Decisions> decisions_;
};

std::unique_ptr<Env> make_env(const py::object& game, std::int64_t n, std::uint64_t seed,
                              std::optional<int> threads, std::optional<int> checkers,
                              std::int64_t first_game, std::optional<std::int64_t> games) {
  constexpr std::int64_t kMostGames = 1'000'000'000'000;
  const SizedGame sized = sized_game(game, checkers);
  GameBatchOptions options{
      .game = sized.game,
      .checkers = sized.checkers,
      .seed = seed,
      .first_game =
          static_cast<std::uint64_t>(number_argument("first_game", first_game, 0, kMostGames)),
      .games = {},
      .seats = static_cast<std::size_t>(number_argument("n", n, 1, kMostSeats)),
      .threads = thread_count(threads)};
  if (games) {
    options.games = static_cast<std::uint64_t>(number_argument("games", *games, 0, kMostGames));
  }
  const Released released;
  return std::make_unique<Env>(options);
}

py::tuple counts_of(const GameTotals& counted) {
  return py::make_tuple(counted.games, counted.decisions, counted.gammons,
                        counted.first_mover_points, counted.hash);
}

void read_counts(const py::tuple& counts, GameTotals& counted) {
  if (counts.size() != 5) throw InputError("counts of games: expected five");
  counted.games = counts[0].cast<std::uint64_t>();
  counted.decisions = counts[1].cast<std::uint64_t>();
  counted.gammons = counts[2].cast<std::uint64_t>();
  counted.first_mover_points = counts[3].cast<std::int64_t>();
  counted.hash = counts[4].cast<std::uint64_t>();
}

// What makes an environment that stands where this one does: games by the lines that were chosen.
py::tuple kept_env(Env& env, const py::object& make) {
  const GameBatchOptions& options = env.options();
  const Env::State state = env.state();
  py::list seats;
  for (const auto& seat : state.games.seats) {
    if (!seat) {
      seats.append(py::none());
      continue;
    }
    std::string lines;
    for (const std::uint16_t line : seat->lines) {
      lines += static_cast<char>(line & 255);
      lines += static_cast<char>(line >> 8);
    }
    seats.append(py::make_tuple(seat->place, py::bytes(lines)));
  }
  py::list finished;
  for (const auto& [place, game] : state.games.finished) {
    finished.append(py::make_tuple(place, game.hash, game.decisions, game.points));
  }
  const py::object games = options.games ? py::object(py::int_(*options.games)) : py::none();
  return py::make_tuple(
      make, py::make_tuple(options.game.name(), options.seats, options.seed, options.threads,
                           options.checkers, options.first_game, games, state.games.begun,
                           state.games.taken, seats, finished, counts_of(state.totals),
                           counts_of(state.part)));
}

std::unique_ptr<Env> env_of_kept(const py::object& game, std::int64_t n, std::uint64_t seed,
                                 int threads, int checkers, std::int64_t first_game,
                                 std::optional<std::int64_t> games, std::uint64_t begun,
                                 std::uint64_t taken, const py::list& seats,
                                 const py::list& finished, const py::tuple& totals,
                                 const py::tuple& part) {
  auto env = make_env(game, n, seed, threads, checkers, first_game, games);
  Env::State state;
  state.games.begun = begun;
  state.games.taken = taken;
  for (const py::handle seat : seats) {
    state.games.seats.emplace_back();
    if (seat.is_none()) continue;
    const auto [place, bytes] = seat.cast<std::pair<std::uint64_t, py::bytes>>();
    const auto text = static_cast<std::string_view>(bytes);
    BatchState::Seat& kept = state.games.seats.back().emplace();
    kept.place = place;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
      kept.lines.push_back(static_cast<std::uint16_t>(
          static_cast<unsigned char>(text[i]) | static_cast<unsigned char>(text[i + 1]) << 8));
    }
  }
  for (const py::handle game_of_batch : finished) {
    const auto [place, hash, decisions, points] =
        game_of_batch.cast<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, int>>();
    state.games.finished[place] = {.hash = hash, .decisions = decisions, .points = points};
  }
  read_counts(totals, state.totals);
  read_counts(part, state.part);
  env->restore(state);
  return env;
}

py::dict totals_of(Env& env) {
  const SelfplayTotals totals = env.totals();
  py::dict result;
  result["games"] = totals.games;
  if (totals.games == 0) return result;
  result["decisions_per_game"] = totals.decisions_per_game();
  result["gammon_share"] = totals.gammon_share();
  result["first_mover_points"] = totals.first_mover_mean();
  result["games_hash"] = totals.hash;
  return result;
}

py::tuple step(Env& env, const py::object& choice) {
  const BatchStep result = env.step(numbers_argument("choice", choice));
  const py::array_t<std::uint8_t> done = copied(result.done);
  return py::make_tuple(copied(result.rewards), done.attr("view")("bool"), copied(result.actors));
}

// A view of one of the batch's vectors.
template <typename T>
py::array_t<T> batch_view(const py::object& self, const std::vector<T>& values) {
  return fixed_view<T>({static_cast<py::ssize_t>(values.size())}, values.data(), self);
}

py::object endings_of(const py::object& self) {
  static_assert(sizeof(Ending) == 1);
  const auto& endings = self.cast<const Decisions&>().batch->endings;
  return fixed_view<std::int8_t>({static_cast<py::ssize_t>(endings.size())},
                                 reinterpret_cast<const std::int8_t*>(endings.data()), self);
}

py::object offsets_of(const py::object& self) {
  return batch_view(self, self.cast<const Decisions&>().batch->offsets);
}

Positions positions_of(const Decisions& self) {
  std::vector<Position> positions;
  const Position start = self.batch->game.start();
  for (std::size_t seat = 0; seat < self.batch->seats(); ++seat) {
    positions.push_back(self.batch->lines(seat) == 0 ? start
                                                     : self.batch->decisions[seat].position);
  }
  return {self.batch->game, std::move(positions)};
}

std::string bytes_of(const auto& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

template <typename T>
std::vector<T> values_of_bytes(const py::bytes& bytes, std::size_t count) {
  const auto text = static_cast<std::string_view>(bytes);
  if (text.size() != count * sizeof(T)) throw InputError("decisions: bytes of another number");
  std::vector<T> values(count);
  std::memcpy(values.data(), text.data(), text.size());
  return values;
}

// The decisions alone: what can be played follows from them.
py::tuple kept_decisions(const Decisions& self, const py::object& make) {
  const BatchDecisions& batch = *self.batch;
  std::vector<std::uint8_t> dice;
  for (std::size_t seat = 0; seat < batch.seats(); ++seat) {
    const Dice rolled = batch.decisions[seat].dice;
    const bool is_open = batch.lines(seat) > 0;
    for (const int die : {rolled.high, rolled.low}) {
      dice.push_back(static_cast<std::uint8_t>(is_open ? die : 0));
    }
  }
  return py::make_tuple(make,
                        py::make_tuple(batch.game.name(), batch.threads,
                                       bytes_of_records(records_of_positions(positions_of(self))),
                                       py::bytes(bytes_of(dice)), py::bytes(bytes_of(batch.actors)),
                                       py::bytes(bytes_of(batch.numbers))));
}

Decisions decisions_of_kept(const py::object& game, int threads, const py::bytes& records,
                            const py::bytes& dice_bytes, const py::bytes& actors,
                            const py::bytes& numbers) {
  const Positions positions = positions_from_bytes(game, records);
  const std::size_t seats = positions.size();
  const auto dice = values_of_bytes<std::uint8_t>(dice_bytes, 2 * seats);
  std::vector<std::optional<Decision>> due(seats);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const int high = dice[2 * seat];
    const int low = dice[2 * seat + 1];
    if (high == 0 && low == 0) continue;
    if (high > 6 || low < 1 || low > high) throw InputError("decisions: dice that are none");
    const Position& position = positions.span()[seat];
    due[seat] = {position, position.is_pending() ? kNoDice : Dice{high, low}};
  }
  const auto batch = list_decisions(positions.game(), thread_count(threads), due);
  batch->actors = values_of_bytes<std::uint8_t>(actors, seats);
  batch->numbers = values_of_bytes<std::uint64_t>(numbers, seats);
  return decisions_of(batch);
}

py::array dice_of(const Decisions& self) {
  std::vector<std::uint8_t> dice;
  for (std::size_t seat = 0; seat < self.batch->seats(); ++seat) {
    const Decision& decision = self.batch->decisions[seat];
    const bool rolls = self.batch->lines(seat) > 0 && !decision.position.is_pending();
    for (const int die : {decision.dice.high, decision.dice.low}) {
      dice.push_back(static_cast<std::uint8_t>(rolls ? die : 0));
    }
  }
  return copied_rows(dice, 2);
}

py::object part_of(const py::object& self, const py::object& index) {
  std::int64_t i = whole_number("index", index);
  if (i < 0) i += 3;
  if (i == 0) return self.attr("afterstates");
  if (i == 1) return self.attr("offsets");
  if (i == 2) return self.attr("endings");
  throw py::index_error("expected 0, 1 or 2: afterstates, offsets, endings");
}

py::array equities_by_values(const Decisions& self, const py::object& values) {
  return copied(mover_equities(self, values));
}

py::array choose_by_values(const Decisions& self, const py::object& values) {
  return copied(best_lines(*self.batch, mover_equities(self, values)));
}

void bind_decisions(py::module_& module) {
  py::class_<Decisions>(module, "Decisions", py::is_final(),
                        R"(What is to be decided in all games of a BatchEnv.

Unpacks to (afterstates, offsets, endings). Line k of all, offsets[i] <= k < offsets[i + 1], is line
k - offsets[i] of game i: its afterstate, or the end of the game where endings[k] is not 0 (the
position there is the one decided in). A game that has none is over, and no other has its place.)")
      .def_property_readonly(
          "afterstates", [](const Decisions& self) { return self.afterstates; },
          "Positions[k]: by line, seen by who acts next")
      .def_property_readonly("offsets", &offsets_of, "int64[n + 1]: where each game's lines begin")
      .def_property_readonly("endings", &endings_of,
                             "int8[k]: by line 0: the game goes on, 1: win=1, 2: win=2, 3: tie, "
                             "for who decides")
      .def_property_readonly("positions", &positions_of,
                             "Positions[n]: decided in, seen by who decides (a start where there "
                             "is nothing to decide)")
      .def_property_readonly("dice", &dice_of,
                             "uint8[n, 2]: the roll, the higher die first; 0, 0 where something is "
                             "pending")
      .def_property_readonly(
          "actors",
          [](const py::object& self) {
            return batch_view(self, self.cast<const Decisions&>().batch->actors);
          },
          "uint8[n]: who decides, 0 made the first decision of the game")
      .def_property_readonly(
          "acts_again",
          [](const py::object& self) {
            const auto& batch = *self.cast<const Decisions&>().batch;
            return py::object(batch_view(self, batch.acts_again).attr("view")("bool"));
          },
          "bool[n]: who decides also makes the next decision, if the game goes on")
      .def_property_readonly(
          "numbers",
          [](const py::object& self) {
            return batch_view(self, self.cast<const Decisions&>().batch->numbers);
          },
          "uint64[n]: of the games, as `gioul selfplay` counts them")
      .def("__len__", [](const Decisions&) { return 3; })
      .def("__iter__", &item_iterator)
      .def("__getitem__", &part_of)
      .def("choose", &choose_by_values,
           "choose(values: float[k] | float[k, 5]) -> int64[n]: the best line of each game, as "
           "BatchEnv.step() takes them; `values` as equities() takes them")
      .def(
          "equities", &equities_by_values,
          "equities(values: float[k] | float[k, 5]) -> float64[k]: points by line for who decides, "
          "endings included. `values` are of `afterstates`, each for its player to act: points, "
          "or the probabilities to lose 2, lose 1, tie, win 1, win 2; what stands at an ending "
          "isn't looked at")
      .def("__repr__",
           [](const Decisions& self) {
             std::size_t open = 0;
             for (std::size_t i = 0; i < self.batch->seats(); ++i) {
               open += self.batch->lines(i) > 0 ? 1 : 0;
             }
             return "<gioul.Decisions: " + std::to_string(open) + " games of " +
                    std::string(self.batch->game.name()) + ", " +
                    std::to_string(self.batch->endings.size()) + " lines>";
           })
      .def("__copy__", [](const py::object& self) { return self; })
      .def("__deepcopy__", [](const py::object& self, const py::handle&) { return self; })
      .def("__reduce__",
           [](const Decisions& self) { return kept_decisions(self, unpickler("decisions")); });
  module.def("_decisions", &decisions_of_kept);
}

}  // namespace

void bind_batch_env(py::module_& module) {
  bind_decisions(module);
  py::class_<Env>(module, "BatchEnv", py::is_final(),
                  R"(Many games at once for reinforcement learning.

BatchEnv(game: str | Game = 'gioul', n: int = 256, seed: int = 1, threads: int | None = 1,
checkers: int | None = None, first_game: int = 0, games: int | None = None). Numbers and dice of the games are those of `gioul selfplay` with the same seed; a game that ends makes room
for the next, up to `games` of them. Threads may share it; they take turns.)")
      .def(py::init(&make_env))
      .def("reset", &Env::reset, "reset() -> None: all games from the first on again")
      .def("decisions", &Env::decisions,
           "decisions() -> Decisions: what is to be decided now; the same until step()")
      .def("step", &step,
           "step(choice: int[n]) -> (reward float32[n], done bool[n], actor uint8[n]): plays the "
           "chosen line of each game. The reward is that of who decided (actor, 0 or 1), points at "
           "the end of the game, else 0")
      .def_property_readonly(
          "n", [](const Env& env) { return env.options().seats; }, "int: games at once")
      .def_property_readonly(
          "game", [](const Env& env) { return env.options().game.name(); }, "str")
      .def_property_readonly(
          "checkers", [](const Env& env) { return env.options().checkers; }, "int: a side")
      .def_property_readonly(
          "totals", &totals_of,
          "dict: of the finished games before the first that is still going on, what `gioul "
          "selfplay --json` has, 'games_hash' included")
      .def("__repr__",
           [](const Env& env) {
             const GameBatchOptions& options = env.options();
             return "<gioul.BatchEnv: " + std::to_string(options.seats) + " games of " +
                    std::string(options.game.name()) + ", seed " + std::to_string(options.seed) +
                    ">";
           })
      .def("__reduce__", [](Env& env) { return kept_env(env, unpickler("batch_env")); });
  module.def("_batch_env", &env_of_kept);
}

}  // namespace gioul::python
