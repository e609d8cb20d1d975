// gioul.tournament(): what `gioul tournament --json` prints.
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "eval/contest/tournament.h"
#include "eval/contest/tournament_report.h"
#include "eval/value/interrupt.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"

namespace gioul::python {

namespace {

std::int64_t pairs_of(std::optional<std::int64_t> games, std::optional<std::int64_t> pairs) {
  constexpr std::int64_t kMost = 1'000'000'000;
  if (games && pairs) throw InputError("games and pairs: expected one of them");
  if (games) return even_argument("games", *games, 2, 2 * kMost) / 2;
  return number_argument("pairs", pairs.value_or(TournamentOptions{}.pairs), 1, kMost);
}

py::object tournament(const std::vector<std::string>& players, const py::object& game,
                      std::optional<int> checkers, std::optional<std::int64_t> games,
                      std::optional<std::int64_t> pairs, const std::string& mode,
                      std::uint64_t seed, const std::string& elo, const py::object& database,
                      std::optional<int> threads) {
  const SizedGame sized = sized_game(game, checkers);
  TournamentOptions options{.game = sized.game,
                            .checkers = sized.checkers,
                            .players = players,
                            .mode = parse_mode(mode),
                            .pairs = pairs_of(games, pairs),
                            .seed = seed,
                            .threads = thread_count(threads)};
  if (options.players.size() == 1) options.players.emplace_back("net");
  if (!database.is_none()) options.database = path_argument(database).string();
  const RatingScale scale = parse_scale(elo);
  return parsed_json(long_call([options, scale] {
    const TournamentResult result =
        run_tournament(options, [](const TournamentProgress&) { end_if_interrupted(); });
    return tournament_json(summarize(options, result, scale));
  }));
}

}  // namespace

void bind_contest(py::module_& module) {
  module.def(
      "tournament", &tournament, py::arg("players"), py::arg("game") = "gioul",
      py::arg("checkers") = py::none(), py::arg("games") = py::none(),
      py::arg("pairs") = py::none(), py::arg("mode") = "round-robin", py::arg("seed") = 1,
      py::arg("elo") = "points", py::arg("database") = py::none(), py::arg("threads") = py::none(),
      R"(tournament(players: Sequence[str], game: str | Game = 'gioul', checkers: int | None = None,
           games: int | None = None, pairs: int | None = None, mode: str = 'round-robin',
           seed: int = 1, elo: str = 'points', database: str | PathLike | None = None,
           threads: int | None = None) -> dict

What `gioul tournament --json` prints (docs/tournaments.md), with the options of that command.
`players` are names of docs/players.md; `games` is an even number for each two of them.)");
}

}  // namespace gioul::python
