// gioul.read_records(): recorded self-play games as arrays.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "engine/outcome.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/decisions.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"
#include "python/bindings/positions.h"
#include "python/bindings/value_arrays.h"
#include "selfplay/loop/targets.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/record_shard.h"
#include "selfplay/record/replay.h"
#include "selfplay/record/shard_writer.h"

namespace gioul::python {

namespace {

// Consecutive games and their decisions.
struct Recorded {
  Game game;
  int checkers = kMaxCheckers;
  bool has_values = true;
  std::vector<GameStep> steps;
  std::vector<Outcome> last_results;  // by game, for the last player to move
  std::vector<std::uint64_t> numbers;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int8_t> results;  // points of the player who moved first
  std::vector<std::uint8_t> actors;
  std::shared_ptr<const PositionBlock> positions;

  std::size_t games() const { return results.size(); }
  std::span<const GameStep> steps_of(std::size_t i) const {
    return std::span(steps).subspan(static_cast<std::size_t>(offsets[i]),
                                    static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }

  void add(const GameRecord& record, std::span<const GameStep> played) {
    std::uint8_t actor = 0;
    for (const GameStep& step : played) {
      steps.push_back(step);
      actors.push_back(actor);
      if (!step.mover_acts_next) actor ^= 1;
    }
    numbers.push_back(record.game_number);
    offsets.push_back(static_cast<std::int64_t>(steps.size()));
    results.push_back(static_cast<std::int8_t>(points(record.outcome)));
    last_results.push_back(actors.back() == 0 ? record.outcome : flipped(record.outcome));
  }

  void finish() {
    std::vector<Position> all;
    all.reserve(steps.size());
    for (const GameStep& step : steps) all.push_back(step.decision.position);
    positions = std::make_shared<const PositionBlock>(std::move(all));
  }
};

using SharedRecords = std::shared_ptr<Recorded>;

// Every game is replayed, which also validates it.
void read_shard(const std::filesystem::path& file, std::uint64_t max_games, Recorded& records) {
  ShardReader shard = open_shard(file);
  const ShardHeader& header = shard.header();
  if (records.games() == 0) {
    records.game = header.game;
    records.checkers = header.checkers;
    records.has_values = header.has_values;
  }
  if (records.game != header.game || records.checkers != header.checkers ||
      records.has_values != header.has_values) {
    throw InputError(file.string() + ": belongs to another run than the shards before it");
  }
  GameReplayer replay(header.game, header.checkers);
  GameRecord game;
  while (records.games() < max_games && shard.read_next_game(game)) {
    throw_if_interrupted();
    try {
      records.add(game, replay(game));
    } catch (const ReplayError& error) {
      throw InputError(file.string() + ": game " + std::to_string(game.game_number) + ": " +
                       error.what());
    }
  }
}

bool has_values(const GameRecord& game) {
  return std::ranges::all_of(
      game.decisions.begin() + 1, game.decisions.end(),
      [](const RecordedDecision& made) { return made.value != RecordedValue{}; });
}

// Reads games of any format. Games that are rejected, and those without a result or a decision, are
// left out with a reason in `left_out`.
void read_other_games(const std::filesystem::path& place, std::uint64_t max_games,
                      Recorded& records, std::vector<std::string>& left_out) {
  const auto add = [&](const GameFile& file, const AnnotatedGame& game,
                       const GameValidator& check) {
    throw_if_interrupted();
    if (records.games() >= max_games) return false;
    if (game.is_running || check.last_steps().empty()) {
      left_out.push_back(file.format_decision_location(game, 0) + ": " +
                         (game.is_running ? "has no result" : "has no decisions"));
      return true;
    }
    if (records.games() == 0) {
      records.game = game.variant;
      records.checkers = game.checkers;
    }
    if (records.game != game.variant || records.checkers != game.checkers) {
      throw InputError(file.format_decision_location(game, 0) +
                       ": is of another game than those before it");
    }
    records.has_values = records.has_values && has_values(game.record);
    records.add(game.record, check.last_steps());
    return records.games() < max_games;
  };
  read_games({place.string()}, std::nullopt, add, [&](const std::string& reason) {
    throw_if_interrupted();
    left_out.push_back(reason);
  });
  if (records.games() == 0 && max_games > 0) {
    throw InputError(left_out.empty() ? place.string() + ": no games found" : left_out.front());
  }
}

SharedRecords read_records(const PathLike& path, std::optional<Integer> games) {
  const std::filesystem::path place = path_argument(path);
  const auto max_games =
      number_argument<std::uint64_t>("games", games ? *games : INT64_MAX, 0, INT64_MAX);
  // The call owns what it uses: it may go on for a while after Ctrl-C.
  const auto [read, reasons] = interruptible_call([place, max_games] {
    require_file(place);
    std::vector<std::string> left_out;
    auto records = std::make_shared<Recorded>();
    const std::vector<std::filesystem::path> files = list_game_files(place.string());
    const bool has_records = std::filesystem::is_regular_file(files.front()) &&
                             GameFile(files.front()).has_binary_records();
    if (!has_records) {
      read_other_games(place, max_games, *records, left_out);
    } else {
      for (const std::filesystem::path& shard : files) read_shard(shard, max_games, *records);
    }
    records->finish();
    return std::pair(SharedRecords(records), left_out);
  });
  for (const std::string& reason : reasons) warn(reason);
  return read;
}

// Returns both dice of each decision: `pending` where no dice were rolled.
std::vector<std::uint8_t> dice_by_step(const Recorded& self, Dice pending) {
  std::vector<std::uint8_t> dice;
  dice.reserve(2 * self.steps.size());
  for (const GameStep& step : self.steps) {
    const Dice rolled = step.decision.dice.value_or(pending);
    dice.push_back(static_cast<std::uint8_t>(rolled.high));
    dice.push_back(static_cast<std::uint8_t>(rolled.low));
  }
  return dice;
}

py::array recorded_dice(const Recorded& self) { return copy_array(dice_by_step(self, {}), 2); }

py::object values_of(const Recorded& self) {
  if (!self.has_values) return py::none();
  std::vector<float> values;
  values.reserve(kOutcomeCount * self.steps.size());
  for (std::size_t game = 0; game < self.games(); ++game) {
    bool is_first = true;
    for (const GameStep& step : self.steps_of(game)) {
      for (const float share : step.outcome_probabilities) {
        values.push_back(is_first ? std::numeric_limits<float>::quiet_NaN() : share);
      }
      is_first = false;
    }
  }
  return copy_array(values, kOutcomeCount);
}

py::array targets_of(const Recorded& self, Decimal lambda) {
  decimal_argument("lambda_", lambda, 0.0, 1.0);
  if (!self.has_values && lambda < 1.0) {
    throw InputError("lambda_ below 1 needs records with values, and these have none");
  }
  std::vector<float> targets;
  {
    const GilRelease released;
    SignalPoller signals;
    targets.reserve(kOutcomeCount * self.steps.size());
    for (std::size_t game = 0; game < self.games(); ++game) {
      const GameExamples finished = make_td_targets(self.steps_of(game), self.last_results[game],
                                                    static_cast<float>(lambda.value));
      for (const TrainingExample& example : finished.examples) {
        targets.insert(targets.end(), example.target.begin(), example.target.end());
      }
      signals.poll();
    }
  }
  return copy_array(targets, kOutcomeCount);
}

py::tuple pickled_records(const Recorded& self) {
  const std::vector<std::uint8_t> dice = dice_by_step(self, kPickledNoDice);
  std::vector<float> values;
  for (const GameStep& step : self.steps) {
    values.insert(values.end(), step.outcome_probabilities.begin(),
                  step.outcome_probabilities.end());
  }
  return py::make_tuple(
      unpickler("records"),
      py::make_tuple(self.game.name(), self.checkers, self.has_values,
                     bytes_of_positions({self.game, self.positions}), bytes_of(dice),
                     bytes_of(values), bytes_of(self.actors), bytes_of(self.numbers),
                     bytes_of(self.offsets), bytes_of(self.results)));
}

SharedRecords unpickled_records(const GameLike& game, Number<int> checkers, bool has_values,
                                const py::bytes& position_bytes, const py::bytes& dice_bytes,
                                const py::bytes& value_bytes, const py::bytes& actors,
                                const py::bytes& numbers, const py::bytes& offsets,
                                const py::bytes& results) {
  const SizedGame sized = sized_game(game, checkers);
  const Positions positions = positions_from_bytes(game, position_bytes);
  const std::size_t size = positions.size();
  auto records = std::make_shared<Recorded>();
  records->game = sized.game;
  records->checkers = sized.checkers;
  records->has_values = has_values;
  const auto dice = decode_bytes<std::uint8_t>("dice", dice_bytes, 2 * size);
  const auto values = decode_bytes<float>("values", value_bytes, kOutcomeCount * size);
  records->actors = decode_bytes<std::uint8_t>("actors", actors, size);
  records->results = decode_bytes<std::int8_t>("results", results);
  const std::size_t games = records->games();
  records->numbers = decode_bytes<std::uint64_t>("numbers", numbers, games);
  records->offsets = decode_bytes<std::int64_t>("offsets", offsets, games + 1);
  const auto check = [](bool is_possible) {
    if (!is_possible) throw InputError("records: impossible games");
  };
  check(records->offsets.front() == 0 &&
        records->offsets.back() == static_cast<std::int64_t>(size) &&
        std::ranges::adjacent_find(records->offsets, std::ranges::greater_equal()) ==
            records->offsets.end());
  for (std::size_t k = 0; k < size; ++k) {
    const Position& position = positions.span()[k];
    const int high = dice[2 * k];
    const int low = dice[2 * k + 1];
    check(records->actors[k] <= 1 && high <= 6 && low >= 1 && low <= high);
    GameStep step{.decision = {position, unpickled_dice(position, high, low)},
                  .mover_acts_next = k + 1 < size && records->actors[k] == records->actors[k + 1]};
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(kOutcomeCount * k), kOutcomeCount,
                step.outcome_probabilities.begin());
    records->steps.push_back(step);
  }
  for (std::size_t i = 0; i < games; ++i) {
    check(std::abs(records->results[i]) <= 2);
    const auto outcome = static_cast<Outcome>(records->results[i] + 2);
    const bool first_acts_last =
        records->actors[static_cast<std::size_t>(records->offsets[i + 1] - 1)] == 0;
    records->last_results.push_back(first_acts_last ? outcome : flipped(outcome));
  }
  records->finish();
  return records;
}

}  // namespace

void bind_records(py::module_& module) {
  immutable_class<Recorded, SharedRecords>(module, "Records",
                                           R"(Recorded games as arrays, made by read_records().

Game i has the decisions offsets[i] <= k < offsets[i + 1].)")
      .def_property_readonly(
          "game", [](const Recorded& self) { return self.game.name(); }, "str")
      .def_readonly("checkers", &Recorded::checkers, "int: checkers per side")
      .def_property_readonly(
          "positions", [](const Recorded& self) { return Positions(self.game, self.positions); },
          "Positions[k]: before the decisions, seen by the player who decides")
      .def_property_readonly("offsets", vector_view<Recorded, std::int64_t>(&Recorded::offsets),
                             "int64[games + 1]")
      .def_property_readonly("numbers", vector_view<Recorded, std::uint64_t>(&Recorded::numbers),
                             "uint64[games]: numbers of the games in their run")
      .def_property_readonly(
          "results", vector_view<Recorded, std::int8_t>(&Recorded::results),
          "int8[games]: points of the player who made the first decision, -2 to 2")
      .def_property_readonly("actors", vector_view<Recorded, std::uint8_t>(&Recorded::actors),
                             "uint8[k]: the player who decides; 0 made the first decision")
      .def_property_readonly(
          "dice", &recorded_dice,
          "uint8[k, 2]: the roll, the higher die first; 0, 0 if moves are pending")
      .def_property_readonly(
          "values", &values_of,
          "float32[k, 5] | None: values by the net that played; nan at a game's first decision")
      .def("targets", &targets_of,
           "float32[k, 5]: TD(lambda) targets as in `gioul train`; with 1 the game's result.",
           py::arg("lambda_") = 0.7)
      .def("__len__", &Recorded::games)
      .def("__repr__",
           [](const Recorded& self) {
             return "<gioul.Records: " + std::to_string(self.games()) + " games of " +
                    std::string(self.game.name()) + ", " + std::to_string(self.steps.size()) +
                    " decisions>";
           })
      .def("__reduce__", &pickled_records);
  module.def("_records", &unpickled_records);
  module.def("read_records", &read_records,
             "Reads games of one kind, at most `games`: a folder of shards or one shard "
             "(docs/record-format.md), or files of any format of docs/game-files.md. Every game is "
             "validated by replaying it. Damage to a shard raises ValueError; other games that are "
             "illegal or have no result are left out with a warning.",
             py::arg("path"), py::arg("games") = py::none());
}

}  // namespace gioul::python
