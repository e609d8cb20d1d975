#include "selfplay/report/selfplay_totals.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace gioul {

KeptRecords kept_records(const RecordFolder& records, std::string folder,
                         std::uint64_t found_games) {
  return {.folder = std::move(folder),
          .shards = records.shards(),
          .games = records.kept().games,
          .found_games = found_games,
          .decisions = records.kept().decisions,
          .bytes = records.bytes()};
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
