#include "eval/tournament/tournament_store.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/error.h"
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

// The option that names the measured luck; it is left out if luck is not measured.
constexpr const char* kLuckOption = "luck adjustment";
constexpr std::string_view kAllRollsText = "all rolls";
constexpr std::string_view kDoubletsText = "doublets";

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
  json::array_t row = {points(game.outcome), game.decisions[0], game.decisions[1], game.rolls,
                       game.forfeited_chains};
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
  game.decisions = {row[kFirstDecisions].get<int>(), row[kSecondDecisions].get<int>()};
  game.rolls = row[kRollsColumn].get<int>();
  game.forfeited_chains = row[kForfeits].get<int>();
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

// Returns whether moves are recorded in the file: on request, or if it already has them.
bool decide_record_moves(const fs::path& file, const TournamentSpec& spec,
                         RecordMoves record_moves) {
  const std::optional<WorkSpec> found = find_work_spec(file);
  if (!found || found->command != spec.command_name) return record_moves == RecordMoves::kYes;
  const bool kept = !find_work_option(*found, kRecordMovesOption).empty();
  if (kept || record_moves == RecordMoves::kNo) return kept;
  throw InputError(
      file.string() +
      ": has games without moves, so they cannot be written as records (use a new file, "
      "with --records from the start)");
}

std::string format_luck(const TournamentSpec& spec) {
  return std::string(spec.luck_method == VarianceReduction::kAllRolls ? kAllRollsText
                                                                      : kDoubletsText) +
         ", net " + spec.luck_net;
}

RecordMoves to_record_moves(bool keeps) { return keeps ? RecordMoves::kYes : RecordMoves::kNo; }

}  // namespace

WorkSpec make_work_spec(const TournamentSpec& spec, RecordMoves record_moves) {
  WorkSpec work{.command = spec.command_name,
                .unit_name = "pairs of games",
                .unit_count = spec.total_pairs(),
                .options = {{"variant", std::string(spec.game.name())},
                            {"number of checkers", std::to_string(spec.checkers)},
                            {"mode", std::string(tournament_mode_name(spec.mode))},
                            {"seed", std::to_string(spec.seed)},
                            {"number of pairs", std::to_string(spec.pairs)},
                            {kRecordMovesOption, record_moves == RecordMoves::kYes ? "kept" : ""},
                            {"number of players", std::to_string(spec.players.size())}},
                .views = tournament_views()};
  for (std::size_t i = 0; i < spec.players.size(); ++i) {
    const std::string player = "player " + std::to_string(i + 1);
    work.options.emplace_back(player, spec.players[i].name);
    work.options.emplace_back("checksum of " + player + "'s files", spec.players[i].fingerprint);
  }
  // The last options, and only if used, so that other files keep their format.
  if (spec.luck_method != VarianceReduction::kNone)
    work.options.emplace_back(kLuckOption, format_luck(spec));
  const std::string& starts = spec.starts.fingerprint();
  if (!starts.empty()) work.options.emplace_back("set of start positions", starts);
  return work;
}

std::string encode_pair(const GamePair& pair, RecordMoves record_moves) {
  json games = json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    games.push_back(game_to_json(pair.games[i]));
    if (record_moves == RecordMoves::kYes) games.back()[kMoves] = pair.moves[i];
  }
  return games.dump(-1, ' ', false, json::error_handler_t::replace);
}

GamePair decode_pair(std::string_view bytes, RecordMoves moves) {
  try {
    const json games = json::parse(bytes);
    GamePair pair;
    for (std::size_t i = 0; i < 2; ++i) {
      pair.games[i] = game_from_json(games.at(i));
      if (moves == RecordMoves::kYes) pair.moves[i] = games[i].at(kMoves).get<std::string>();
    }
    return pair;
  } catch (const json::exception&) {
    throw InputError("malformed pair of games");
  }
}

TournamentSpec with_stored_luck_method(TournamentSpec spec, const fs::path& file) {
  if (file.empty()) return spec;
  const std::optional<WorkSpec> found = find_work_spec(file);
  if (!found || found->command != spec.command_name) return spec;
  const std::string luck = find_work_option(*found, kLuckOption);
  spec.luck_method = luck.starts_with(kAllRollsText)   ? VarianceReduction::kAllRolls
                     : luck.starts_with(kDoubletsText) ? VarianceReduction::kDoublets
                                                       : VarianceReduction::kNone;
  if (spec.luck_method != VarianceReduction::kNone)
    spec.luck_net = player_fingerprint("net", spec.game);
  return spec;
}

TournamentStore::TournamentStore(const fs::path& file, const TournamentSpec& spec,
                                 RecordMoves record_moves)
    : pairs_(spec.pairs),
      units_(spec.total_pairs()),
      records_moves_(decide_record_moves(file, spec, record_moves)),
      work_(std::make_unique<ResultStore>(file,
                                          make_work_spec(spec, to_record_moves(records_moves_)))) {}

void TournamentStore::read(const std::function<void(std::size_t, const GamePair&)>& each,
                           RecordMoves moves) const {
  work_->read(0, units_, [&](std::int64_t number, std::string_view bytes) {
    GamePair pair = decode_pair(bytes, moves);
    pair.number = number % pairs_;
    each(static_cast<std::size_t>(number / pairs_), pair);
  });
}

std::optional<GamePair> TournamentStore::find(std::size_t pairing, std::int64_t pair) const {
  std::optional<GamePair> found;
  const std::int64_t number = static_cast<std::int64_t>(pairing) * pairs_ + pair;
  work_->read(number, number + 1, [&](std::int64_t, std::string_view bytes) {
    found = decode_pair(bytes, RecordMoves::kNo);
    found->number = pair;
  });
  return found;
}

void TournamentStore::add(std::size_t pairing, const GamePair& pair) {
  work_->add(static_cast<std::int64_t>(pairing) * pairs_ + pair.number,
             encode_pair(pair, to_record_moves(records_moves_)));
}

}  // namespace gioul
