#include "eval/analysis/resumable_statistics.h"

#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/interrupt.h"
#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"
#include "eval/store/byte_codec.h"
#include "eval/store/result_store.h"

namespace gioul {

namespace {

// Upper limit of all counts of a game.
constexpr std::uint64_t kMaxCount = 1'000'000'000;

// Calls each() for all counts of a game, in their encoded order.
template <typename Sample, typename Each>
void for_all_counts(Sample& sample, const Each& each) {
  each(sample.total_rolls);
  each(sample.decision_count);
  each(sample.forfeited_chain_count);
  for (auto& rolled : sample.roll_counts) {
    for (auto& times : rolled) each(times);
  }
  for (auto& chain : sample.chains_by_number) {
    each(chain.chain_count);
    each(chain.moves_played);
    each(chain.complete_chain_count);
    each(chain.moves_forfeited);
    each(chain.forfeited_moves_played);
  }
}

WorkSpec make_statistics_spec(const std::string& player, const SelfMatchOptions& games) {
  return {.command = "stats",
          .unit_name = "games",
          .unit_count = games.game_count,
          .options = {{"variant", std::string(games.game.name())},
                      {"number of checkers", std::to_string(games.checkers)},
                      {"seed", std::to_string(games.seed)},
                      {"number of games", std::to_string(games.game_count)},
                      {"player", player},
                      {"checksum of the player's files", player_fingerprint(player, games.game)}}};
}

}  // namespace

std::string encode_game_sample(const GameSample& sample) {
  ByteWriter bytes;
  bytes.write_varint(static_cast<std::uint64_t>(sample.outcome));
  bytes.write_varint(static_cast<std::uint64_t>(sample.opening_roll.high));
  bytes.write_varint(static_cast<std::uint64_t>(sample.opening_roll.low));
  bytes.write_varint(static_cast<std::uint64_t>(sample.last_turn_kind));
  for_all_counts(sample,
                 [&](const int count) { bytes.write_varint(static_cast<std::uint64_t>(count)); });
  return bytes.take_bytes();
}

GameSample decode_game_sample(std::string_view text) {
  ByteReader bytes(text);
  GameSample sample;
  sample.outcome = static_cast<Outcome>(bytes.read_varint(kOutcomeCount - 1));
  sample.opening_roll.high = static_cast<std::uint8_t>(bytes.read_varint(6));
  sample.opening_roll.low = static_cast<std::uint8_t>(bytes.read_varint(sample.opening_roll.high));
  if (sample.opening_roll.low < 1) throw InputError("invalid first roll");
  sample.last_turn_kind = static_cast<TurnKind>(bytes.read_varint(kTurnKindCount - 1));
  for_all_counts(sample,
                 [&](int& count) { count = static_cast<int>(bytes.read_varint(kMaxCount)); });
  bytes.expect_end();
  return sample;
}

StatisticsReport compute_statistics(const std::string& player, const SelfMatchOptions& games,
                                    const WorkProgressCallback& progress,
                                    const std::filesystem::path& file, const WorkPart& part) {
  StatisticsReport report{.player_name = player, .game_options = games, .statistics = {}};
  // The player is made before the work spec, since making it builds missing tables.
  const PlayerFactory factory = make_player_factory(player, games.game);
  std::optional<ResultStore> stored;
  WorkProgress at{.units_total = part.item_count(games.game_count)};
  std::vector<bool> known;  // by game number; empty without a file
  if (!file.empty()) {
    stored.emplace(file, make_statistics_spec(player, games));
    known.resize(static_cast<std::size_t>(games.game_count));
    stored->for_each_unit(0, games.game_count, [&](std::int64_t game, std::string_view bytes) {
      report.statistics.add(decode_game_sample(bytes));
      known[static_cast<std::size_t>(game)] = true;
      if (part.contains(game)) ++at.units_resumed;
    });
  }
  const auto is_known = [&](std::int64_t game) {
    return stored && known[static_cast<std::size_t>(game)];
  };
  at.units_done = at.units_resumed;
  std::mutex mutex;
  const auto take = [&](std::int64_t game, const GameResult& result,
                        std::span<const Transition> transitions) {
    if (result.failed_player >= 0) throw std::runtime_error(result.failure_reason);
    const GameSample sample = make_game_sample(games.game, result, transitions);
    if (stored) stored->add(game, encode_game_sample(sample));
    const std::scoped_lock lock(mutex);
    report.statistics.add(sample);
    ++at.units_done;
    if (progress) progress(at);
  };
  try {
    for_each_self_play_game(
        games, factory, [&](std::int64_t game) { return part.contains(game) && !is_known(game); },
        take);
  } catch (const Interrupted&) {
    if (at.units_done == 0) throw;
  }
  if (stored) stored->finish_writing();
  return report;
}

}  // namespace gioul
