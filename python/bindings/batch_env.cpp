// gioul.BatchEnv: many games at once whose decisions Python makes.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <tuple>
#include <utility>

#include "base/error.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/decisions.h"
#include "python/bindings/gil.h"
#include "selfplay/loop/recording.h"
#include "selfplay/report/selfplay_run.h"

namespace gioul::python {

namespace {

// The games and their statistics.
struct Env : Serialized {
  explicit Env(const GameBatchOptions& options) : games(options) {}

  const GameBatchOptions& options() const { return games.options(); }

  GameBatch games;
  SelfplayTotals totals;               // of finished games, batch by batch
  GameTotals part;                     // of the current incomplete batch
  std::optional<Decisions> decisions;  // pending ones, once requested
};

std::unique_ptr<Env> make_env(const GameLike& game, Integer n, Seed seed,
                              std::optional<Number<int>> threads,
                              std::optional<Number<int>> checkers, Integer first_game,
                              std::optional<Integer> games) {
  const SizedGame sized = sized_game(game, checkers);
  GameBatchOptions options{
      .game = sized.game,
      .checkers = sized.checkers,
      .seed = seed,
      .first_game = number_argument<std::uint64_t>("first_game", first_game, 0, kMaxGames),
      .max_games = {},
      .env_count = number_argument<std::size_t>("n", n, 1, kMaxEnvs),
      .threads = thread_count(threads)};
  if (games) options.max_games = number_argument<std::uint64_t>("games", *games, 0, kMaxGames);
  const GilRelease released;
  return std::make_unique<Env>(options);
}

void reset(Env& env) {
  env.run_exclusively([&] {
    env.games.reset();
    env.totals = {};
    env.part = {};
    env.decisions.reset();
  });
}

Decisions decisions(Env& env) {
  return env.run_exclusively([&] {
    if (!env.decisions) env.decisions = decisions_of(env.games.decisions());
    return *env.decisions;
  });
}

py::tuple step(Env& env, const Typed<"int[n]">& choice) {
  const std::vector<std::int64_t> choices = numbers_argument("choice", choice);
  const StepResult result = env.run_exclusively([&] {
    StepResult made = env.games.step(choices);
    env.decisions.reset();
    // Counted in batches like play_and_encode_games(), so that the hashes agree.
    for (const GameTotals& game : env.games.take_finished_games()) {
      env.part.add(game);
      if (env.part.games == kGamesPerBatch) env.totals.add(std::exchange(env.part, {}));
    }
    return made;
  });
  const py::array_t<std::uint8_t> done = copy_array(result.done);
  return py::make_tuple(copy_array(result.rewards), done.attr("view")("bool"),
                        copy_array(result.movers));
}

py::dict totals_of(Env& env) {
  const SelfplayTotals totals = env.run_exclusively([&] {
    SelfplayTotals all = env.totals;
    if (env.part.games > 0) all.add(env.part);
    return all;
  });
  py::dict result;
  result["games"] = totals.games;
  if (totals.games == 0) return result;
  result["decisions_per_game"] = totals.decisions_per_game();
  result["gammon_share"] = totals.gammon_share();
  result["first_mover_points"] = totals.first_mover_points_per_game();
  result["games_hash"] = std::to_string(totals.games_hash);
  return result;
}

// The contents of pickles: games by the indices of the chosen afterstates, two bytes each, and
// statistics.
using PickledEnvs = std::vector<std::optional<std::pair<std::uint64_t, py::bytes>>>;
using PickledGames = std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, int>>;
using Counts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::int64_t, std::uint64_t>;

auto counts_of(auto& totals) {
  return std::tie(totals.games, totals.decisions, totals.gammons, totals.first_mover_points,
                  totals.games_hash);
}

// Returns a pickle that restores the environment in this state.
py::tuple pickled_env(Env& env) {
  const auto [games, totals, part] = env.run_exclusively(
      [&] { return std::tuple(env.games.checkpoint(), GameTotals(env.totals), env.part); });
  PickledEnvs envs;
  for (const auto& state : games.env_states) {
    envs.emplace_back();
    if (state) envs.back() = {state->game_index, bytes_of(state->choices)};
  }
  PickledGames finished;
  for (const auto& [place, game] : games.finished_games) {
    finished.emplace_back(place, game.games_hash, game.decisions,
                          static_cast<int>(game.first_mover_points));
  }
  const GameBatchOptions& options = env.options();
  return py::make_tuple(
      unpickler("batch_env"),
      py::make_tuple(options.game.name(), options.env_count, options.seed, options.threads,
                     options.checkers, options.first_game, options.max_games, games.games_begun,
                     games.games_returned, envs, finished, Counts(counts_of(totals)),
                     Counts(counts_of(part))));
}

std::unique_ptr<Env> unpickled_env(const GameLike& game, Integer n, Seed seed, Number<int> threads,
                                   Number<int> checkers, Integer first_game,
                                   std::optional<Integer> games, std::uint64_t begun,
                                   std::uint64_t taken, const PickledEnvs& envs,
                                   const PickledGames& finished, const Counts& totals,
                                   const Counts& part) {
  auto env = make_env(game, n, seed, threads, checkers, first_game, games);
  BatchCheckpoint state{
      .games_begun = begun, .games_returned = taken, .env_states = {}, .finished_games = {}};
  for (const auto& one : envs) {
    state.env_states.emplace_back();
    if (!one) continue;
    state.env_states.back() = BatchCheckpoint::EnvState{
        .game_index = one->first, .choices = decode_bytes<std::uint16_t>("choices", one->second)};
  }
  for (const auto& [place, hash, decisions, points] : finished) {
    state.finished_games[place] = make_game_totals(hash, decisions, points);
  }
  env->run_exclusively([&] { env->games.restore(state); });
  counts_of(env->totals) = totals;
  counts_of(env->part) = part;
  return env;
}

}  // namespace

void bind_batch_env(py::module_& module) {
  py::class_<Env>(module, "BatchEnv", py::is_final(),
                  R"(Many games at once for reinforcement learning.

The games have the same numbers and dice as those of `gioul selfplay` with the same seed. When a
game ends, the next one takes its place, up to `games` in total. Threads may share it; they take
turns.)")
      .def(py::init(&make_env), py::arg("game") = "gioul", py::arg("n") = 256, py::arg("seed") = 1,
           py::arg("threads") = 1, py::arg("checkers") = py::none(), py::arg("first_game") = 0,
           py::arg("games") = py::none())
      .def("reset", &reset, "Starts again with the first games.")
      .def("decisions", &decisions, "The pending decisions; the same ones until step().")
      .def("step", &step,
           "(reward float32[n], done bool[n], actor uint8[n]): makes the chosen play in each game. "
           "The reward is that of the player who decided (actor, 0 or 1): points at the end of the "
           "game, else 0.",
           py::arg("choice"))
      .def_property_readonly(
          "n", [](const Env& env) { return env.options().env_count; },
          "int: number of games at once")
      .def_property_readonly(
          "game", [](const Env& env) { return env.options().game.name(); }, "str")
      .def_property_readonly(
          "checkers", [](const Env& env) { return env.options().checkers; },
          "int: checkers per side")
      .def_property_readonly(
          "totals", &totals_of,
          "dict: statistics as in `gioul selfplay --json`, 'games_hash' included, of the finished "
          "games before the first one that is still running")
      .def("__repr__",
           [](const Env& env) {
             const GameBatchOptions& options = env.options();
             return "<gioul.BatchEnv: " + std::to_string(options.env_count) + " games of " +
                    std::string(options.game.name()) + ", seed " + std::to_string(options.seed) +
                    ">";
           })
      .def("__reduce__", &pickled_env);
  module.def("_batch_env", &unpickled_env);
}

}  // namespace gioul::python
