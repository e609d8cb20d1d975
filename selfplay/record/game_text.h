// A game with its metadata, such as players and seed, and its text and JSON formats. Tournaments
// export these formats, `gioul records` prints them, and `gioul show` and `gioul verify` read them
// (docs/game-files.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"
#include "selfplay/record/record.h"
#include "selfplay/record/record_shard.h"
#include "selfplay/record/replay.h"

namespace gioul {

/// The place of a game in a tournament: the pair of mirrored games (same dice, swapped sides) that
/// it belongs to. The tournament's seed and this pair determine the dice.
struct TournamentPairId {
  std::int64_t pairing_index = 0;  // index of the two players in the list of pairings
  std::int64_t pair_index = 0;     // index of the game pair among the pairs of these players
};

/// A game with everything that is known about it.
struct AnnotatedGame {
  Game variant = {};                               // the variant that is played
  int checkers = kMaxCheckers;                     // per side
  std::optional<std::uint64_t> seed = {};          // seed of the dice
  std::optional<std::uint64_t> net_checksum = {};  // checksum of the net that played both sides
  std::optional<TournamentPairId> tournament_pair = {};  // set for games of tournaments
  /// The players' names, without line breaks; empty if unknown. Player 0 made the first decision.
  std::array<std::string, 2> players = {};
  /// The start position, seen by the first player; nullopt: the variant's start position.
  std::optional<Position> start_position = {};
  GameRecord record = {};                            // decisions and result
  FailedPlayer failed_player = FailedPlayer::kNone;  // the player who failed or resigned
  std::string failure_reason = {};  // why the player failed; empty if the player resigned
  bool is_running = false;          // the game has not ended yet
  /// The luck of all rolls for the first player, in points, if a tournament has measured it. Only
  /// the JSON format has this.
  std::optional<double> first_player_luck = {};
  /// By decision: the equity of the position before it, in points, for the player to move; nullopt
  /// if unknown.
  std::vector<std::optional<double>> equities = {};

  // Only for games read from a file; line numbers are from 1:
  std::vector<std::string> file_positions = {};  // by decision: position in the file; empty: none
  std::vector<std::size_t> decision_line_numbers = {};  // by decision
  std::size_t result_line_number = 0;                   // of the line with the result
  std::string dropped_content = {};             // note on dropped content of a match file, or ""
  std::size_t dropped_content_line_number = 0;  // of the line with the first dropped item
};

/// Converts a recorded self-play game to an annotated game. `header` is the header of the shard
/// (file of records) that contains it. Equities are computed from the recorded values.
AnnotatedGame make_annotated_game(const ShardHeader& header, const GameRecord& game);

/// Formats a game as text: metadata, a line per decision, the result and a blank line. `steps` are
/// the game's steps (GameReplayer).
std::string format_game(const AnnotatedGame& game, std::span<const GameStep> steps);

/// Formats a game as one line of JSON. `steps` are the game's steps (GameReplayer).
std::string format_game_json(const AnnotatedGame& game, std::span<const GameStep> steps);

/// Formats the metadata of a game, such as players and seed: the lines before the decisions.
std::string format_game_metadata(const AnnotatedGame& game);

/// Formats a decision without its equity, such as "   1  first   3-1         24/21 24/23". `number`
/// is its number in the game, from 1.
std::string format_recorded_decision(const RecordedDecision& decision, std::size_t number);

/// Formats the result, such as "first wins 2, as second failed: REASON".
std::string format_result(const AnnotatedGame& game);

/// Returns the word for a player in the text format: "second" if `second` is true, else "first".
std::string_view player_order_name(bool second);

}  // namespace gioul
