#include <algorithm>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "engine/outcome.h"
#include "eval/value/evaluator.h"
#include "nn/infer/neighbour_order.h"
#include "python/bindings/arguments.h"
#include "python/bindings/batch_env.h"
#include "python/bindings/encode.h"
#include "python/bindings/net.h"
#include "python/bindings/plays.h"
#include "python/bindings/positions.h"
#include "python/bindings/value_arrays.h"
#include "selfplay/loop/game_in_play.h"

namespace gioul::python {

namespace {

void require_net_of(const LoadedNet& net, Game game) {
  if (net.game == game) return;
  throw InputError("the net is for " + std::string(net.game.name()) + ", the positions are of " +
                   std::string(game.name()));
}

// Of the positions of a list, each for its player to act; this thread's until it is called again.
std::span<const Distribution> values_of(const LoadedNet& net, const Position& before,
                                        const AfterstateList& list) {
  thread_local std::vector<Distribution> values;
  values.resize(list.positions().size());
  if (net.is_float) {
    net.floats->evaluate(list.positions(), float_buffer(), values.data());
    return values;
  }
  net.compiled->equities(before, list, evaluation_buffer());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = net.compiled->distribution(i, evaluation_buffer());
  }
  return values;
}

// ... and for who decides.
std::span<const float> equities_of(const LoadedNet& net, const Position& before,
                                   const AfterstateList& list) {
  if (!net.is_float) return net.compiled->equities(before, list, evaluation_buffer());
  thread_local std::vector<float> equities;
  equities.clear();
  for (const Distribution& value : values_of(net, before, list)) {
    equities.push_back(list.mover_acts_next() ? equity(value) : -equity(value));
  }
  return equities;
}

// What ends the game is worth what it wins.
float equity_of_line(std::span<const float> known, std::size_t line, Ending ending) {
  if (line < known.size()) return known[line] + 0.0f;  // -0 becomes 0
  return static_cast<float>(points(outcome_of(ending)));
}

// Calls put(values, result) with what the net says of many positions at a time, the more of which
// it sees the faster it is. Returns the array that value_array() makes.
template <typename Put>
py::array array_of_values(const LoadedNet& net, const py::object& positions, const py::object& out,
                          std::size_t columns, const Put& put) {
  const Positions many = positions_argument(positions, net.game);
  require_net_of(net, many.game());
  std::vector<Distribution> values(std::min(many.size(), NeighbourOrder::kMost));
  return value_array<float>(
      many, out, columns,
      [&](std::span<const Position> part, float* result) {
        if (net.is_float) {
          net.floats->evaluate(part, float_buffer(), values.data());
        } else {
          net.compiled->evaluate(part, evaluation_buffer(), values.data());
        }
        put(std::span<const Distribution>(values).first(part.size()), result);
      },
      NeighbourOrder::kMost);
}

py::array values_of_positions(const LoadedNet& net, const py::object& positions,
                              const py::object& out) {
  return array_of_values(net, positions, out, kOutcomes,
                         [](std::span<const Distribution> values, float* result) {
                           std::memcpy(result, values.data(), values.size_bytes());
                         });
}

// Writes the values of all lines for who decides.
void write_values(const LoadedNet& net, const Position& before, const AfterstateList& list,
                  float* values) {
  for (const Distribution& value : values_of(net, before, list)) {
    values = std::ranges::copy(seen_by_mover(list, value), values).out;
  }
  for (std::size_t line = list.positions().size(); line < list.lines(); ++line) {
    values = std::ranges::copy(certain(outcome_of(list.ending(line))), values).out;
  }
}

py::array values_of_plays(const LoadedNet& net, const Plays& plays, const py::object& out) {
  require_net_of(net, plays.game);
  const std::size_t lines = plays.lines.size();
  py::array array = result_array(out, py::dtype::of<float>(), lines, kOutcomes);
  plays.restore(working_list());
  std::vector<float> by_line(working_list().lines() * kOutcomes);
  write_values(net, plays.before, working_list(), by_line.data());
  std::vector<float> values(lines * kOutcomes);
  for (std::size_t i = 0; i < lines; ++i) {
    std::copy_n(by_line.data() + plays.lines[i].line * kOutcomes, kOutcomes,
                values.data() + i * kOutcomes);
  }
  put_rows(array, 0, kOutcomes, kOutcomes * sizeof(float), values.data(), lines, lines);
  return array;
}

py::array values_of_batch(const LoadedNet& net, const BatchDecisions& batch,
                          const py::object& out) {
  require_net_of(net, batch.game);
  const std::size_t lines = batch.endings.size();
  py::array array = result_array(out, py::dtype::of<float>(), lines, kOutcomes);
  std::vector<float> values(lines * kOutcomes);
  {
    const Released released;
    for_each_decision(batch, [&](std::size_t seat, const AfterstateList& list) {
      write_values(net, batch.decisions[seat].position, list,
                   values.data() + static_cast<std::size_t>(batch.offsets[seat]) * kOutcomes);
    });
  }
  put_rows(array, 0, kOutcomes, kOutcomes * sizeof(float), values.data(), lines, lines);
  return array;
}

py::array evaluate(const LoadedNet& net, const py::object& of, const py::object& out) {
  if (py::isinstance<Plays>(of)) return values_of_plays(net, of.cast<const Plays&>(), out);
  if (py::isinstance<Decisions>(of)) {
    return values_of_batch(net, *of.cast<const Decisions&>().batch, out);
  }
  return values_of_positions(net, of, out);
}

py::array equities_of_plays(const LoadedNet& net, const Plays& plays, const py::object& out) {
  require_net_of(net, plays.game);
  py::array array = result_array(out, py::dtype::of<float>(), plays.lines.size(), 0);
  plays.restore(working_list());
  const auto known = equities_of(net, plays.before, working_list());
  std::vector<float> equities;
  for (std::size_t i = 0; i < plays.lines.size(); ++i) {
    equities.push_back(equity_of_line(known, plays.lines[i].line, plays.ending(i)));
  }
  put_rows(array, 0, 0, sizeof(float), equities.data(), equities.size(), equities.size());
  return array;
}

py::array equities_of_batch(const LoadedNet& net, const BatchDecisions& batch,
                            const py::object& out) {
  require_net_of(net, batch.game);
  py::array array = result_array(out, py::dtype::of<float>(), batch.endings.size(), 0);
  std::vector<float> equities(batch.endings.size());
  {
    const Released released;
    for_each_decision(batch, [&](std::size_t seat, const AfterstateList& list) {
      const auto known = equities_of(net, batch.decisions[seat].position, list);
      const auto first = static_cast<std::size_t>(batch.offsets[seat]);
      for (std::size_t line = 0; line < list.lines(); ++line) {
        equities[first + line] = equity_of_line(known, line, list.ending(line));
      }
    });
  }
  put_rows(array, 0, 0, sizeof(float), equities.data(), equities.size(), equities.size());
  return array;
}

py::array equities_of_positions(const LoadedNet& net, const py::object& positions,
                                const py::object& out) {
  return array_of_values(net, positions, out, 0,
                         [](std::span<const Distribution> values, float* result) {
                           for (const Distribution& value : values) {
                             *result++ = equity(value) + 0.0f;
                           }
                         });
}

py::array equities(const LoadedNet& net, const py::object& of, const py::object& out) {
  if (py::isinstance<Plays>(of)) return equities_of_plays(net, of.cast<const Plays&>(), out);
  if (py::isinstance<Decisions>(of)) {
    return equities_of_batch(net, *of.cast<const Decisions&>().batch, out);
  }
  return equities_of_positions(net, of, out);
}

// Whatever the net's values are in: as players choose.
std::size_t choose_play(const LoadedNet& net, const Plays& plays) {
  require_net_of(net, plays.game);
  plays.restore(working_list());
  return plays.place_of(best_line(
      working_list(), net.compiled->equities(plays.before, working_list(), evaluation_buffer())));
}

py::array choose_in_batch(const LoadedNet& net, const BatchDecisions& batch) {
  require_net_of(net, batch.game);
  std::vector<std::int64_t> choices(batch.seats());
  {
    const Released released;
    for_each_decision(batch, [&](std::size_t seat, const AfterstateList& list) {
      const auto known =
          net.compiled->equities(batch.decisions[seat].position, list, evaluation_buffer());
      choices[seat] = static_cast<std::int64_t>(best_line(list, known));
    });
  }
  return copied(choices);
}

py::object choose(const LoadedNet& net, const py::object& among) {
  if (py::isinstance<Plays>(among)) {
    return py::int_(choose_play(net, among.cast<const Plays&>()));
  }
  if (py::isinstance<Decisions>(among)) {
    return choose_in_batch(net, *among.cast<const Decisions&>().batch);
  }
  throw py::type_error("expected gioul.Plays or gioul.Decisions");
}

}  // namespace

