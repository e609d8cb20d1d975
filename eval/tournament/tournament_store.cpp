#include "eval/tournament/tournament_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/parse_number.h"
#include "engine/outcome.h"
#include "eval/players/player_fingerprint.h"
#include "eval/store/unit_table.h"

namespace gioul {

namespace {

using nlohmann::json;

// The columns of a game in encode_pair(), and thus of the views.
enum Column : std::size_t {
  kPointsColumn,
  kFirstDecisions,
  kSecondDecisions,
  kRollsColumn,
  kForfeits,
  kFirstNanoseconds,
  kSecondNanoseconds,
  kFailed,
  kReason,
  kMoves,
  kColumns,  // and only where luck is measured:
  kLuckColumn = kColumns,
  kLuckNanoseconds,
  kLuckColumns,
};

constexpr std::string_view kPairsOption = "number of pairs";
constexpr std::string_view kMovesOption = "record of moves";
// The option that says how dice depend on the files of players. It is left out if no player has a
// file, and in databases of older versions, where dice depend on the files' paths.
constexpr std::string_view kSeedsOption = "dice of players with files";
constexpr std::string_view kByIdentityText = "by checksum";

const std::vector<std::string>& tournament_views() {
  static const std::vector<std::string> kViews = {
      R"(CREATE VIEW tournament AS
SELECT max(value) FILTER (WHERE option = 'variant') AS variant,
  CAST(max(value) FILTER (WHERE option = 'number of checkers') AS INTEGER) AS checkers,
  max(value) FILTER (WHERE option = 'mode') AS mode,
  max(value) FILTER (WHERE option = 'seed') AS seed,
  CAST(max(value) FILTER (WHERE option = 'number of pairs') AS INTEGER) AS pairs,
  (SELECT program FROM work) AS program
FROM plan)",
      R"(CREATE VIEW players AS
SELECT CAST(substr(p.option, 8) AS INTEGER) - 1 AS player, p.value AS name, f.value AS fingerprint
FROM plan AS p JOIN plan AS f ON f.number = p.number + 1 WHERE p.option LIKE 'player %')",
      R"(CREATE VIEW pairings AS
SELECT row_number() OVER (ORDER BY a.player, b.player) - 1 AS pairing,
  a.player AS player, b.player AS opponent
FROM tournament, players AS a JOIN players AS b ON a.player < b.player
WHERE mode = 'round-robin' OR a.player = 0)",
      R"(CREATE VIEW games AS
SELECT pairing, piece.number % pairs AS pair, game.key AS game,
  iif(game.key, opponent, player) AS first, iif(game.key, player, opponent) AS second,
  json_extract(game.value, '$[0]') AS points,
  json_extract(game.value, '$[1]') AS first_decisions,
  json_extract(game.value, '$[2]') AS second_decisions,
  json_extract(game.value, '$[3]') AS rolls, json_extract(game.value, '$[4]') AS forfeits,
  json_extract(game.value, '$[5]') AS first_ns, json_extract(game.value, '$[6]') AS second_ns,
  CASE json_extract(game.value, '$[7]') WHEN game.key THEN player
    WHEN 1 - game.key THEN opponent END AS failed,
  json_extract(game.value, '$[8]') AS reason,
  json_extract(game.value, '$[10]') / 10000.0 AS luck
FROM tournament, pieces AS piece JOIN pairings ON pairing = piece.number / pairs,
  json_each(CAST(piece.bytes AS TEXT)) AS game)",
      R"(CREATE VIEW moves AS
SELECT piece.number / pairs AS pairing, piece.number % pairs AS pair, game.key AS game,
  json_extract(game.value, '$[9]') AS text
FROM tournament, pieces AS piece, json_each(CAST(piece.bytes AS TEXT)) AS game
WHERE text IS NOT NULL)",
      R"(CREATE VIEW pairs AS
SELECT pairing, pair, sum(CASE game WHEN 0 THEN points ELSE -points END) AS points,
  sum(CASE game WHEN 0 THEN sign ELSE -sign END) AS wins
