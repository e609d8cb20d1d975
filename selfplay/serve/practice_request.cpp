#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "base/interrupt.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "engine/walk/lines.h"
#include "eval/benchmark/decision_set.h"
#include "selfplay/serve/replay_request.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kMostDecisions = 100;

// `count` of the numbers below `size`, all equally likely, in the order in which they were drawn.
std::vector<std::size_t> drawn(std::size_t size, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  CounterRng rng(seed, 0, Stream::kFirstSeat);
  count = std::min(count, size);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(numbers[i], numbers[i + rng.below(size - i)]);
  }
  numbers.resize(count);
  return numbers;
}

// The best first.
ordered_json plays_json(Game game, const ReferenceDecision& decision, AfterstateList& list) {
  const auto& [position, dice] = decision.asked;
  game.generate(position, dice, list);
  std::vector<std::pair<int, ordered_json>> plays;  // by their losses
  for (DecisionLine& line : sorted_lines(game, position, dice, list)) {
    const std::size_t place = plays.size();
    const LineLoss cost = loss_of(decision, place);
    ordered_json play = {{"play", std::move(line.play)},
                         {"afterstate", std::move(line.afterstate)},
                         {"loss", cost.loss}};
    if (cost.rolled_out) {
      play["error"] = std::ranges::find(decision.rolled, place, &RolledLine::line)->error;
    }
    plays.emplace_back(cost.loss, std::move(play));
  }
  std::ranges::stable_sort(plays, {}, [](const auto& play) { return play.first; });
  ordered_json json = ordered_json::array();
  for (auto& [loss, play] : plays) json.push_back(std::move(play));
  return json;
}

}  // namespace

ReadyRequest read_decisions(RequestFields& fields, LoadedPlayers& /*players*/) {
  fields.check_names("variant count seed");
  const Game game = fields.game();
  const auto count = static_cast<std::size_t>(fields.whole("count", 1, kMostDecisions, 10));
  const std::uint64_t seed = fields.seed();
  return {.cost = Cost::kShort, .answer = [=](const ProgressSink&) {
            const DecisionSet set =
                load_decision_set(data_file(shipped_set(game), "which are its decisions"));
            ordered_json json = {{"variant", game.name()},
                                 {"of", set.decisions.size()},
                                 {"trials", set.header.trials},
                                 {"decisions", ordered_json::array()}};
            const auto list = std::make_unique<AfterstateList>();
            for (const std::size_t i : drawn(set.decisions.size(), count, seed)) {
              end_if_interrupted();
              const ReferenceDecision& decision = set.decisions[i];
              const auto& [position, dice] = decision.asked;
              ordered_json entry = {{"number", decision.number},
                                    {"position", format_position(game, position)}};
              if (!position.is_pending()) entry["dice"] = {dice.high, dice.low};
              const DecisionKind kind = kind_of(game, position, dice);
              entry["kind"] = kDecisionKindNames[static_cast<std::size_t>(kind)];
              entry["plays"] = plays_json(game, decision, *list);
              json["decisions"].push_back(std::move(entry));
            }
            return json.dump() + "\n";
          }};
}

}  // namespace gioul
