// A game for people and for other programs' readers, as text and as a line of JSON, with who played
// it: what tournaments keep, `gioul records` prints, and `gioul show` and `gioul verify` read
// (docs/games.md).
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

/// The pair of a tournament that a game belongs to: its dice follow from seed and pair.
struct MeetingOfPair {
  std::int64_t pairing = 0;
  std::int64_t pair = 0;
};

/// A game and all that is known about it.
struct NotedGame {
  Game game = {};  // Axes::name
  int checkers = kMaxCheckers;
  std::optional<std::uint64_t> seed = {};
  std::optional<std::uint64_t> net = {};  // checksum of who played both sides
  std::optional<MeetingOfPair> meeting = {};
  std::array<std::string, 2> players = {};  // by who moves first; empty: not known
  std::optional<Position> start = {};       // if it isn't the game's, seen by who acts first
  GameRecord record = {};
  FailedSeat failed = FailedSeat::kNobody;
  std::string failure = {};  // why; empty: he gave up
  bool is_running = false;   // it has no result yet
  /// What each position decided in is worth to its player to act; empty if that is not known.
  std::vector<std::optional<double>> equities = {};

  // Of a game that was read:
  std::vector<std::string> positions = {};  // those that the file has; empty: it has none
  std::vector<std::size_t> lines = {};      // where each decision stands in its file
  std::size_t last_line = 0;                // where its result stands
  std::string note = {};                    // what of a match file was left out; else empty
  std::size_t note_line = 0;                // where the first of it stands
};

/// A recorded game of self-play. The equities are those of its values.
NotedGame noted_game(const ShardHeader& header, const GameRecord& game);

/// A few lines of what is known, one for each decision, one with the result, and an empty one.
/// `visits` are the game's positions (Replay).
std::string game_text(const NotedGame& game, std::span<const Visit> visits);

/// One line, a JSON object.
std::string game_json(const NotedGame& game, std::span<const Visit> visits);

/// The lines before the decisions.
std::string heading_text(const NotedGame& game);

/// A decision as game_text() has it, without its value: "   1  first   3-1         24/21 24/23".
std::string decision_text(const RecordedDecision& decision, std::size_t number);

/// "first wins 2, as second failed: its reason"
std::string result_text(const NotedGame& game);

/// "first" or "second"
std::string_view seat_name(bool second);

}  // namespace gioul
