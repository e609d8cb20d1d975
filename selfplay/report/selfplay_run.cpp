#include "selfplay/report/selfplay_run.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/interrupt.h"

namespace gioul {

SelfplayResult run_selfplay(const GenerationOptions& run,
                            const std::function<RecordedGames(const GenerationOptions&)>& play,
                            ShardWriter* records,
                            const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const std::uint64_t resumed_games = records != nullptr ? records->counts().games : 0;
  const std::uint64_t found = std::min(resumed_games, run.games);
  SelfplayResult result;
  const auto begin = std::chrono::steady_clock::now();
  std::future<void> writing;  // writes a batch while the next is played; the destructor waits
  GenerationOptions part = run;
  for (std::uint64_t next = found; next < run.games; next += part.games) {
    if (is_interrupted()) break;
    part.first_game = run.first_game + next;
    part.games = std::min(kGamesPerBatch, run.games - next);
    RecordedGames played = play(part);
    result.totals.add(played);
    if (records != nullptr) {
      if (writing.valid()) writing.get();
      writing = std::async(std::launch::async, [records, games = std::move(played.records)] {
        records->append(games);
      });
    }
    if (progress) progress(result.totals.games, run.games - found);
  }
  if (writing.valid()) writing.get();
  if (records != nullptr) {
    // If interrupted, the last shard would be too short.
    if (result.totals.games == run.games - found) records->finish_writing();
    result.records = WrittenRecords{.folder = records->path().string(),
                                    .shard_count = records->shard_count(),
                                    .games = records->counts().games,
                                    .resumed_games = resumed_games,
                                    .decisions = records->counts().decisions,
                                    .total_bytes = records->total_bytes()};
  }
  result.totals.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

std::string selfplay_json(const SelfplayResult& result) {
  const auto& [totals, written] = result;
  nlohmann::ordered_json json = {{"games", totals.games}};
  if (totals.games > 0) {
    json["games_per_s"] = totals.games_per_second();
    json["decisions_per_game"] = totals.decisions_per_game();
    json["gammon_share"] = totals.gammon_share();
    json["first_mover_points"] = totals.first_mover_points_per_game();
    json["games_hash"] = std::to_string(totals.games_hash);
  }
  if (written) {
    json["records"] = {{"folder", written->folder},       {"shards", written->shard_count},
                       {"games", written->games},         {"found_games", written->resumed_games},
                       {"decisions", written->decisions}, {"bytes", written->total_bytes}};
  }
  return json.dump(2) + "\n";
}

}  // namespace gioul
