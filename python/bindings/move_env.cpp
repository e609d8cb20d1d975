// gioul.MoveEnv and gioul.MoveState: games played by single checker moves, from a fixed set of
// actions.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/callable_player.h"
#include "python/bindings/gil.h"
#include "python/bindings/positions.h"
#include "selfplay/envs/checker_move_env.h"
#include "selfplay/envs/checker_move_vector_env.h"

namespace gioul::python {

namespace {

struct MoveEnv : Serialized {
  explicit MoveEnv(const CheckerMoveVectorEnvOptions& options) : games(options) {}

  CheckerMoveVectorEnv games;
  py::object opponent;  // as given, for pickles
};

std::unique_ptr<MoveEnv> make_env(const GameLike& game, Integer n, Seed seed,
                                  const Typed<"str | Callable | None">& opponent,
                                  std::optional<Number<int>> threads,
                                  std::optional<Number<int>> checkers, bool auto_reset) {
  const SizedGame sized = sized_game(game, checkers);
  CheckerMoveVectorEnvOptions options{
      .game = sized.game,
      .checkers = sized.checkers,
      .seed = seed,
      .env_count = number_argument<std::size_t>("n", n, 1, kMaxEnvs),
      .threads = thread_count(threads),
      .auto_reset = auto_reset};
  PlayerArguments who;
  if (!opponent.is_none()) add_player(who, opponent, sized.game);
  auto env = [&] {
    const GilRelease released;
    if (!who.names.empty()) options.opponent_factory = who.factory(0, sized.game);
    return std::make_unique<MoveEnv>(options);
  }();
  env->opponent = opponent;
  env->runs_python = !who.custom_players.empty();
  return env;
}

// The contents of pickles: a game by its current decision (position, player to move, dice or 0 and
// 0, whether it is pending, the checker moves made) and its end.
using PickledGame = std::tuple<py::bytes, std::size_t, int, int, bool, py::bytes, int>;

bool has_rolled(const CheckerMoveCheckpoint& state) {
  return !state.decision.position.is_pending() &&
         (state.is_decision_pending || state.ending != Ending::kNone);
}

PickledGame pickled_game(Game game, const CheckerMoveCheckpoint& state) {
  const Dice rolled = state.decision.dice.value_or(Dice{});
  return {bytes_of_positions({game, std::vector{state.decision.position}}),
          state.player_to_move,
          rolled.high,
          rolled.low,
          state.is_decision_pending,
          bytes_of(state.played_actions),
          static_cast<int>(state.ending)};
}

CheckerMoveCheckpoint unpickled_game(Game game, const PickledGame& pickled) {
  const auto& [position, actor, high, low, is_deciding, actions, ending] = pickled;
  const Positions positions = positions_from_bytes(py::str(std::string(game.name())), position);
  const bool is_possible = positions.size() == 1 && actor <= 1 && ending >= 0 &&
                           ending <= static_cast<int>(Ending::kTie);
  if (!is_possible) throw InputError("the state of a game that is impossible");
  CheckerMoveCheckpoint state{.decision = {positions.span()[0], std::nullopt},
                              .player_to_move = actor,
                              .is_decision_pending = is_deciding,
                              .played_actions = decode_bytes<std::uint8_t>("actions", actions),
                              .ending = static_cast<Ending>(ending)};
  if (has_rolled(state)) {
    number_argument("dice", high, low, 6);
    number_argument("dice", low, 1, 6);
    state.decision.dice = Dice{high, low};
  }
  return state;
}

using PickledEnv = std::tuple<PickledGame, std::uint64_t, std::uint64_t, std::uint64_t>;

py::tuple pickled_env(MoveEnv& env) {
  const CheckerMoveVectorEnvOptions& options = env.games.options();
  const CheckerMoveVectorCheckpoint state =
      env.run_exclusively([&] { return env.games.checkpoint(); });
  std::vector<PickledEnv> games;
  for (const CheckerMoveVectorCheckpoint::EnvState& one : state.env_states) {
    games.emplace_back(pickled_game(options.game, one.game), one.game_number,
                       one.dice_rng_draw_count, one.opponent_rng_draw_count);
  }
  return py::make_tuple(
      unpickler("move_env"),
      py::make_tuple(options.game.name(), options.env_count, options.seed, env.opponent,
                     options.threads, options.checkers, options.auto_reset, state.seed,
                     state.action_rng_draw_count, games, bytes_of(state.final_observations),
                     bytes_of(state.rewards), bytes_of(state.done)));
}

std::unique_ptr<MoveEnv> unpickled_env(const GameLike& game, Integer n, Seed seed,
                                       const Typed<"str | Callable | None">& opponent,
                                       Number<int> threads, Number<int> checkers, bool auto_reset,
                                       Seed current_seed, std::uint64_t action_count,
                                       const std::vector<PickledEnv>& games,
                                       const py::bytes& final_observations,
                                       const py::bytes& rewards, const py::bytes& done) {
  auto env = make_env(game, n, seed, opponent, threads, checkers, auto_reset);
  CheckerMoveVectorCheckpoint state{
      .seed = current_seed,
      .action_rng_draw_count = action_count,
      .env_states = {},
      .final_observations = decode_bytes<std::int8_t>("observations", final_observations),
      .rewards = decode_bytes<float>("rewards", rewards),
      .done = decode_bytes<std::uint8_t>("done", done)};
  if (std::ranges::any_of(state.done, [](std::uint8_t one) { return one > 1; })) {
    throw InputError("done: expected 0 or 1");
  }
  for (const auto& [one, number, dice_count, opponent_count] : games) {
    state.env_states.push_back({.game = unpickled_game(env->games.options().game, one),
                                .game_number = number,
                                .dice_rng_draw_count = dice_count,
                                .opponent_rng_draw_count = opponent_count});
  }
  env->run_exclusively([&] { env->games.restore(state); });
  return env;
}

template <typename Kind, typename Member>
auto rows_of(Member member, std::size_t columns = 0) {
  return vector_view<MoveEnv, Kind>(
      [member](const MoveEnv& env) -> const auto& { return env.games.*member; }, columns);
}

void step(MoveEnv& env, const Typed<"int[n]">& actions) {
  const std::vector<std::int64_t> chosen = numbers_argument("actions", actions);
  env.run_exclusively([&] { env.games.step(chosen); });
}

py::array sample(MoveEnv& env) {
  std::vector<std::int64_t> actions(env.games.options().env_count);
  env.run_exclusively([&] { env.games.sample_actions(actions); });
  return copy_array(actions);
}

Positions positions_of(MoveEnv& env) {
  std::vector<Position> positions(env.games.options().env_count);
  env.run_exclusively([&] {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      positions[i] = env.games.game_of_env(i).position();
    }
  });
  return {env.games.options().game, std::move(positions)};
}

void bind_state(py::module_& module) {
  const auto copy = [](const CheckerMoveEnv& state) { return CheckerMoveEnv(state); };
  py::class_<CheckerMoveEnv>(
      module, "MoveState", py::is_final(),
      R"(One game, played by single checker moves; the caller provides the dice.

Actions and observations are those of MoveEnv. copy.copy() makes an independent copy.)")
      .def(py::init([](const GameLike& game, std::optional<Number<int>> checkers) {
             const SizedGame sized = sized_game(game, checkers);
             return CheckerMoveEnv(sized.game, sized.game.start(sized.checkers));
           }),
           py::arg("game") = "gioul", py::arg("checkers") = py::none())
      .def_property_readonly(
          "game", [](const CheckerMoveEnv& state) { return state.game().name(); }, "str")
      .def_property_readonly("actor", &CheckerMoveEnv::player_to_move,
                             "int: player to move; 0 made the first decision of the game")
      .def_property_readonly("needs_roll", &CheckerMoveEnv::needs_roll, "bool: roll() comes next")
      .def_property_readonly("is_over", &CheckerMoveEnv::is_over, "bool")
      .def_property_readonly(
          "points",
          [](const CheckerMoveEnv& state) {
            return state.is_over() ? state.first_player_points() : 0;
          },
          "int: points won by player 0; 0 while the game is running")
      .def_property_readonly(
          "position",
          [](const CheckerMoveEnv& state) { return GamePosition{state.game(), state.position()}; },
          "Position: before the current decision")
      .def_property_readonly(
          "legal_actions",
          [](const CheckerMoveEnv& state) {
            std::vector<int> actions;
            for (int action = 0; action <= kPassAction; ++action) {
              if (state.is_legal(action)) actions.push_back(action);
            }
            return actions;
          },
          "list[int]: legal actions; empty if a roll is due or the game is over")
      .def_property_readonly(
          "mask",
          [](const CheckerMoveEnv& state) {
            std::vector<std::int8_t> mask(kActionCount);
            state.write_action_mask(
                std::span<std::int8_t, kActionCount>(mask.data(), kActionCount));
            return copy_array(mask);
          },
          "int8[151]: 1 for each legal action")
      .def_property_readonly(
          "observation",
          [](const CheckerMoveEnv& state) {
            std::vector<std::int8_t> numbers(kObservationSize);
            state.write_observation(
                std::span<std::int8_t, kObservationSize>(numbers.data(), kObservationSize));
            return copy_array(numbers);
          },
          "int8[110]: observation of the player to move")
      .def(
          "roll",
          [](CheckerMoveEnv& state, Number<int> d1, Number<int> d2) {
            if (!state.needs_roll()) throw InputError("no roll is expected here");
            number_argument("dice", d1, 1, 6);
            number_argument("dice", d2, 1, 6);
            state.roll(make_dice(d1, d2));
          },
          "Sets the dice of the next decision.", py::arg("d1"), py::arg("d2"))
      .def(
          "play",
          [](CheckerMoveEnv& state, Integer action) {
            if (!state.is_legal(action)) {
              throw InputError("action " + std::to_string(action) + ": is illegal here");
            }
            return state.play(static_cast<int>(action));
          },
          "Makes a checker move or passes; returns True if that completed the decision.",
          py::arg("action"))
      .def("__copy__", copy)
      .def("__deepcopy__",
           [copy](const CheckerMoveEnv& state, const py::object& /*memo*/) { return copy(state); })
      .def("__reduce__",
           [](const CheckerMoveEnv& state) {
             return py::make_tuple(unpickler("move_state"),
                                   py::make_tuple(state.game().name(),
                                                  pickled_game(state.game(), state.checkpoint())));
           })
      .def("__repr__", [](const CheckerMoveEnv& state) {
        return "<gioul.MoveState: " + text_of({state.game(), state.position()}) +
               (state.is_over()      ? ", over>"
                : state.needs_roll() ? ", to roll>"
                                     : ">");
      });
}

}  // namespace

