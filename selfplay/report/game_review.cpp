#include "selfplay/report/game_review.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"
#include "eval/players/evaluator_loader.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr double kMinShownCost = 0.0005;  // losses that are displayed as 0 millipoints do not count

// Upper limits of error rates: midpoints between the rates of the page's levels, which are 5, 17,
// 29, 47, 67 and 110 at 1 ply, in 12 games each of Gioul, Gul Bara, Plakoto, Fevga and Portes.
struct Level {
  double highest;
  std::string_view name;
};
constexpr std::array kLevels = {Level{11.0, "full strength"}, Level{23.0, "strong"},
                                Level{38.0, "club player"}, Level{57.0, "learner"},
                                Level{88.5, "beginner"}};

std::size_t kind_of(const RecordedDecision& decision) {
  if (decision.type == DecisionType::kForfeit) return 3;
  if (decision.type == DecisionType::kOwed) return 2;
  return decision.dice.is_doublet() ? 1 : 0;
}

std::string name_of(const AnnotatedGame& game, bool second) {
  const std::string& name = game.players[second ? 1 : 0];
  const std::string order(player_order_name(second));
  if (name.empty()) return order;
  return name == game.players[second ? 0 : 1] ? name + ", " + order : name;
}

PlayerReview& player_of(Review& review, const std::string& name) {
  const auto found = std::ranges::find(review.players, name, &PlayerReview::name);
  if (found != review.players.end()) return *found;
  return review.players.emplace_back(PlayerReview{.name = name});
}

ordered_json rate_json(const ErrorTotals& lost) {
  ordered_json json = {{"decisions", lost.decision_count}, {"error_rate", nullptr}};
  if (lost.decision_count > 0) json["error_rate"] = lost.error_rate();
  return json;
}

ordered_json player_json(const PlayerReview& player) {
  const ErrorTotals all = player.total_errors();
  ordered_json json = {{"player", player.name}, {"games", player.game_count}};
  json.update(rate_json(all));
  json["level"] = nullptr;
  if (all.decision_count > 0) json["level"] = skill_level_name(all);
  json["mistakes"] = player.mistake_count;
  json["points_lost"] = all.points_lost;
  json["luck"] = player.luck_points;
  json["kinds"] = ordered_json::object();
  for (std::size_t kind = 0; kind < kReviewedDecisionKinds.size(); ++kind) {
    if (player.errors_by_decision_kind[kind].decision_count == 0) continue;
    json["kinds"][std::string(kReviewedDecisionKinds[kind])] =
        rate_json(player.errors_by_decision_kind[kind]);
  }
  return json;
}

ordered_json mistake_json(const Mistake& play) {
  ordered_json json = {{"game", play.game_number},
                       {"variant", play.variant.name()},
                       {"decision", play.decision_number},
                       {"player", play.player},
                       {"position", format_position(play.variant, play.decision.position)},
                       {"dice", nullptr}};
  if (!play.game_file.empty()) json["file"] = play.game_file;
  if (play.decision.dice) json["dice"] = format_dice(*play.decision.dice);
  json["play"] = format_play(play.actual_play);
  json["best"] = format_play(play.best_play);
  json["cost"] = play.equity_loss;
  json["mixed_depths"] = play.has_mixed_depths;
  return json;
}

}  // namespace

ReviewEvaluators load_review_evaluators(const std::string& net, Game game, int plies) {
  const EvaluatorFactory fast =
      with_default_tables(load_evaluator(net, game, Precision::kQuantized), game);
  if (plies > 0) return {.play_evaluator_factory = fast, .luck_evaluator_factory = fast};
  return {.play_evaluator_factory =
              with_default_tables(load_evaluator(net, game, Precision::kFloat), game),
          .luck_evaluator_factory = fast};
}

ErrorTotals PlayerReview::total_errors() const {
  ErrorTotals sum;
  for (const ErrorTotals& lost : errors_by_decision_kind) {
    sum.decision_count += lost.decision_count;
    sum.points_lost += lost.points_lost;
  }
  return sum;
}

std::string_view skill_level_name(const ErrorTotals& lost) {
  if (lost.decision_count == 0) return "";
  const double rate = lost.error_rate();
  for (const auto& [highest, level] : kLevels) {
    if (rate < highest) return level;
  }
  return "newcomer";
}

void Review::add(const AnnotatedGame& game, const GameValidator& check,
                 const ReviewEvaluators& evaluators, const ReviewOptions& options) {
  const std::span<const GameStep> steps = check.last_steps();
  std::vector<std::optional<RollLuck>> rolls(steps.size());
  std::vector<DecisionGrade> verdicts(steps.size());
  parallel_for(options.threads, steps.size(), [&](std::size_t i) {
    const auto& [position, dice] = steps[i].decision;
    if (dice) {
      rolls[i] = roll_luck(game.variant, position, *dice, evaluators.luck_evaluator_factory);
    }
    verdicts[i] = grade_decision({.game = game.variant,
                                  .position = position,
                                  .dice = dice,
                                  .search_options = options.search},
                                 check.format_afterstate_or_result(game, i),
                                 evaluators.play_evaluator_factory);
    throw_if_interrupted();
    if (options.on_decision_graded) options.on_decision_graded();
  });
  plies = options.search.plies;
  games_by_variant.resize(all_games().size());
  ++games_by_variant[game.variant.index()];
  for (const bool second : {false, true}) ++player_of(*this, name_of(game, second)).game_count;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const RecordedDecision& made = game.record.decisions[i];
    const DecisionGrade& verdict = verdicts[i];
    PlayerReview& player = player_of(*this, name_of(game, made.second_to_move));
    if (rolls[i]) player.luck_points += rolls[i]->luck;
    if (verdict.is_forced) continue;
    ErrorTotals& lost = player.errors_by_decision_kind[kind_of(made)];
    ++lost.decision_count;
    lost.points_lost += verdict.equity_loss;
    if (verdict.equity_loss >= kMistakeThreshold) ++player.mistake_count;
    if (verdict.equity_loss < kMinShownCost) continue;
    worst_mistakes.push_back({.game_file = options.game_file,
                              .game_number = game.record.game_number,
                              .decision_number = i + 1,
                              .player = player.name,
                              .variant = game.variant,
                              .decision = steps[i].decision,
                              .actual_play = made.play,
                              .best_play = verdict.best_play.play,
                              .equity_loss = verdict.equity_loss,
                              .has_mixed_depths = verdict.has_mixed_depths});
  }
  std::ranges::stable_sort(worst_mistakes, std::ranges::greater{}, &Mistake::equity_loss);
  if (worst_mistakes.size() > options.max_mistakes) worst_mistakes.resize(options.max_mistakes);
}

std::string review_json(const Review& review) {
  ordered_json json = {{"plies", review.plies}, {"games", ordered_json::object()}};
  for (const Game game : all_games()) {
    if (review.games_by_variant[game.index()] == 0) continue;
    json["games"][std::string(game.name())] = review.games_by_variant[game.index()];
  }
  json["players"] = ordered_json::array();
  for (const PlayerReview& player : review.players) json["players"].push_back(player_json(player));
  json["worst_mistakes"] = ordered_json::array();
  for (const Mistake& play : review.worst_mistakes) {
    json["worst_mistakes"].push_back(mistake_json(play));
  }
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
