#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "eval/players/search_player.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"
#include "nn/infer/locality_order.h"
#include "python/bindings/arguments.h"
#include "python/bindings/decisions.h"
#include "python/bindings/gil.h"
#include "python/bindings/net.h"
#include "python/bindings/positions.h"
#include "python/bindings/value_arrays.h"
#include "selfplay/loop/self_play_game.h"

namespace gioul::python {

namespace {

AfterstateView view_for(const LoadedNet& net, const py::object& of) {
  AfterstateView view(of);
  require_game("a net", net.game, view.game());
  return view;
}

// Returns the values of a list's positions, each for its player to move. Valid on this thread until
// the next call.
std::span<const Distribution> values_of(const LoadedNet& net, const Position& before,
                                        const AfterstateList& list) {
  thread_local std::vector<Distribution> values;
  values.resize(list.positions().size());
  if (net.is_float) {
    net.float_net->evaluate(list.positions(), thread_float_scratch(), values.data());
    return values;
  }
  net.quantized_net->equities(before, list, thread_evaluation_buffer());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = net.quantized_net->distribution(0, i, thread_evaluation_buffer());
  }
  return values;
}

// Returns the equities for the player who decides.
std::span<const float> equities_of(const LoadedNet& net, const Position& before,
                                   const AfterstateList& list) {
  if (!net.is_float) return net.quantized_net->equities(before, list, thread_evaluation_buffer());
  thread_local std::vector<float> equities;
  equities.clear();
  for (const Distribution& value : values_of(net, before, list)) {
    equities.push_back(list.mover_acts_next() ? equity(value) : -equity(value));
  }
  return equities;
}

// Calls put(values, result) for batches of positions, since larger batches are faster. Returns the
// array that value_array() makes.
template <typename Put>
py::array array_of_values(const LoadedNet& net, const py::object& positions, const py::object& out,
                          std::size_t columns, const Put& put) {
  const Positions many = positions_argument(positions, net.game);
  require_game("a net", net.game, many.game());
  std::vector<Distribution> values(std::min(many.size(), LocalityOrder::kMaxPositions));
  return value_array<float>(
      many, out, columns,
      [&](std::span<const Position> part, float* result) {
        if (net.is_float) {
          net.float_net->evaluate(part, thread_float_scratch(), values.data());
        } else {
          net.quantized_net->evaluate(part, thread_evaluation_buffer(), values.data());
        }
        put(std::span<const Distribution>(values).first(part.size()), result);
      },
      LocalityOrder::kMaxPositions);
}

py::array evaluate(const LoadedNet& net, const PositionsOrPlaysLike& of,
                   const Typed<"float32[n, 5] | None">& out) {
  if (!AfterstateView::is_supported(of)) {
    return array_of_values(net, of, out, kOutcomeCount,
                           [](std::span<const Distribution> values, float* result) {
                             std::memcpy(result, values.data(), values.size_bytes());
                           });
  }
  return value_array<float>(
      view_for(net, of), out, kOutcomeCount,
      [&](const Position& before, const AfterstateList& list, float* values) {
        for (const Distribution& value : values_of(net, before, list)) {
          values = std::ranges::copy(value_for_mover(list, value), values).out;
        }
        for (std::size_t i = list.positions().size(); i < list.size(); ++i) {
          values = std::ranges::copy(one_hot(outcome_of(list.ending(i))), values).out;
        }
      });
}

py::array equities(const LoadedNet& net, const PositionsOrPlaysLike& of,
                   const Typed<"float32[n] | None">& out) {
  if (!AfterstateView::is_supported(of)) {
    return array_of_values(net, of, out, 0,
                           [](std::span<const Distribution> values, float* result) {
                             for (const Distribution& value : values) {
                               *result++ = equity(value) + 0.0f;  // -0 becomes 0
                             }
                           });
  }
  return value_array<float>(view_for(net, of), out, 0,
                            [&](const Position& before, const AfterstateList& list, float* values) {
                              for (const float known : equities_of(net, before, list))
                                *values++ = known + 0.0f;
                              for (std::size_t i = list.positions().size(); i < list.size(); ++i) {
                                *values++ = static_cast<float>(points(outcome_of(list.ending(i))));
                              }
                            });
}

// Chooses like the player "net,plies=N".
py::object search(const LoadedNet& net, const PlaysLike& among, int plies) {
  (void)view_for(net, among);  // throws if they are of another game
  const PlayerFactory make = [game = net.game, quantized_net = net.quantized_net, plies] {
    const auto evaluator = with_default_tables(net_evaluator_factory(quantized_net), game);
    return search_player_factory(game, default_search_options(plies), evaluator)();
  };
  if (py::isinstance<Plays>(among)) {
    const auto plays = among.cast<std::shared_ptr<Plays>>();
    return py::cast(interruptible_call([make, plays] {
      const auto list = std::make_unique<AfterstateList>();
      plays->restore_afterstates(*list);
      CounterRng unused(0, 0, RngStream::kFirstPlayer);
      const std::size_t chosen = make()->choose(plays->before, *list, unused);
      throw_if_interrupted();
      return plays->play_index_of_afterstate(chosen);
    }));
  }
  const auto batch = among.cast<const Decisions&>().batch;
  return copy_array(interruptible_call([make, batch] {
    PerThread<std::unique_ptr<Player>> players(make);
    std::vector<std::int64_t> choices(batch->env_count());
    for_each_decision(*batch, [&](std::size_t env, const AfterstateList& list) {
      CounterRng unused(0, 0, RngStream::kFirstPlayer);
      const Position& before = batch->decisions[env].position;
      choices[env] = static_cast<std::int64_t>(players.local()->choose(before, list, unused));
      throw_if_interrupted();
    });
    return choices;
  }));
}

// Uses the quantized net even if the values are floats, as players do.
py::object choose(const LoadedNet& net, const PlaysLike& among, Integer plies) {
  const int depth = number_argument<int>("plies", plies, 0, kMaxPlies);
  if (depth > 0) return search(net, among, depth);
  const AfterstateView view = view_for(net, among);
  std::vector<std::int64_t> choices(view.offsets().size() - 1);
  view.for_each([&](std::size_t i, const Position& before, const AfterstateList& list) {
    const auto known = net.quantized_net->equities(before, list, thread_evaluation_buffer());
    choices[i] = view.text_order_index(best_afterstate_index(list, known));
  });
  return view.to_python(choices);
}

}  // namespace

void bind_net_values(py::class_<LoadedNet, std::shared_ptr<LoadedNet>>& net) {
  net.def("evaluate", &evaluate,
          "float32[n, 5]: the probabilities of losing 2 points, losing 1, a tie, winning 1, "
          "winning 2. For Positions, for the player to move; for Plays or Decisions, by play, for "
          "the player who decides, endings included.",
          py::arg("of"), py::arg("out") = py::none())
      .def("equities", &equities,
           "float32[n]: equities in points. For Positions, for the player to move; for Plays or "
           "Decisions, by play, for the player who decides, endings included.",
           py::arg("of"), py::arg("out") = py::none())
      .def("choose", &choose,
           "The index of the best play: an int for Plays, int64[n] for Decisions, for "
           "BatchEnv.step(). Searches `plies` deep like the player 'net,plies=N'; Decisions on the "
           "threads of their BatchEnv.",
           py::arg("among"), py::arg("plies") = 0);
}

}  // namespace gioul::python
