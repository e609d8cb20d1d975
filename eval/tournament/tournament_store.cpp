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

// The option of such a plan that says how luck is measured; none if it isn't.
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

json json_of_game(const GameResult& game) {
  json::array_t row = {points(game.outcome), game.decisions[0], game.decisions[1], game.rolls,
                       game.forfeits};
  row.resize(kColumns);
  if (game.timed) {
    row[kFirstNanoseconds] = game.nanoseconds[0];
    row[kSecondNanoseconds] = game.nanoseconds[1];
  }
  if (game.failed_player >= 0) {
    row[kFailed] = game.failed_player;
    row[kReason] = game.failure_reason;
  }
  if (game.luck) {
    row.push_back(*game.luck);
    row.push_back(game.timed ? json(game.luck_nanoseconds) : json());
  }
  return row;
}

GameResult game_of_json(const json& row) {
  GameResult game;
  const int points = row.at(kPointsColumn).get<int>();
  if (points < -2 || points > 2 || (row.size() != kColumns && row.size() != kLuckColumns)) {
    throw InputError("malformed pair of games");
  }
  game.outcome = static_cast<Outcome>(points + 2);
  game.decisions = {row[kFirstDecisions].get<int>(), row[kSecondDecisions].get<int>()};
  game.rolls = row[kRollsColumn].get<int>();
  game.forfeits = row[kForfeits].get<int>();
  game.timed = !row[kFirstNanoseconds].is_null();
  if (game.timed) {
    game.nanoseconds = {row[kFirstNanoseconds].get<std::int64_t>(),
                        row[kSecondNanoseconds].get<std::int64_t>()};
  }
  if (!row[kFailed].is_null()) {
    game.failed_player = row[kFailed].get<int>();
    game.failure_reason = row[kReason].get<std::string>();
  }
  if (row.size() == kLuckColumns) {
    game.luck = row[kLuckColumn].get<std::int64_t>();
    if (game.timed) game.luck_nanoseconds = row[kLuckNanoseconds].get<std::int64_t>();
  }
  return game;
}

namespace fs = std::filesystem;

// Returns whether moves are recorded in the file: on request, or if it already has them.
bool decide_moves(const fs::path& file, const TournamentPlan& plan, KeepMoves keep) {
  const std::optional<WorkPlan> found = found_work_plan(file);
  if (!found || found->command != plan.command) return keep == KeepMoves::kYes;
  const bool kept = !option_of(*found, kMovesOption).empty();
  if (kept || keep == KeepMoves::kNo) return kept;
  throw InputError(
      file.string() +
      ": has games without moves, so they cannot be written as records (use a new file, "
      "with --records from the start)");
}

std::string luck_text(const TournamentPlan& plan) {
  return std::string(plan.luck == VarianceReduction::kAllRolls ? kAllRollsText : kDoubletsText) +
         ", net " + plan.luck_net;
}

KeepMoves kept(bool keeps) { return keeps ? KeepMoves::kYes : KeepMoves::kNo; }

}  // namespace

WorkPlan work_plan(const TournamentPlan& plan, KeepMoves keep) {
  WorkPlan work{.command = plan.command,
                .unit = "pairs of games",
                .pieces = plan.all_pairs(),
                .options = {{"variant", std::string(plan.game.name())},
                            {"number of checkers", std::to_string(plan.checkers)},
                            {"mode", std::string(mode_name(plan.mode))},
                            {"seed", std::to_string(plan.seed)},
                            {"number of pairs", std::to_string(plan.pairs)},
                            {kMovesOption, keep == KeepMoves::kYes ? "kept" : ""},
                            {"number of players", std::to_string(plan.players.size())}},
                .views = tournament_views()};
  for (std::size_t i = 0; i < plan.players.size(); ++i) {
    const std::string player = "player " + std::to_string(i + 1);
    work.options.emplace_back(player, plan.players[i].name);
    work.options.emplace_back("checksum of " + player + "'s files", plan.players[i].fingerprint);
  }
  // The last options, and only if used, so that other files keep their format.
  if (plan.luck != VarianceReduction::kNone)
    work.options.emplace_back(kLuckOption, luck_text(plan));
  const std::string& starts = plan.starts.fingerprint();
  if (!starts.empty()) work.options.emplace_back("set of start positions", starts);
  return work;
}

std::string piece_of_pair(const PlayedPair& pair, KeepMoves keep) {
  json games = json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    games.push_back(json_of_game(pair.games[i]));
    if (keep == KeepMoves::kYes) games.back()[kMoves] = pair.moves[i];
  }
  return games.dump(-1, ' ', false, json::error_handler_t::replace);
}

PlayedPair pair_of_piece(std::string_view piece, KeepMoves moves) {
  try {
    const json games = json::parse(piece);
    PlayedPair pair;
    for (std::size_t i = 0; i < 2; ++i) {
      pair.games[i] = game_of_json(games.at(i));
      if (moves == KeepMoves::kYes) pair.moves[i] = games[i].at(kMoves).get<std::string>();
    }
    return pair;
  } catch (const json::exception&) {
    throw InputError("malformed pair of games");
  }
}

TournamentPlan stored_plan(TournamentPlan plan, const fs::path& file) {
  if (file.empty()) return plan;
  const std::optional<WorkPlan> found = found_work_plan(file);
  if (!found || found->command != plan.command) return plan;
  const std::string luck = option_of(*found, kLuckOption);
  plan.luck = luck.starts_with(kAllRollsText)   ? VarianceReduction::kAllRolls
              : luck.starts_with(kDoubletsText) ? VarianceReduction::kDoublets
                                                : VarianceReduction::kNone;
  if (plan.luck != VarianceReduction::kNone) plan.luck_net = player_fingerprint("net", plan.game);
  return plan;
}

TournamentFile::TournamentFile(const fs::path& file, const TournamentPlan& plan, KeepMoves keep)
    : pairs_(plan.pairs),
      pieces_(plan.all_pairs()),
      keeps_moves_(decide_moves(file, plan, keep)),
      work_(std::make_unique<WorkFile>(file, work_plan(plan, kept(keeps_moves_)))) {}

void TournamentFile::read(const std::function<void(std::size_t, const PlayedPair&)>& each,
                          KeepMoves moves) const {
  work_->read(0, pieces_, [&](std::int64_t number, std::string_view piece) {
    PlayedPair pair = pair_of_piece(piece, moves);
    pair.number = number % pairs_;
    each(static_cast<std::size_t>(number / pairs_), pair);
  });
}

std::optional<PlayedPair> TournamentFile::find(std::size_t pairing, std::int64_t pair) const {
  std::optional<PlayedPair> found;
  const std::int64_t number = static_cast<std::int64_t>(pairing) * pairs_ + pair;
  work_->read(number, number + 1, [&](std::int64_t, std::string_view piece) {
    found = pair_of_piece(piece, KeepMoves::kNo);
    found->number = pair;
  });
  return found;
}

void TournamentFile::add(std::size_t pairing, const PlayedPair& pair) {
  work_->add(static_cast<std::int64_t>(pairing) * pairs_ + pair.number,
             piece_of_pair(pair, kept(keeps_moves_)));
}

}  // namespace gioul