FROM (SELECT pairing, pair, game, points, (points > 0) - (points < 0) AS sign FROM games)
GROUP BY pairing, pair)"};
  return kViews;
}

json game_to_json(const GameResult& game) {
  json::array_t row = {points(game.outcome), game.decision_counts[0], game.decision_counts[1],
                       game.roll_count, game.forfeited_chain_count};
  row.resize(kColumns);
  if (game.is_timed) {
    row[kFirstNanoseconds] = game.decision_nanoseconds[0];
    row[kSecondNanoseconds] = game.decision_nanoseconds[1];
  }
  if (game.failed_player >= 0) {
    row[kFailed] = game.failed_player;
    row[kReason] = game.failure_reason;
  }
  if (game.luck_units) {
    row.push_back(*game.luck_units);
    row.push_back(game.is_timed ? json(game.luck_nanoseconds) : json());
  }
  return row;
}

GameResult game_from_json(const json& row) {
  GameResult game;
  const int points = row.at(kPointsColumn).get<int>();
  if (points < -2 || points > 2 || (row.size() != kColumns && row.size() != kLuckColumns)) {
    throw InputError("malformed pair of games");
  }
  game.outcome = static_cast<Outcome>(points + 2);
  game.decision_counts = {row[kFirstDecisions].get<int>(), row[kSecondDecisions].get<int>()};
  game.roll_count = row[kRollsColumn].get<int>();
  game.forfeited_chain_count = row[kForfeits].get<int>();
  game.is_timed = !row[kFirstNanoseconds].is_null();
  if (game.is_timed) {
    game.decision_nanoseconds = {row[kFirstNanoseconds].get<std::int64_t>(),
                                 row[kSecondNanoseconds].get<std::int64_t>()};
  }
  if (!row[kFailed].is_null()) {
    game.failed_player = row[kFailed].get<int>();
    game.failure_reason = row[kReason].get<std::string>();
  }
  if (row.size() == kLuckColumns) {
    game.luck_units = row[kLuckColumn].get<std::int64_t>();
    if (game.is_timed) game.luck_nanoseconds = row[kLuckNanoseconds].get<std::int64_t>();
  }
  return game;
}

namespace fs = std::filesystem;

// Returns whether moves are recorded in a file with the spec `found`: on request, or if it already
// has them.
RecordMoves decide_record_moves(const fs::path& file, const std::optional<WorkSpec>& found,
                                RecordMoves record_moves) {
  if (!found) return record_moves;
  if (!find_work_option(*found, kMovesOption).empty()) return RecordMoves::kYes;
  if (record_moves == RecordMoves::kNo) return RecordMoves::kNo;
  throw InputError(
      file.string() +
      ": has games without moves, so they cannot be written as records (use a new file, "
      "with --records from the start)");
}

std::optional<WorkSpec> find_stored_spec(const fs::path& file, const TournamentSpec& spec) {
  std::optional<WorkSpec> found = find_work_spec(file);
  return found && found->command == spec.command_name ? std::move(found) : std::nullopt;
}

std::vector<TournamentPlayer> stored_players(const WorkSpec& found) {
  std::vector<TournamentPlayer> players;
  for (const auto& [option, value] : found.options) {
    if (option.starts_with("player ")) players.push_back({value, "", value});
    if (!option.starts_with("checksum of player ") || players.empty()) continue;
    TournamentPlayer& player = players.back();
    player.fingerprint = value;
    try {
      player.identity = player_identity(player.name, value);
    } catch (const InputError&) {  // not a name of this version
    }
  }
  return players;
}

bool has_other_identities(const std::vector<TournamentPlayer>& players) {
  return std::ranges::any_of(
      players, [](const TournamentPlayer& player) { return player.identity != player.name; });
}

