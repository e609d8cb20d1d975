// The UBGI engine behind `gioul ubgi`: answers single protocol lines of the Universal Backgammon
// Interface (docs/notation.md, section 6) and does no I/O itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/play/player.h"
#include "eval/search/search.h"

namespace gioul {

/// Settings of the UBGI engine. Clients can change them with the command `set`.
struct UbgiSettings {
  Game game = {};
  std::string player_name = {};   // as in eval/players/players.h; "": the default player
  std::optional<int> plies = {};  // overrides the search depth of the player's name
  std::uint64_t seed = 1;         // seed of players with random choices
  /// Called with the net or table file before it is loaded.
  std::function<void(const std::filesystem::path& file)> on_load = {};
};

/// Returns the name of the player that the settings select for `game`.
std::string selected_player_name(const UbgiSettings& settings, Game game);

/// A UBGI engine with the state of one session. Not thread-safe.
class UbgiEngine {
 public:
  /// Starts a session. Throws InputError for unusable settings.
  explicit UbgiEngine(const UbgiSettings& settings);

  /// Runs one command of the protocol, `line`. Returns the answer: any number of lines, each with
  /// its line end. An invalid command is answered by an `error` line and changes nothing, except
  /// that an invalid `position` leaves the engine without a position.
  std::string answer(std::string_view line);

  /// Returns true after the client's command `quit`.
  bool quit_requested() const { return quit_requested_; }

 private:
  // Chooses plays: by a search, which reports its evaluation, or by a player without search.
  // Exactly one member is set.
  struct Chooser {
    std::unique_ptr<Search> search;
    std::unique_ptr<Player> player;
  };

  // Loads the player that the settings select for `game`.
  static Chooser load_chooser(const UbgiSettings& settings, Game game);
  // Runs a command and returns the answer. `rest` is the line after the command. Throws InputError
  // for an invalid command.
  std::string answer_command(std::string_view command, std::string_view rest);
  // Returns the answer to the command `ubgi`.
  std::string handshake_answer() const;
  // Replaces the settings. If it throws, nothing has changed.
  void apply_settings(const UbgiSettings& settings);
  // Sets the setting called `key`.
  void apply_setting(std::string_view key, std::string_view value);
  // Runs the command `setoption`; `rest` is the line after the command.
  void handle_setoption(std::string_view rest);
  // These run the commands `position` and `dice`; `rest` is the line after the command.
  void handle_position(std::string_view rest);
  void handle_dice(std::string_view rest);
  // Runs the command `newgame`.
  void begin_game();
  // Sets the start position of the variant.
  void reset_position();
  // Throws InputError if the last command `position` was invalid.
  void check_position() const;
  // Runs the command `go` and returns the answer.
  std::string go(std::string_view rest);
  // Chooses one of afterstates_ and stores its index in `index`. Returns the protocol line
  // "info ..." about the choice.
  std::string choose_afterstate(std::size_t& index);

  UbgiSettings settings_;
  Game game_;
  Chooser chooser_;
  Position position_;
  bool has_position_ = true;  // false after an invalid command `position`
  std::optional<Dice> dice_;  // the roll; nullopt until it is given
  // Number of games started with this seed; each game has its own random numbers.
  std::uint64_t game_count_ = 0;
  CounterRng rng_;
  // The afterstates of the last command `go`.
  std::unique_ptr<AfterstateList> afterstates_ = std::make_unique<AfterstateList>();
  bool quit_requested_ = false;  // the command `quit` was given
};

}  // namespace gioul
