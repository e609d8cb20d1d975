// gioul.review(): the error rates and luck of recorded games.
#include <pybind11/stl.h>

#include <map>
#include <optional>

#include "base/error.h"
#include "base/interrupt.h"
#include "eval/analysis/analysis.h"
#include "nn/net/bundled_net.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"
#include "selfplay/report/game_review.h"

namespace gioul::python {

namespace {

py::dict review(const PathLike& path, std::optional<Seed> number,
                const Typed<"str | PathLike | None">& net, Integer plies, Integer top,
                std::optional<Number<int>> threads) {
  const std::filesystem::path file = path_argument(path);
  const std::filesystem::path chosen = net.is_none() ? std::filesystem::path() : path_argument(net);
  const int depth = static_cast<int>(number_argument("plies", plies, 0, kMaxPlies));
  ReviewOptions options{
      .search = default_search(depth),
      .max_mistakes = static_cast<std::size_t>(number_argument("top", top, 0, 1'000'000)),
      .threads = thread_count(threads)};
  options.search.move_filter = kAnalysisFilter;
  return parse_json(interruptible_call([=, number = number ? std::optional(number->value)
                                                           : std::nullopt] {
    require_file(file);
    require_file(chosen);
    std::map<std::size_t, ReviewEvaluators> evaluators;  // by variant
    GameFile games(file.string());
    GameValidator check;
    AnnotatedGame game;
    Review review;
    while (games.next(game)) {
      throw_if_interrupted();
      if (number && game.record.number != *number) continue;
      games.validate(check, game);
      const std::size_t variant = game.game.index();
      if (!evaluators.contains(variant)) {
        const auto used = chosen.empty() ? require_bundled_net(game.game) : chosen;
        evaluators[variant] = load_review_evaluators(used.string(), game.game, depth);
      }
      review.add(game, check, evaluators[variant], options);
      if (number) break;
    }
    if (review.players.empty()) {
      throw InputError(file.string() + (number ? ": game " + std::to_string(*number) + " not found"
                                               : ": no games found"));
    }
    return review_json(review);
  }));
}

}  // namespace

void bind_review(py::module_& module) {
  module.def("review", &review,
             "Returns what `gioul review --json` prints of the games in a file (docs/analysis.md), "
             "or of game number `game`. `net` is a path, None for the bundled nets.",
             py::arg("path"), py::arg("game") = py::none(), py::arg("net") = py::none(),
             py::arg("plies") = 1, py::arg("top") = 5, py::arg("threads") = py::none());
}

}  // namespace gioul::python
