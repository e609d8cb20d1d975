// Communicates with an engine in UBGI, a text protocol like UCI (docs/notation.md, section 6):
// handshake, settings, and one request per decision. Does not check that plays are legal.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "eval/engines/engine_process.h"
#include "eval/engines/engine_spec.h"

namespace gioul {

/// An engine's response to one request for a decision (the command `go`).
struct UbgiResponse {
  std::optional<std::string> play;        // the play on the line `bestmove`, if there was one
  std::optional<std::string> afterstate;  // the position on `bestmoveid`, if there was one
  std::vector<std::string> other_lines;   // all other lines: info, error and unknown ones
};

/// Returns the commands that request a decision at a position, given as text. `dice` must be set
/// unless moves are pending (owed from a chain or forfeited by the opponent).
std::vector<std::string> decision_request_lines(std::string_view position,
                                                std::optional<Dice> dice);

/// A running UBGI engine. All functions throw PlayerFailure if the engine fails or exceeds a time
/// limit; the session must not be used after that. Not thread-safe.
class UbgiSession {
 public:
  /// Starts the engine; sends no commands.
  explicit UbgiSession(const EngineSpec& spec);
  /// Sends `quit`, and kills the engine if it does not exit.
  ~UbgiSession();

  /// Starts the protocol, then sets the game (if the engine has a setting for it) and the settings
  /// in `spec`.
  void handshake(Game game);

  /// Returns the name by which the engine introduced itself in handshake(); empty if it did not.
  const std::string& name() const { return name_; }
  /// Returns true if the engine offered a setting of this name.
  bool has_setting(std::string_view key) const;

  /// Tells the engine that a new game begins.
  void begin_game();

  /// The lines that count as the answer to a request. kPlay: `bestmove` or `bestmoveid`. kAnyText,
  /// if only one play is legal: also a bare play, an empty line or an error.
  enum class AnswerKind { kPlay, kAnyText };
  /// Sends the commands of a request and returns the response. If `wanted` is kPlay, `play` or
  /// `afterstate` is set in it. Throws PlayerFailure if it takes longer than `seconds`.
  UbgiResponse request_decision(const std::vector<std::string>& lines, double seconds,
                                AnswerKind wanted = AnswerKind::kPlay);

  /// Sends commands, waits until the engine reports that it is ready again, and returns the lines
  /// received. Throws PlayerFailure if it takes longer than `seconds`.
  std::vector<std::string> send_commands(const std::vector<std::string>& lines, double seconds);

  /// Returns the lines received since the last command, including invalid ones, for error reports.
  /// If there are many, returns only the first ones.
  const std::vector<std::string>& received_lines() const { return received_lines_; }

  /// The ways to end the engine: send `quit`, or only close its standard input.
  enum class ShutdownMethod { kQuit, kEndOfInput };
  /// Ends the engine. Kills it if it has not exited after `grace`.
  EngineProcess::ExitStatus shut_down(ShutdownMethod shutdown, std::chrono::milliseconds grace);

  /// Kills the engine at once.
  void kill() { process_.reset(); }

 private:
  using Deadline = EngineProcess::Clock::time_point;

  // These two throw PlayerFailure at `deadline`; `seconds`, the time limit, is only for the
  // message.
  void send(const std::string& text, Deadline deadline, double seconds);
  std::string read_line(Deadline deadline, double seconds);
  // Prepares for the next command: clears received_lines_, and restarts the count for the output
  // limit. Throws PlayerFailure if the engine has ended.
  void begin_exchange();
  // Sends the command that sets one setting of the engine.
  void send_setting(const std::string& key, const std::string& value);

  EngineSpec spec_;
  std::optional<EngineProcess> process_;
  std::string name_;                         // name by which the engine introduced itself
  std::vector<std::string> setting_names_;   // names of the settings that the engine offered
  std::vector<std::string> received_lines_;  // lines received since the last command
};

}  // namespace gioul
