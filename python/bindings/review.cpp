// gioul.review(): the error rates and luck of recorded games.
#include <pybind11/stl.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "eval/analysis/analysis.h"
#include "nn/net/net_file.h"
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
  const int depth = number_argument<int>("plies", plies, 0, kMaxPlies);
  ReviewOptions options{.search = default_search_options(depth),
                        .max_mistakes = number_argument<std::size_t>("top", top, 0, 1'000'000),
                        .threads = thread_count(threads)};
  options.search.move_filter = kAnalysisMoveFilter;
  // The call owns what it uses: it may go on for a while after Ctrl-C.
  const auto [json, rejected] = interruptible_call([file, chosen, depth, options,
                                                    number = number ? std::optional(number->value)
                                                                    : std::nullopt] {
    std::vector<std::string> reasons;
    require_file(file);
    require_file(chosen);
    std::map<std::size_t, ReviewEvaluators> evaluators;  // by variant
    Review review;
    const auto add = [&](const GameFile&, const AnnotatedGame& game, const GameValidator& check) {
      throw_if_interrupted();
      const std::size_t variant = game.variant.index();
      if (!evaluators.contains(variant)) {
        const auto used = chosen.empty() ? require_bundled_net(game.variant) : chosen;
        evaluators[variant] = load_review_evaluators(used.string(), game.variant, depth);
      }
      review.add(game, check, evaluators[variant], options);
      return true;
    };
    const ReadGamesResult all =
        read_games({file.string()}, number, add, [&](const std::string& reason) {
          throw_if_interrupted();
          reasons.push_back(reason);
        });
    if (number && !all.found_requested_game) {
      throw InputError(file.string() + ": game " + std::to_string(*number) + " not found");
    }
    if (all.legal_game_count == 0) {
      throw InputError(reasons.empty() ? file.string() + ": no games found" : reasons.front());
    }
    return std::pair(review_json(review), reasons);
  });
  for (const std::string& reason : rejected) warn(reason);
  return parse_json(json);
}

}  // namespace

void bind_review(py::module_& module) {
  module.def("review", &review,
             "Returns what `gioul review --json` prints of the games in a file or folder "
             "(docs/analysis.md), or of game number `game`; illegal games are left out with a "
             "warning. `net` is a path, None for the bundled nets.",
             py::arg("path"), py::arg("game") = py::none(), py::arg("net") = py::none(),
             py::arg("plies") = 1, py::arg("top") = 5, py::arg("threads") = py::none());
}

}  // namespace gioul::python
