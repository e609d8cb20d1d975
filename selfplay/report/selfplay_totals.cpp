#include "selfplay/report/selfplay_totals.h"

#include <nlohmann/json.hpp>

#include "engine/rng.h"

namespace gioul {

void SelfplayTotals::add(const PlayedGames& played) {
  games += played.games;
  decisions += played.decisions;
  gammons += played.gammons;
  first_mover_points += played.first_mover_points;
  hash = mix64(hash ^ played.hash);
}

std::string selfplay_json(const SelfplayTotals& totals, const std::optional<KeptRecords>& kept) {
  nlohmann::ordered_json json = {{"games", totals.games}};
  if (totals.games > 0) {
    json["games_per_s"] = totals.games_per_second();
    json["decisions_per_game"] = totals.decisions_per_game();
    json["gammon_share"] = totals.gammon_share();
    json["first_mover_points"] = totals.first_mover_mean();
    json["games_hash"] = totals.hash;
  }
  if (kept) {
    json["records"] = {{"folder", kept->folder},       {"shards", kept->shards},
                       {"games", kept->games},         {"found_games", kept->found_games},
                       {"decisions", kept->decisions}, {"bytes", kept->bytes}};
  }
  return json.dump(2) + "\n";
}

}  // namespace gioul
