#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "api/record_requests.h"
#include "base/interrupt.h"
#include "engine/games/legal_play_list.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/testset/decision_set.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

struct DecisionsRequest {
  std::size_t count = 10;
  std::uint64_t seed = 1;
};

const FieldBindings<DecisionsRequest>& rows() {
  using Q = DecisionsRequest;
  static const FieldBindings<Q> rows = {
      decision_fields("").front(),  // the variant
      {integer_field("count", 1, 100, 10, "number of decisions, drawn at random"), &Q::count},
      {seed_field("random seed of the draw"), &Q::seed}};
  return rows;
}

// Draws `count` of the numbers below `size` at random, without repetition.
std::vector<std::size_t> draw_indices(std::size_t size, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  CounterRng rng(seed, 0, RngStream::kFirstPlayer);
  count = std::min(count, size);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(numbers[i], numbers[i + rng.uniform_below(size - i)]);
  }
  numbers.resize(count);
  return numbers;
}

// Returns the plays, best first.
ordered_json plays_json(Game game, const ReferenceDecision& decision, AfterstateList& list) {
  const auto& [position, dice] = decision.decision;
  game.generate_afterstates(position, dice, list);
  std::vector<std::pair<int, ordered_json>> plays;  // sorted by loss
  for (ListedPlay& line : plays_sorted_by_afterstate_text(game, position, dice, list)) {
    const std::size_t rank = plays.size();
    const PlayLoss cost = play_loss(decision, rank);
    ordered_json play = {{"play", std::move(line.play_text)},
                         {"afterstate", std::move(line.afterstate_text)},
                         {"loss", cost.loss}};
    if (cost.is_rolled_out) {
      play["error"] = std::ranges::find(decision.rolled_out_plays, rank, &ReferencePlay::play_index)
                          ->standard_error;
    }
    plays.emplace_back(cost.loss, std::move(play));
  }
  std::ranges::stable_sort(plays, {}, [](const auto& play) { return play.first; });
  ordered_json json = ordered_json::array();
  for (auto& [loss, play] : plays) json.push_back(std::move(play));
  return json;
}

}  // namespace

std::vector<RequestField> decisions_request_fields() { return collect_fields(rows()); }

PreparedRequest read_decisions_request(JsonFieldReader& fields, PlayerRegistry& players) {
  DecisionsRequest asked;
  read_fields(rows(), fields, players.request_policy(), asked);
  return {
      .cost_class = CostClass::kShort,
      .compute_answer = [asked, game = fields.game(), &players](const ProgressSink&) {
        const auto loaded = players.test_set(game);
        const DecisionSet& set = *loaded;
        ordered_json json = {{"variant", game.name()},
                             {"of", set.decisions.size()},
                             {"trials", set.header.trials_per_play},
                             {"decisions", ordered_json::array()}};
        const auto list = std::make_unique<AfterstateList>();
        for (const std::size_t i : draw_indices(set.decisions.size(), asked.count, asked.seed)) {
          throw_if_interrupted();
          const ReferenceDecision& decision = set.decisions[i];
          const auto& [position, dice] = decision.decision;
          ordered_json entry = {{"number", decision.number},
                                {"position", format_position(game, position)}};
          if (dice) entry["dice"] = {dice->high, dice->low};
          const DecisionKind kind = decision_kind(game, position, dice);
          entry["kind"] = kDecisionKindNames[static_cast<std::size_t>(kind)];
          entry["plays"] = plays_json(game, decision, *list);
          json["decisions"].push_back(std::move(entry));
        }
        return json.dump() + "\n";
      }};
}

}  // namespace gioul