// Returns `spec` with the luck and seeds of the games in a file with the spec `found`.
TournamentSpec with_stored_settings(TournamentSpec spec, const WorkSpec& found) {
  spec.luck_method = parse_luck_method(find_work_option(found, kLuckOption));
  if (has_other_identities(stored_players(found)) &&
      find_work_option(found, kSeedsOption).empty()) {
    spec.pairing_seed_source = PairingSeedSource::kByName;
    set_pairings(spec);
  }
  return spec;
}

std::int64_t stored_pairs(const WorkSpec& found) {
  return parse_number(find_work_option(found, kPairsOption), std::int64_t{1}, kMaxTournamentPairs)
      .value_or(0);
}

// Finds the stored players, in their order, among those of `spec`. Returns their indices; nullopt
// if one is missing.
std::optional<std::vector<std::size_t>> find_players(const std::vector<TournamentPlayer>& stored,
                                                     const TournamentSpec& spec) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < spec.players.size() && indices.size() < stored.size(); ++i) {
    const TournamentPlayer& wanted = spec.players[i];
    const TournamentPlayer& player = stored[indices.size()];
    const bool is_same = spec.pairing_seed_source == PairingSeedSource::kByName
                             ? player.name == wanted.name
                             : player.identity == wanted.identity;
    if (is_same && player.fingerprint == wanted.fingerprint) indices.push_back(i);
  }
  if (indices.empty() || indices.size() < stored.size()) return {};
  if (spec.mode == TournamentMode::kGauntlet && indices.front() != 0) return {};
  return indices;
}

// Returns how a file with the spec `found` grows to `spec`; nullopt if it need not. Other
// differences than those of growth remain between `found` and WorkGrowth::smaller_spec.
std::optional<WorkGrowth> find_growth(const WorkSpec& found, const TournamentSpec& spec,
                                      RecordMoves record_moves, const WorkPart& part) {
  TournamentSpec smaller = spec;
  smaller.pairs_per_pairing = stored_pairs(found);
  std::vector<std::size_t> new_index(spec.players.size());  // of each player of `smaller`
  std::iota(new_index.begin(), new_index.end(), std::size_t{0});
  const std::vector<TournamentPlayer> stored = stored_players(found);
  if (auto indices = find_players(stored, spec)) {
    new_index = *std::move(indices);
    smaller.players = stored;
    set_pairings(smaller);
  }
  WorkGrowth growth{.smaller_spec = make_tournament_work_spec(smaller, record_moves),
                    .renumber = {}};
  if (growth.smaller_spec == make_tournament_work_spec(spec, record_moves)) return {};
  if (!part.is_whole_job() && new_index.back() != new_index.size() - 1) {
    throw InputError("players can only be added after the others with --part");
  }
  std::vector<std::int64_t> new_pairing;  // of each pairing of `smaller`
  for (const Pairing& pairing : smaller.pairings) {
    const std::size_t a = new_index[pairing.player_index];
    const std::size_t b = new_index[pairing.opponent_index];
    new_pairing.push_back(
        static_cast<std::int64_t>(a * (2 * spec.players.size() - a - 1) / 2 + b - a - 1));
  }
  growth.renumber = [new_pairing = std::move(new_pairing), before = smaller.pairs_per_pairing,
                     pairs = spec.pairs_per_pairing](std::int64_t number) {
    return new_pairing[static_cast<std::size_t>(number / before)] * pairs + number % before;
  };
  return growth;
}

}  // namespace

