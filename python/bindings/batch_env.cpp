#include "python/bindings/batch_env.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <mutex>

#include "base/error.h"
#include "engine/rng.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"
#include "selfplay/loop/recording.h"
#include "selfplay/report/selfplay_totals.h"

namespace gioul::python {

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
    for (const BatchGame& game : games_.take_finished()) count(game);
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

 private:
  const Decisions& current() {
    if (!decisions_) {
      auto batch = games_.decisions();
      Positions afterstates(batch->game,
                            std::make_shared<const PositionBlock>(batch->afterstates, batch));
      decisions_.emplace(Decisions{std::move(batch), std::move(afterstates)});
    }
    return *decisions_;
  }

  // As play_and_record() counts them, part by part.
  void count(const BatchGame& game) {
    ++part_.games;
    part_.decisions += game.decisions;
    part_.gammons += game.points == 2 || game.points == -2 ? 1 : 0;
    part_.first_mover_points += game.points;
    part_.hash = mix64(part_.hash ^ game.hash);
    if (part_.games < kGamesAPart) return;
    totals_.add(part_);
    part_ = {};
  }

  std::mutex mutex_;
  GameBatch games_;
  SelfplayTotals totals_;
  PlayedGames part_;
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

py::object part_of(const py::object& self, py::ssize_t i) {
  if (i < 0) i += 3;
  if (i == 0) return self.attr("afterstates");
  if (i == 1) return self.attr("offsets");
  if (i == 2) return self.attr("endings");
  throw py::index_error("expected 0, 1 or 2: afterstates, offsets, endings");
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
      .def("__getitem__", &part_of);
}

}  // namespace

void bind_batch_env(py::module_& module) {
  bind_decisions(module);
  py::class_<Env>(module, "BatchEnv", py::is_final(),
                  R"(Many games at once for reinforcement learning.

BatchEnv(game: str | Game = 'gioul', n: int = 256, seed: int = 1, threads: int | None = 1,
checkers: int | None = None, first_game: int = 0, games: int | None = None). Numbers and dice of the games are those of `gioul selfplay` with the same seed; a game that ends makes room
for the next, up to `games` of them. Threads may share it; they take turns.)")
      .def(py::init(&make_env), py::arg("game") = "gioul", py::arg("n") = 256, py::arg("seed") = 1,
           py::arg("threads") = 1, py::arg("checkers") = py::none(), py::arg("first_game") = 0,
           py::arg("games") = py::none())
      .def("reset", &Env::reset, "reset() -> None: all games from the first on again")
      .def("decisions", &Env::decisions,
           "decisions() -> Decisions: what is to be decided now; the same until step()")
      .def("step", &step, py::arg("choice"),
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
          "selfplay --json` has, 'games_hash' included");
}

}  // namespace gioul::python
