#include "eval/tournament/luck_adjustment.h"

#include <memory>

#include "eval/players/evaluator_loader.h"
#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

constexpr std::string_view kAllRollsText = "all rolls";
constexpr std::string_view kDoubletsText = "doublets";

}  // namespace

bool is_slow_player(const std::string& name) {
  const PlayerSpec spec = parse_player(name);
  if (spec.is_external || (spec.uses_net && !spec.search_options)) return true;
  return spec.search_options &&
         (spec.search_options->plies > 0 || spec.search_options->chain_beam > 0);
}

VarianceReduction choose_luck_method(Game game, LuckAdjustment wanted, bool slow_players) {
  if (wanted == LuckAdjustment::kNever) return VarianceReduction::kNone;
  if (wanted == LuckAdjustment::kAuto && (!slow_players || !find_bundled_net(game.variant()))) {
    return VarianceReduction::kNone;
  }
  const bool chains = game.variant().doublets == DoubletRule::kChain;
  return slow_players || !chains ? VarianceReduction::kAllRolls : VarianceReduction::kDoublets;
}

LuckEvaluatorFactory make_luck_evaluator_factory(Game game, VarianceReduction method) {
  if (method == VarianceReduction::kNone) return {};
  const EvaluatorFactory evaluator =
      load_evaluator(require_bundled_net(game.variant()), game, Precision::kQuantized);
  return [game, method, evaluator] {
    return std::make_unique<LuckEvaluator>(game, method, evaluator());
  };
}

std::string format_luck_method(Game game, VarianceReduction method) {
  return std::string(method == VarianceReduction::kAllRolls ? kAllRollsText : kDoubletsText) +
         ", net " + player_fingerprint("net", game);
}

VarianceReduction parse_luck_method(std::string_view text) {
  if (text.empty()) return VarianceReduction::kNone;
  return text.starts_with(kAllRollsText) ? VarianceReduction::kAllRolls
                                         : VarianceReduction::kDoublets;
}

}  // namespace gioul