void bind_move_env(py::module_& module) {
  module.def("_move_env", &unpickled_env);
  module.def("_move_state", [](const GameLike& name, const PickledGame& pickled) {
    const Game game = game_argument(name);
    return CheckerMoveEnv(game, unpickled_game(game, pickled));
  });
  bind_state(module);
  module.attr("MOVE_ACTIONS") = kActionCount;
  module.attr("MOVE_INPUTS") = kObservationSize;
  py::class_<MoveEnv>(
      module, "MoveEnv", py::is_final(),
      R"(Many games at once, played by single checker moves; gioul.envs is built on it.

An action is (number - 1) * 25 + origin - 1, where origin 25 is the bar, or 150 to pass if no
checker can move. Without an opponent the caller decides for both sides. With one it decides for
one side, which moves first if game number + seed is even. An opponent in Python gets one decision
per call; it is never freed if it refers to the environment. The arrays are read-only views that
each step() overwrites. When a game ends, the next one takes its place.)")
      .def(py::init(&make_env), py::arg("game") = "gioul", py::arg("n") = 256, py::arg("seed") = 1,
           py::arg("opponent") = py::none(), py::arg("threads") = 1,
           py::arg("checkers") = py::none(), py::arg("auto_reset") = true)
      .def(
          "reset",
          [](MoveEnv& env, std::optional<Seed> seed) {
            env.run_exclusively([&] { env.games.reset(seed ? *seed : env.games.options().seed); });
          },
          "Starts all games again, with the dice of this seed or of the initial one.",
          py::arg("seed") = py::none())
      .def("step", &step,
           "Applies one action per game. An illegal one raises ValueError and changes nothing. "
           "Ignores the actions of finished games; ValueError if all are.",
           py::arg("actions"))
      .def("sample", &sample, "int64[n]: random legal actions.")
      .def_property_readonly(
          "observations",
          rows_of<std::int8_t>(&CheckerMoveVectorEnv::observations, kObservationSize),
          "int8[n, 110]: observations of the players to move: own checkers, the opponent's, pinned "
          "points of both, how often each number may be played, pending checker moves, whether "
          "they were forfeited, rolls of both")
      .def_property_readonly(
          "masks", rows_of<std::int8_t>(&CheckerMoveVectorEnv::action_masks, kActionCount),
          "int8[n, 151]: 1 for each legal action")
      .def_property_readonly("rewards", rows_of<float>(&CheckerMoveVectorEnv::rewards),
                             "float32[n]: points, at the end of a game, for the player who made "
                             "the last action; else 0")
      .def_property_readonly("done", rows_of<bool>(&CheckerMoveVectorEnv::done),
                             "bool[n]: the last step ended the game")
      .def_property_readonly("actors",
                             rows_of<std::uint8_t>(&CheckerMoveVectorEnv::players_to_move),
                             "uint8[n]: players to move; 0 made the first decision of the game")
      .def_property_readonly(
          "final_observations",
          rows_of<std::int8_t>(&CheckerMoveVectorEnv::final_observations, kObservationSize),
          "int8[n, 110]: where `done`, the final state, seen by the player who "
          "made the last action")
      .def_property_readonly("positions", &positions_of,
                             "Positions[n]: before the current decisions")
      .def_property_readonly(
          "n", [](const MoveEnv& env) { return env.games.options().env_count; }, "int")
      .def_property_readonly(
          "game", [](const MoveEnv& env) { return env.games.options().game.name(); }, "str")
      .def("__repr__",
           [](const MoveEnv& env) {
             const CheckerMoveVectorEnvOptions& options = env.games.options();
             return "<gioul.MoveEnv: " + std::to_string(options.env_count) + " games of " +
                    std::string(options.game.name()) + ">";
           })
      .def("__reduce__", &pickled_env);
}

}  // namespace gioul::python
