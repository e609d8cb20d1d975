// Communicates with an engine in UBGI (notation, section 6): handshake, settings, and one request
// per decision. Does not check that plays are legal.
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

/// An engine's response to one `go`.
struct UbgiResponse {
  std::optional<std::string> play;        // from `bestmove`
  std::optional<std::string> afterstate;  // from `bestmoveid`
  std::vector<std::string> others;        // other lines: info, error and unknown ones
};

/// Returns the commands that request a decision. A position to roll needs `dice`.
std::vector<std::string> go_commands(std::string_view position, std::optional<Dice> dice);

/// A running UBGI engine. Not thread-safe. All functions throw PlayerFailure if the engine fails or
/// is too slow; the session must not be used any more then.
class UbgiSession {
 public:
  /// Starts the engine; sends nothing yet.
  explicit UbgiSession(const EngineSpec& spec);
  /// Sends `quit`, and kills the engine if it does not exit.
  ~UbgiSession();

  /// Starts the protocol, sets the game if the engine has a key for it, then the user's settings.
  void handshake(Game game);

  /// Returns the engine's name; empty if it has none. Available after handshake().
  const std::string& name() const { return name_; }
  /// Returns true if the engine offered a setting of this name.
  bool has_key(std::string_view key) const;

  /// Tells the engine that a new game begins.
  void begin_game();

  /// Sends commands and returns the response, which has at least one of play and afterstate. Throws
  /// if it takes longer than `seconds`.
  UbgiResponse ask(const std::vector<std::string>& lines, double seconds);

  /// Sends commands and returns the lines received until the engine was ready again.
  std::vector<std::string> send_commands(const std::vector<std::string>& lines, double seconds);

  /// Returns the first lines received since the last command, including invalid ones.
  const std::vector<std::string>& received() const { return received_; }

  /// How to end the engine: send `quit`, or only close its input. Then finish() waits for it.
  enum class Shutdown { kQuit, kEndOfInput };
  EngineProcess::ExitStatus finish(Shutdown shutdown, std::chrono::milliseconds grace);

  /// Kills the engine at once.
  void kill() { process_.reset(); }

 private:
  using Deadline = EngineProcess::Clock::time_point;

  void send(const std::string& text, Deadline deadline, double seconds);
  std::string read_line(Deadline deadline, double seconds);
  void begin_exchange();
  void set(const std::string& key, const std::string& value);

  EngineSpec spec_;
  std::optional<EngineProcess> process_;
  std::string name_;
  std::vector<std::string> keys_;
  std::vector<std::string> received_;
};

}  // namespace gioul