WorkSpec make_tournament_work_spec(const TournamentSpec& spec, RecordMoves record_moves) {
  WorkSpec work{
      .command = spec.command_name,
      .unit_name = "pairs of games",
      .unit_count = spec.total_pair_count(),
      .options = {{"variant", std::string(spec.game.name())},
                  {"number of checkers", std::to_string(spec.checkers)},
                  {"mode", std::string(tournament_mode_name(spec.mode))},
                  {"seed", std::to_string(spec.seed)},
                  {std::string(kPairsOption), std::to_string(spec.pairs_per_pairing)},
                  {std::string(kMovesOption), record_moves == RecordMoves::kYes ? "kept" : ""},
                  {"number of players", std::to_string(spec.players.size())}},
      .view_statements = tournament_views()};
  for (std::size_t i = 0; i < spec.players.size(); ++i) {
    const std::string player = "player " + std::to_string(i + 1);
    work.options.emplace_back(player, spec.players[i].name);
    work.options.emplace_back("checksum of " + player + "'s files", spec.players[i].fingerprint);
  }
  // The last options, and only if used, so that other files keep their format.
  if (spec.pairing_seed_source == PairingSeedSource::kByIdentity &&
      has_other_identities(spec.players))
    work.options.emplace_back(kSeedsOption, kByIdentityText);
  if (spec.luck_method != VarianceReduction::kNone)
    work.options.emplace_back(kLuckOption, format_luck_method(spec.game, spec.luck_method));
  const std::string& starts = spec.start_positions.fingerprint();
  if (!starts.empty()) work.options.emplace_back("set of start positions", starts);
  return work;
}

std::string encode_pair(const GamePair& pair, RecordMoves record_moves) {
  json games = json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    games.push_back(game_to_json(pair.game_results[i]));
    if (record_moves == RecordMoves::kYes) games.back()[kMoves] = pair.move_texts[i];
  }
  return games.dump(-1, ' ', false, json::error_handler_t::replace);
}

GamePair decode_pair(std::string_view bytes, RecordMoves moves) {
  try {
    const json games = json::parse(bytes);
    GamePair pair;
    for (std::size_t i = 0; i < 2; ++i) {
      pair.game_results[i] = game_from_json(games.at(i));
      if (moves == RecordMoves::kYes) pair.move_texts[i] = games[i].at(kMoves).get<std::string>();
    }
    return pair;
  } catch (const json::exception&) {
    throw InputError("malformed pair of games");
  }
}

TournamentStore::TournamentStore(const fs::path& file, TournamentSpec spec,
                                 RecordMoves record_moves, const WorkPart& part)
    : spec_(std::move(spec)) {
  const std::optional<WorkSpec> found = find_stored_spec(file, spec_);
  if (found) spec_ = with_stored_settings(std::move(spec_), *found);
  record_moves_ = decide_record_moves(file, found, record_moves);
  TournamentSpec whole = spec_;
  std::optional<WorkGrowth> growth;
  if (found) {
    whole.pairs_per_pairing = std::max(whole.pairs_per_pairing, stored_pairs(*found));
    growth = find_growth(*found, whole, record_moves_, part);
  }
  stored_pairs_per_pairing_ = whole.pairs_per_pairing;
  unit_count_ = whole.total_pair_count();
  result_store_ =
      std::make_unique<ResultStore>(file, make_tournament_work_spec(whole, record_moves_), growth);
}

void TournamentStore::for_each_pair(const std::function<void(std::size_t, const GamePair&)>& each,
                                    RecordMoves moves) const {
  result_store_->for_each_unit(0, unit_count_, [&](std::int64_t number, std::string_view bytes) {
    if (number % stored_pairs_per_pairing_ >= spec_.pairs_per_pairing) return;
    GamePair pair = decode_pair(bytes, moves);
    pair.pair_number = number % stored_pairs_per_pairing_;
    each(static_cast<std::size_t>(number / stored_pairs_per_pairing_), pair);
  });
}

std::optional<GamePair> TournamentStore::find_pair(std::size_t pairing, std::int64_t pair) const {
  std::optional<GamePair> found;
  const std::int64_t number = static_cast<std::int64_t>(pairing) * stored_pairs_per_pairing_ + pair;
  result_store_->for_each_unit(number, number + 1, [&](std::int64_t, std::string_view bytes) {
    found = decode_pair(bytes, RecordMoves::kNo);
    found->pair_number = pair;
  });
  return found;
}

void TournamentStore::add(std::size_t pairing, const GamePair& pair) {
  result_store_->add(
      static_cast<std::int64_t>(pairing) * stored_pairs_per_pairing_ + pair.pair_number,
      encode_pair(pair, record_moves_));
}

}  // namespace gioul
