// A conversation with an engine in UBGI (notation, section 6): introduction, settings, and one
// question a decision. It says what the engine answered; whether that is lawful is not its
// business.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "eval/ubgi/engine_process.h"
#include "eval/ubgi/engine_spec.h"

namespace gioul {

/// What an engine said to one `go`.
struct UbgiAnswer {
  std::optional<std::string> play;        // of `bestmove`
  std::optional<std::string> afterstate;  // of `bestmoveid`
  std::vector<std::string> others;        // lines in between: info, error, and what nobody knows
};

/// The lines that ask for a decision: a position to roll needs `dice`.
std::vector<std::string> question_lines(std::string_view position, std::optional<Dice> dice);

/// Used by one thread at a time. Everything throws PlayerFailure if the engine does not do what it
/// must in time; the session is of no use then.
class UbgiSession {
 public:
  /// Starts the engine; nothing is said yet.
  explicit UbgiSession(const EngineSpec& spec);
  /// Asks it to quit, and makes sure.
  ~UbgiSession();

  /// Makes acquaintance, sets the game if the engine has a key for it, then the user's settings.
  void introduce(Game game);

  /// Known after introduce(): what it calls itself, empty if it doesn't say.
  const std::string& name() const { return name_; }
  bool has_key(std::string_view key) const;

  void begin_game();

  /// The answer to a question, in so many seconds; one of play and afterstate is there at least.
  UbgiAnswer ask(const std::vector<std::string>& lines, double seconds);

  /// Says `lines`, and what came before the engine was ready again.
  std::vector<std::string> say(const std::vector<std::string>& lines, double seconds);

  /// The beginning of what was heard since something was last said, failures included.
  const std::vector<std::string>& heard() const { return heard_; }

  /// Says `quit`, or only closes its input, and waits.
  enum class Farewell { kQuit, kEndOfInput };
  EngineProcess::End finish(Farewell farewell, std::chrono::milliseconds grace);

  /// Ends it at once, as after a failure.
  void kill() { process_.reset(); }

 private:
  using Deadline = EngineProcess::Clock::time_point;

  void send(const std::string& text, Deadline deadline, double seconds);
  std::string listen(Deadline deadline, double seconds);
  void begin_exchange();
  void set(const std::string& key, const std::string& value);

  EngineSpec spec_;
  std::optional<EngineProcess> process_;
  std::string name_;
  std::vector<std::string> keys_;
  std::vector<std::string> heard_;
};

}  // namespace gioul