void bind_net_values(py::class_<LoadedNet, std::shared_ptr<LoadedNet>>& net) {
  net.def("evaluate", &evaluate,
          "evaluate(of: Positions | Position | Sequence[Position] | Plays | Decisions, out: "
          "float32[n, 5] | None = None) -> float32[n, 5]: the probabilities to lose 2 points, lose "
          "1, tie, win 1, win 2. Of Positions for each player to act; of Plays or Decisions, line "
          "by line, for who decides, endings included")
      .def("equities", &equities,
           "equities(of: Positions | Position | Sequence[Position] | Plays | Decisions, out: "
           "float32[n] | None = None) -> float32[n]: in points. Of Positions for each player to "
           "act; of Plays or Decisions, line by line, for who decides, endings included")
      .def("choose", &choose,
           "choose(among: Plays | Decisions) -> int | int64[n]: the best line, an int of Plays, "
           "int64[n] of Decisions, as BatchEnv.step() takes them")
      .def(
          "encode",
          [](const LoadedNet& self, const py::object& positions, const py::object& out) {
            return encode_dense(positions_of_game(positions, self.game), out);
          },
          "encode(positions: Positions | Position | Sequence[Position], out: float32[n, inputs] | "
          "None = None) -> float32[n, inputs]: what the net sees")
      .def(
          "encode_sparse",
          [](const LoadedNet& self, const py::object& positions) {
            return encode_sparse(positions_of_game(positions, self.game));
          },
          "encode_sparse(positions: Positions | Position | Sequence[Position]) -> ("
          "indices int64[k], offsets int64[n], weights float32[k]): "
          "what torch.nn.EmbeddingBag(mode='sum') takes, weights as per_sample_weights");
}

}  // namespace gioul::python
