#include "eval/analysis/resumable_statistics.h"

#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"
#include "eval/store/byte_codec.h"
#include "eval/store/result_store.h"

namespace gioul {

namespace {

// Upper limit of all counts of a game.
constexpr std::uint64_t kMostCounted = 1'000'000'000;

// Calls each() for all counts of a game, in their encoded order.
template <typename Facts, typename Each>
void for_all_counts(Facts& facts, const Each& each) {
  each(facts.rolls);
  each(facts.decisions);
  each(facts.forfeits);
  for (auto& rolled : facts.rolled) {
    for (auto& times : rolled) each(times);
  }
  for (auto& chain : facts.chains) {
    each(chain.chains);
    each(chain.played);
    each(chain.complete);
    each(chain.forfeited);
    each(chain.received);
  }
}

WorkPlan plan_of_statistics(const std::string& player, const SharesOptions& games) {
  return {.command = "stats",
          .unit = "games",
          .pieces = games.games,
          .options = {{"variant", std::string(games.game.name())},
                      {"number of checkers", std::to_string(games.checkers)},
                      {"seed", std::to_string(games.seed)},
                      {"number of games", std::to_string(games.games)},
                      {"player", player},
                      {"checksum of the player's files", player_fingerprint(player, games.game)}}};
}

}  // namespace

std::string bytes_of_facts(const GameFacts& facts) {
  PieceWriter bytes;
  bytes.whole(static_cast<std::uint64_t>(facts.outcome));
  bytes.whole(static_cast<std::uint64_t>(facts.opening.high));
  bytes.whole(static_cast<std::uint64_t>(facts.opening.low));
  bytes.whole(static_cast<std::uint64_t>(facts.last_turn));
  for_all_counts(facts, [&](const int count) { bytes.whole(static_cast<std::uint64_t>(count)); });
  return bytes.take();
}

GameFacts facts_of_bytes(std::string_view text) {
  PieceReader bytes(text);
  GameFacts facts;
  facts.outcome = static_cast<Outcome>(bytes.whole(kOutcomes - 1));
  facts.opening.high = static_cast<std::uint8_t>(bytes.whole(6));
  facts.opening.low = static_cast<std::uint8_t>(bytes.whole(facts.opening.high));
  if (facts.opening.low < 1) throw InputError("invalid first roll");
  facts.last_turn = static_cast<LastTurn>(bytes.whole(kLastTurns - 1));
  for_all_counts(facts, [&](int& count) { count = static_cast<int>(bytes.whole(kMostCounted)); });
  bytes.expect_end();
  return facts;
}

StatisticsReport statistics_report(const std::string& player, const SharesOptions& games,
                                   const TellWorkProgress& progress,
                                   const std::filesystem::path& file, const WorkPart& part) {
  StatisticsReport report{.player = player, .games = games, .all = {}};
  // The player is made before the work spec, since making it builds missing tables.
  const PlayerFactory factory = make_player_factory(player, games.game);
  std::optional<WorkFile> kept;
  std::vector<bool> known;  // by game number; empty without a file
  if (!file.empty()) {
    kept.emplace(file, plan_of_statistics(player, games));
    known.resize(static_cast<std::size_t>(games.games));
    kept->read(0, games.games, [&](std::int64_t game, std::string_view bytes) {
      report.all.add(facts_of_bytes(bytes));
      known[static_cast<std::size_t>(game)] = true;
    });
  }
  const auto is_known = [&](std::int64_t game) {
    return kept && known[static_cast<std::size_t>(game)];
  };
  WorkProgress at{.done = 0, .found = 0, .most = part.size(games.games)};
  for (std::int64_t i = 0; kept && i < at.most; ++i)
    at.found += is_known(part.global_index(i)) ? 1 : 0;
  at.done = at.found;
  std::mutex mutex;
  play_against_self(
      games, factory, [&](std::int64_t game) { return part.contains(game) && !is_known(game); },
      [&](std::int64_t game, const GameResult& result, std::span<const Transition> transitions) {
        if (result.failed_player >= 0) throw std::runtime_error(result.failure_reason);
        const GameFacts facts = game_facts(games.game, result, transitions);
        if (kept) kept->add(game, bytes_of_facts(facts));
        const std::scoped_lock lock(mutex);
        report.all.add(facts);
        ++at.done;
        if (progress) progress(at);
      });
  if (kept) kept->finish();
  return report;
}

}  // namespace gioul
